import type { ClientInstrumentation } from "react-router";
import { showToast } from "../ui/toast.tsx";
import type { Player } from "./store.ts";

/** An answer that takes longer than this is none. */
const answerMs = 3_000;

/**
 * Keeps whoever listens on their page while no other can be had: without a network React Router would load the whole
 * document anew for a page whose script is not there, and that ends the sound.
 */
export function guardNavigation(player: Pick<Player, "getState" | "room">): ClientInstrumentation {
  return {
    router: ({ instrument }) =>
      instrument({
        async navigate(_, { to }) {
          if (!isOtherPage(to) || !isCutOff(player) || (await isServerThere())) return;
          showToast(
            "warning",
            "You are offline. Pages open again when you are connected, the sound goes on.",
          );
          // React Router goes there as soon as this is over, whatever it says: so it is never over.
          await new Promise(() => {});
        },
      }),
  };
}

/** Only what is loaded anew can fail: steps back and forth lead to what has been loaded, mostly. */
function isOtherPage(to: string | number): boolean {
  return typeof to === "string" && new URL(to, location.href).pathname !== location.pathname;
}

/** Something is listened to, and what it comes from is not connected. */
function isCutOff({ getState, room }: Pick<Player, "getState" | "room">): boolean {
  const { status } = getState();
  const isListening = status === "playing" || status === "loading";
  return isListening && (!navigator.onLine || room?.getView().connection !== "open");
}

/** A room that is away may be alone in that. */
async function isServerThere(): Promise<boolean> {
  const signal = AbortSignal.timeout(answerMs);
  return fetch("/favicon.svg", { method: "HEAD", cache: "no-store", signal }).then(
    () => true,
    () => false,
  );
}
