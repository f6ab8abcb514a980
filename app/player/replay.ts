/** Replays as the player plays them: what pages request, and where the sound is. */
import type { ReplayDetailsView } from "#app/domains/replays/contract.ts";
import { Store, useStore } from "../ui/store.ts";

export type ReplayStatus = "idle" | "loading" | "playing" | "paused" | "stalled" | "ended";

export interface ReplayPosition {
  /** Of the sound at the ear, ms from the start of the recording. */
  position: number;
  status: ReplayStatus;
}

const nothing: ReplayPosition = { position: 0, status: "idle" };

const playing = new Store<ReplayPosition & { id: string | null; duration: number }>({
  ...nothing,
  id: null,
  duration: 0,
});

/** Starts a replay, `at` ms into it, and replaces any other sound. Call it in the handler of a click or a key. */
export function playReplay(replay: ReplayDetailsView, { at = 0 }: { at?: number } = {}): void {
  playing.change({ id: replay.id, duration: replay.duration, position: at, status: "playing" });
}

export function pause(): void {
  playing.change({ status: "paused" });
}

export function resume(): void {
  playing.change({ status: "playing" });
}

/** Continues at another position, ms; within the recording. */
export function seek(ms: number): void {
  playing.change({ position: Math.min(playing.get().duration, Math.max(0, ms)) });
}

export function seekBy(ms: number): void {
  seek(playing.get().position + ms);
}

/** Where a replay is at the ear; `idle` unless it is the one in the player. */
export function useReplayPosition(id: string): ReplayPosition {
  const isThis = useStore(playing, (state) => state.id === id, false);
  const position = useStore(playing, (state) => state.position, 0);
  const status = useStore<ReplayPosition, ReplayStatus>(playing, (state) => state.status, "idle");
  return isThis ? { position, status } : nothing;
}
