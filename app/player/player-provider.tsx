import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from "react";
import type { RoomView } from "../domains/air/stages/live/connection.ts";
import { initialPlayerState, type PlayerState } from "./contract.ts";
import { exposeFigures } from "./figures.ts";
import type { Player } from "./store.ts";

const PlayerContext = createContext<Player | null>(null);

/** The code of shortcuts is not part of the script that a page needs to be shown. */
async function listenForShortcuts(player: Player, signal: AbortSignal): Promise<void> {
  const shortcuts = await import("./shortcuts.ts").catch(() => null);
  if (!signal.aborted) shortcuts?.listenForShortcuts(player, signal);
}

/** Mounted once, around the router: the sound continues while pages change, and also when one of them breaks. */
export function PlayerProvider({ player, children }: { player: Player; children: ReactNode }) {
  useEffect(() => {
    const close = player.open();
    const shortcuts = new AbortController();
    void listenForShortcuts(player, shortcuts.signal);
    exposeFigures(player);
    return () => {
      shortcuts.abort();
      close();
    };
  }, [player]);
  return <PlayerContext value={player}>{children}</PlayerContext>;
}

/** The player itself: requests (`play`, `stop`, `setVolume`, …) and present figures. */
export function usePlayerRequests(): Player {
  const player = useContext(PlayerContext);
  if (player === null) throw new Error("There is no PlayerProvider around this component.");
  return player;
}

/**
 * The part of the player's state that `select` picks: the component renders again only when that changes. The figures
 * in it (`heardAt`, `bufferMs`, `underruns`) are updated once a second; `usePlayerRequests().figures()` has the present
 * ones.
 */
export function usePlayer<Picked>(select: (state: PlayerState) => Picked): Picked {
  const player = usePlayerRequests();
  return useSyncExternalStore(
    player.subscribe,
    () => select(player.getState()),
    () => select(initialPlayerState),
  );
}

const nothing = () => () => {};

/** The room that is playing, as it is heard, or null. */
export function usePlayingRoom(): RoomView | null {
  const player = usePlayerRequests();
  // The session, and with it the room, changes with these.
  usePlayer((state) => state.source);
  usePlayer((state) => state.status);
  const { room } = player;
  return useSyncExternalStore(
    room?.subscribe ?? nothing,
    () => room?.getView() ?? null,
    () => null,
  );
}
