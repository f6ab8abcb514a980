import { showToast } from "../ui/toast.tsx";

/** An answer that takes longer than this is none. */
const answerMs = 3_000;

/**
 * Whether a listener whose room is not connected may go `to` another page; says so where they may not. Only what is
 * loaded anew can fail: steps back and forth lead to what has been loaded, mostly.
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

/** A room that is away may be alone in that. */
async function isServerThere(): Promise<boolean> {
  const signal = AbortSignal.timeout(answerMs);
  return fetch("/favicon.svg", { method: "HEAD", cache: "no-store", signal }).then(
    () => true,
    () => false,
  );
}
