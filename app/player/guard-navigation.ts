import type { ClientInstrumentation } from "react-router";
import { isListening } from "./contract.ts";
import { loadOnPlay } from "./load-on-play.ts";
import type { Player } from "./store.ts";

/**
 * Keeps a listener on their page while no other page can be loaded: without a network React Router would load the whole
 * document anew for a page whose script is not there, and that ends the sound.
 */
export function guardNavigation(player: Pick<Player, "getState" | "room">): ClientInstrumentation {
  return {
    router: (router) =>
      router.instrument({
        async navigate(_, { to }) {
          if (!isCutOff(player)) return;
          const leaving = await loadOnPlay().then(
            ({ decideLeaving }) => decideLeaving(to),
            // It comes before the first sound: so there is none that could end.
            () => "go" as const,
          );
          // React Router goes there as soon as this is over, whatever it says: so it is never over.
          if (leaving === "stay") await new Promise(() => {});
        },
      }),
  };
}

/** Something is listened to, and what it comes from is not connected. */
function isCutOff({ getState, room }: Pick<Player, "getState" | "room">): boolean {
  return isListening(getState()) && (!navigator.onLine || room?.getView().connection !== "open");
}
