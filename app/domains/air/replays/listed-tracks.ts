/** The tracks of a replay with what its tracklist says, which a correction changes before the replay is read again. */

import { listedTrackOf } from "#app/domains/music/tracks/shown.ts";
import type { TracklistLine } from "../tracklists/contract/tracklists.ts";
import { positionIn } from "./anchors.ts";
import type { ReplayDetailsView, ReplayTrackView } from "./contract.ts";

export interface ListedReplayTrack
  extends Pick<ReplayTrackView, "id" | "start" | "end" | "listenCount" | "favoriteCount" | "cheerCount"> {
  /** Null where nobody has named it. */
  track: Pick<ReplayTrackView["track"], "id" | "artist" | "title"> | null;
  /** The evidence of its line; none where the tracklist was not read. */
  line?: TracklistLine;
}

/**
 * Returns tracks by position; a track without evidence is one too. `lines` are null where the tracklist was not read.
 */
export function listedTracks(
  replay: Pick<ReplayDetailsView, "tracks" | "startTime" | "duration" | "gaps">,
  lines: readonly TracklistLine[] | null,
): readonly ListedReplayTrack[] {
  if (lines === null) return replay.tracks;
  const plays = new Map(replay.tracks.map((track) => [track.id, track]));
  const listed = lines.map((line): ListedReplayTrack => {
    const play = plays.get(line.id);
    const isUnmoved = play?.timestamp === line.start;
    return {
      id: line.id,
      start: isUnmoved ? play.start : positionIn(replay, line.start),
      end: line.end === null ? null : positionIn(replay, line.end),
      listenCount: play?.listenCount ?? null,
      favoriteCount: play?.favoriteCount ?? null,
      cheerCount: play?.cheerCount ?? null,
      track: listedTrackOf(line),
      line,
    };
  });
  const known = new Set(lines.map(({ id }) => id));
  return [...listed, ...replay.tracks.filter(({ id }) => !known.has(id))]
    .filter(({ start }) => start <= replay.duration)
    .toSorted((a, b) => a.start - b.start);
}
