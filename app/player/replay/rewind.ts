/** The way back in what is on air. */
import { anchorsOf } from "#app/domains/replays/anchors.ts";
import { openReplayCall } from "#app/domains/replays/calls.ts";
import type { ReplayDetailsView } from "#app/domains/replays/contract.ts";
import { positionAt, timeAt } from "#app/domains/replays/timeline.ts";
import { trackAt } from "#app/domains/replays/track-at.ts";
import type { RoomConnection } from "#app/domains/stages/live/connection.ts";
import { ApiFailure, callApi } from "../../api-client.ts";
import { showToast } from "../../ui/toast.tsx";
import { type PlaySource, type ReplaySource, roomSourceOf } from "../contract.ts";
import { toReplaySource } from "../replay-source.ts";

/** So many ms back, or to the start of what is heard. */
export type RewindTo = { ms: number } | "track" | "set";

interface Past {
  source: ReplaySource;
  /** Where it starts, ms. */
  at: number;
}

/** Pressed this soon after the start of a track, its start is that of the one before. */
const justStartedMs = 3_000;

/**
 * The past of what is heard, and where to go in it; null, and a message, where there is none. `heardAt`: the time at
 * which what is heard was live.
 */
export async function findPast(
  source: PlaySource,
  to: RewindTo,
  heardAt: number | null,
  room: RoomConnection | null,
): Promise<Past | null> {
  const live = roomSourceOf(source);
  const onAir = room?.getView().state ?? live?.onAir;
  const performance = onAir?.performance ?? null;
  if (live === null || onAir === undefined || performance === null) return sayNone();
  const replay = await callApi(openReplayCall, { replay: performance }).catch(refusalOf);
  if (replay === null) return null;
  const heard = heardAt ?? room?.serverNow() ?? Date.now();
  return {
    source: toReplaySource(replay, { ...live, onAir }),
    at: positionFor(to, replay, heard, room?.getView().state.currentTrackAt ?? null),
  };
}

/** Where in the recording this is, ms. `trackAtMs`: when the track that is heard started, where the room says so. */
export function positionFor(
  to: RewindTo,
  replay: Pick<ReplayDetailsView, "startTime" | "gaps" | "tracks">,
  heardAt: number,
  trackAtMs: number | null,
): number {
  if (to === "set") return 0;
  const anchors = anchorsOf(replay);
  const heard = positionAt(anchors, heardAt) ?? 0;
  if (to !== "track") return Math.max(0, heard - to.ms);
  const isKnown = trackAtMs !== null && trackAtMs <= heardAt - justStartedMs;
  if (isKnown) return positionAt(anchors, trackAtMs) ?? 0;
  return trackAt(replay.tracks, heard - justStartedMs)?.start ?? 0;
}

function sayNone(): null {
  showToast("warning", "This broadcast is not recorded, so you cannot rewind it.");
  return null;
}

function refusalOf(error: unknown): null {
  if (error instanceof ApiFailure && error.status === 404) return sayNone();
  showToast("error", "The recording could not be loaded. Check your connection and try again.");
  return null;
}

/** For how long what is heard was live before now, ms. */
export function behindMs(source: ReplaySource, position: number, now: number): number {
  return Math.max(0, now - timeAt(anchorsOf(source), position));
}
