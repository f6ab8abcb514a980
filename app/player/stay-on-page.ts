import { showToast } from "../ui/toast.tsx";

/** A response that takes longer than this counts as none. */
const answerMs = 3_000;

/**
 * Whether a listener whose room is not connected may go `to` another page; shows a message where they may not. Only
 * newly loaded pages can fail: back and forward mostly lead to loaded ones.
 */
export async function decideLeaving(to: string | number): Promise<"go" | "stay"> {
  const isOtherPage = typeof to === "string" && new URL(to, location.href).pathname !== location.pathname;
  if (!isOtherPage || (await isServerThere())) return "go";
  showToast(
    "warning",
    "You are offline. The music keeps playing. Pages open again when you are back online.",
  );
  return "stay";
}

/** The room may be unavailable while the server is not. */
async function isServerThere(): Promise<boolean> {
  const signal = AbortSignal.timeout(answerMs);
  return fetch("/favicon.svg", { method: "HEAD", cache: "no-store", signal }).then(
    () => true,
    () => false,
  );
}
