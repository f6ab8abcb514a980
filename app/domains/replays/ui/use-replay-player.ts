import { pause, playReplay, resume, seek, seekBy, useReplayPosition } from "#app/player/replay.ts";
import type { ReplayDetailsView } from "../contract.ts";

/** Where a replay will start that is not in the player yet, ms: from its address, or chosen on the page. */
export interface Cue {
  at: number;
  set: (at: number) => void;
}

/** A replay on its page: where it is, and what its controls do. */
export function useReplayPlayer(replay: ReplayDetailsView, cue: Cue) {
  const { duration } = replay;
  const { status, position: heardAt } = useReplayPosition(replay.id);
  const isIdle = status === "idle";
  const isOver = status === "ended";
  const within = (at: number) => Math.min(duration, Math.max(0, at));
  const position = within(isIdle ? cue.at : isOver ? duration : heardAt);
  const play = (at: number) => playReplay(replay, { at: within(at) });

  /** A press on the picture: starts there, or continues there. */
  const goTo = (at: number) => (isIdle || isOver ? play(at) : seek(within(at)));
  return {
    position,
    status,
    isIdle,
    goTo,
    /** A press on a track. */
    playFrom: (at: number) => {
      goTo(at);
      if (status === "paused") resume();
    },
    /** A movement of the slider or of a key: sound that has not been started does not start. */
    moveTo: (at: number) => (isIdle ? cue.set(within(at)) : goTo(at)),
    moveBy: (ms: number) => {
      if (isIdle) cue.set(within(cue.at + ms));
      else if (isOver) play(duration + ms);
      else seekBy(ms);
    },
    toggle: () => {
      if (isIdle) play(cue.at < duration ? cue.at : 0);
      else if (isOver) play(0);
      else if (status === "paused") resume();
      else pause();
    },
  };
}

export type ReplayPlayer = ReturnType<typeof useReplayPlayer>;
