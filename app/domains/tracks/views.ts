import type { FavoriteRow, PlayRow, TrackRow } from "#db/queries/tracks.ts";
import { toPersonView } from "../people/views.ts";
import type { FavoriteView, PlayView, TrackView } from "./contract/tracks.ts";

export function toTrackView(track: TrackRow): TrackView {
  return {
    id: track.id,
    _id: track.id,
    title: track.title,
    artist: track.artist,
    spotify: track.spotify,
  };
}

export function toPlayView(row: PlayRow): PlayView {
  return {
    id: row.id,
    _id: row.id,
    timestamp: row.playedAt,
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
