import type { ClientInstrumentation } from "react-router";
import { isListening } from "./contract.ts";
import { loadOnPlay } from "./load-on-play.ts";
import type { Player } from "./store.ts";

/**
 * Keeps a listener on their page while no other page can be loaded: without a network React Router would load the whole
 * document for a page whose script is missing, and that ends the sound.
 */
export function guardNavigation(player: Pick<Player, "getState" | "room">): ClientInstrumentation {
  return {
    router: (router) =>
      router.instrument({
        async navigate(_, { to }) {
          if (!isCutOff(player)) return;
          const leaving = await loadOnPlay().then(
            ({ decideLeaving }) => decideLeaving(to),
            // It was loaded before the first sound: so there is none that could end.
            () => "go" as const,
          );
          // React Router navigates as soon as this resolves, whatever the result: so it never resolves.
          if (leaving === "stay") await new Promise(() => {});
        },
      }),
  };
}

/** Something is playing, and its source is not connected; a replay's is its file, which is only asked for at times. */
function isCutOff({ getState, room }: Pick<Player, "getState" | "room">): boolean {
  if (!isListening(getState())) return false;
  if (getState().source?.kind === "replay") return !navigator.onLine || getState().phase === "reconnecting";
  return !navigator.onLine || room?.getView().connection !== "open";
}
