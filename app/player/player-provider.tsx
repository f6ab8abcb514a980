import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import type { RoomView } from "../domains/stages/live/connection.ts";
import { initialPlayerState, type PlayerState } from "./contract.ts";
import { exposeFigures } from "./figures.ts";
import { listenForShortcuts } from "./shortcuts.ts";
import { Player } from "./store.ts";

const PlayerContext = createContext<Player | null>(null);

/** Mounted once, in the root: the sound goes on while pages change. */
export function PlayerProvider({ isSignedIn, children }: { isSignedIn: boolean; children: ReactNode }) {
  const [player] = useState(() => new Player());
  useEffect(() => player.setSignedIn(isSignedIn), [player, isSignedIn]);
  useEffect(() => {
    const close = player.open();
    const stopListening = listenForShortcuts(player);
    exposeFigures(player);
    return () => {
      stopListening();
      close();
    };
  }, [player]);
  return <PlayerContext value={player}>{children}</PlayerContext>;
}

/** The player itself: requests (`play`, `stop`, `setVolume`, …) and figures of this instant. */
export function usePlayerRequests(): Player {
  const player = useContext(PlayerContext);
  if (player === null) throw new Error("There is no PlayerProvider around this component.");
  return player;
}

/**
 * The player's state, or what `select` picks of it: the component renders again only when that changes. The figures
 * in it (`heardAt`, `bufferMs`, `underruns`) are renewed once a second; `usePlayerRequests().figures()` has them now.
 */
export function usePlayer(): PlayerState;
export function usePlayer<Picked>(select: (state: PlayerState) => Picked): Picked;
export function usePlayer<Picked>(select?: (state: PlayerState) => Picked): PlayerState | Picked {
  const player = usePlayerRequests();
  const pick = (state: PlayerState) => (select ? select(state) : state);
  return useSyncExternalStore<PlayerState | Picked>(
    player.subscribe,
    () => pick(player.getState()),
    () => pick(initialPlayerState),
  );
}

const nothing = () => () => {};

/** The room that is listened to, as it is heard, or null. */
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
