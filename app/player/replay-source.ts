import type { ReplayDetailsView } from "#app/domains/air/replays/contract.ts";
import { recordedPath } from "#app/paths.ts";
import type { ReplaySource, RoomSource } from "./contract.ts";
import { ReplaySession } from "./replay-session.ts";

/** A replay as a source for the player; `live`: the room that is on air with what it is the past of. */
export function toReplaySource(replay: ReplayDetailsView, live: RoomSource | null = null): ReplaySource {
  const { id, name, performer, opus, opusBytes, mp3, duration, startTime, gaps, tracks } = replay;
  return {
    kind: "replay",
    open: (...wish) => new ReplaySession(...wish),
    id,
    name: live?.name ?? name,
    href: live?.href ?? recordedPath(id, replay.set),
    image: live?.image ?? performer?.profile ?? replay.room?.thumbnail ?? null,
    performer,
    opus,
    opusBytes,
    mp3,
    duration,
    isGrowing: replay.endTime === null,
    startTime,
    gaps,
    tracks,
    live,
  };
}
