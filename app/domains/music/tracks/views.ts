import { toPersonView } from "#app/domains/people/people/views.ts";
import type { FavoriteView, ListedTrackView, PlayView, TrackView } from "./contract/tracks.ts";
import type { FavoriteRow, PlayRow, TrackRow } from "./queries/tracks.ts";
import { hiddenName } from "./shown.ts";

export function toTrackView(track: TrackRow): TrackView {
  return {
    id: track.id,
    _id: track.id,
    title: track.title,
    artist: track.artist,
    spotify: track.spotify,
  };
}

/** Returns a track for a tracklist of its performance. `maySee`: the viewer is its performer. */
export function toListedTrack(
  play: { track: TrackRow; hiddenUntil: number | null },
  { maySee, now }: { maySee: boolean; now: number },
): ListedTrackView {
  if (maySee || (play.hiddenUntil ?? 0) <= now) return toTrackView(play.track);
  return { id: null, _id: null, ...hiddenName, spotify: null };
}

export function toPlayView(row: PlayRow): PlayView {
  return {
    id: row.id,
    _id: row.id,
    timestamp: row.playedAt,
    isAnnounced: row.isAnnounced,
    track: toTrackView(row.track),
    listenCount: row.listenCount,
    favoriteCount: row.favoriteCount,
    cheerCount: row.cheerCount,
    set: row.setId,
    dj: row.performer === null ? null : toPersonView(row.performer),
    room: row.stage,
  };
}

export function toFavoriteView(
  row: FavoriteRow,
  state: { favorited: boolean; fresh: boolean } = { favorited: true, fresh: false },
): FavoriteView {
  return {
    track: toTrackView(row.track),
    trackHistory: row.playId,
    set: row.setId,
    dj: row.performer === null ? null : toPersonView(row.performer),
    room: row.stage,
    timestamp: row.createdAt,
    ...state,
  };
}
