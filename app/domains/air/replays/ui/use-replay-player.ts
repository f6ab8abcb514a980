import { useMemo } from "react";
import type { PlayerState } from "#app/player/contract.ts";
import { usePlayer, usePlayerRequests } from "#app/player/player-provider.tsx";
import { toReplaySource } from "#app/player/replay-source.ts";
import { useReplayPosition } from "#app/player/use-replay.ts";
import type { ReplayDetailsView } from "../contract.ts";

export type ReplayStatus = "idle" | "loading" | "playing" | "paused" | "stalled" | "ended";

const statuses: Record<PlayerState["phase"], ReplayStatus> = {
  idle: "idle",
  connecting: "loading",
  failed: "stalled",
  live: "playing",
  replay: "playing",
  paused: "paused",
  reconnecting: "stalled",
  cued: "loading",
  ended: "ended",
};

/** The start of a replay that is not in the player yet, ms: from its address, or chosen on the page. */
export interface Cue {
  at: number;
  set: (at: number) => void;
}

/** `idle` for a replay that is not in the player. */
export const useReplayStatus = (id: string): ReplayStatus =>
  usePlayer(({ source, phase }) =>
    source?.kind === "replay" && source.id === id ? statuses[phase] : "idle",
  );

/**
 * A replay on its page: where it is, and what its controls do. Its position is read as soon as the sound reaches one of
 * `stops` (as in `useReplayReading`); without them, one of its tracks.
 */
export function useReplayPlayer(replay: ReplayDetailsView, cue: Cue, stops?: readonly number[]) {
  const { duration, tracks } = replay;
  const player = usePlayerRequests();
  const starts = useMemo(() => tracks.map(({ start }) => start), [tracks]);
  const heardAt = useReplayPosition(replay.id, stops ?? starts) ?? 0;
  const status = useReplayStatus(replay.id);
  const isIdle = status === "idle";
  const isOver = status === "ended";
  const within = (at: number) => Math.min(duration, Math.max(0, at));
  const position = within(isIdle ? cue.at : isOver ? duration : heardAt);
  const play = (at: number) => player.play(toReplaySource(replay), { at: within(at) });

  /** A press on the picture: starts there, or continues there. */
  const goTo = (at: number) => (isIdle || isOver ? play(at) : player.replay.seek(within(at)));
  return {
    position,
    status,
    isIdle,
    goTo,
    /** A press on a track. */
    playFrom: (at: number) => {
      goTo(at);
      if (status === "paused") player.replay.resume();
    },
    /** A movement of the slider or of a key: sound that has not been started does not start. */
    moveTo: (at: number) => (isIdle ? cue.set(within(at)) : goTo(at)),
    moveBy: (ms: number) => {
      if (isIdle) cue.set(within(cue.at + ms));
      else if (isOver) play(duration + ms);
      else player.replay.seekBy(ms);
    },
    toggle: () => {
      if (isIdle) play(cue.at < duration ? cue.at : 0);
      else if (isOver) play(0);
      else if (status === "paused") player.replay.resume();
      else player.replay.pause();
    },
  };
}

export type ReplayPlayer = ReturnType<typeof useReplayPlayer>;
