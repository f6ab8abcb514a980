/** The way back in what is on air. */
import { anchorsOf } from "#app/domains/air/replays/anchors.ts";
import { openReplayCall } from "#app/domains/air/replays/calls.ts";
import type { ReplayDetailsView } from "#app/domains/air/replays/contract.ts";
import { positionAt, timeAt } from "#app/domains/air/replays/timeline.ts";
import { trackAt } from "#app/domains/air/replays/track-at.ts";
import type { RoomConnection } from "#app/domains/air/stages/live/connection.ts";
import { ApiFailure, callApi } from "../../api-client.ts";
import { showToast } from "../../ui/toast.tsx";
import { type PlaySource, type ReplaySource, roomSourceOf } from "../contract.ts";
import { toReplaySource } from "../replay-source.ts";

/** So many ms back, or to the start of what is heard. */
export type RewindTo = { ms: number } | "track" | "set";

interface Past {
  source: ReplaySource;
  /** Start, ms. */
  at: number;
}

/**
 * Time for which an answer that was requested ahead is good: tracks are played meanwhile, and the room keeps those of a
 * minute.
 */
const askedForMs = 20_000;
/** Pressed this soon after the start of a track, its start is that of the one before. */
const justStartedMs = 3_000;

/** A recording that was asked for before it is needed, and when, ms of the page's clock. */
interface Asked {
  performance: string;
  askedAt: number;
  replay: Promise<ReplayDetailsView>;
}
let asked: Asked | null = null;

/** Asks for the recording that `findPast` will need: when it is called, a round trip is over. */
export function askAhead(source: PlaySource, room: RoomConnection | null): void {
  const performance = performanceOf(source, room);
  if (performance !== null) ask(performance);
}

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
  const performance = performanceOf(source, room);
  if (live === null || performance === null) return sayNone();
  const replay = await openPast(performance).catch(refusalOf);
  if (replay === null) return null;
  const onAir = room?.getView().state ?? live.onAir;
  const heard = heardAt ?? room?.serverNow() ?? Date.now();
  return {
    source: toReplaySource(replay, { ...live, onAir }),
    at: positionFor(to, replay, heard, room?.getView().state.currentTrackAt ?? null),
  };
}

/**
 * Returns the position of this in the recording, ms. `trackAtMs`: when the track that is heard started, where the room
 * says so.
 */
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

/** Returns the performance of this source that is on air, or null. */
const performanceOf = (source: PlaySource, room: RoomConnection | null): string | null =>
  (room?.getView().state ?? roomSourceOf(source)?.onAir)?.performance ?? null;

function ask(performance: string): Asked {
  const replay = callApi(openReplayCall, { replay: performance });
  const made: Asked = { performance, askedAt: Date.now(), replay };
  asked = made;
  replay.catch(() => {
    // Asked for again by the press.
    if (asked === made) asked = null;
  });
  return made;
}

/** The recording as it is now: what was asked for ahead has grown by the time that has passed. */
async function openPast(performance: string): Promise<ReplayDetailsView> {
  const isGood = asked?.performance === performance && Date.now() - asked.askedAt < askedForMs;
  const { askedAt, replay } = isGood && asked ? asked : ask(performance);
  const opened = await replay;
  const { duration, opusBytes, endTime } = opened;
  if (endTime !== null || duration === 0) return opened;
  const growth = 1 + (Date.now() - askedAt) / duration;
  return { ...opened, duration: duration * growth, opusBytes: Math.round(opusBytes * growth) };
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

/** Returns how long before now what is heard was live, ms. */
export function behindMs(source: ReplaySource, position: number, now: number): number {
  return Math.max(0, now - timeAt(anchorsOf(source), position));
}

/** Maximum difference of two readings of a clock, ms. */
const jitterMs = 500;

/** The seconds to show: those shown before as long as they are right but for the jitter of a reading. */
export function steadySeconds(before: number | null, ms: number): number {
  const isRight = before !== null && ms > before * 1_000 - jitterMs && ms < (before + 1) * 1_000 + jitterMs;
  return isRight ? before : Math.floor(ms / 1_000);
}
