/** The data of a song, an artist and a label, for everyone. */
import type { AppContext } from "#app/context.ts";
import { toPersonView } from "#app/domains/people/people/views.ts";
import { AppError } from "#app/errors.ts";
import type {
  ArtistInput,
  ArtistProfileView,
  LabelInput,
  LabelProfileView,
  RecentPlayView,
  SongView,
  TrackInput,
  TrackProfileView,
} from "./contract/records.ts";
import { foldName } from "./identity.ts";
import { ownMedia } from "./own-media.ts";
import * as records from "./queries/records.ts";
import { findFavorite, findTrack } from "./queries/tracks.ts";
import { toTrackView } from "./views.ts";

const maxPlays = 20;
const maxSongs = 100;

/** A song, also by an earlier id. Throws `not-found`. */
export async function openTrack(
  ctx: Pick<AppContext, "clock" | "db" | "viewer">,
  input: TrackInput,
): Promise<TrackProfileView> {
  const found = await findTrack(ctx.db, input.track);
  if (found === undefined) throw new AppError("not-found");
  const { id } = found;
  const now = ctx.clock.now();
  const [record, artists, plays, favorite] = await Promise.all([
    records.findRecord(ctx.db, id, now),
    records.listTrackArtists(ctx.db, id),
    records.listRecentPlays(ctx.db, id, { now, limit: maxPlays }),
    ctx.viewer && findFavorite(ctx.db, { userId: ctx.viewer.id, trackId: id, now }),
  ]);
  if (record === undefined) throw new AppError("not-found");
  const { track, recording, labelName, djPlayCount, listenCount, favoriteCount, cheerCount } = record;
  return {
    ...toTrackView(track),
    artists: artists.map((artist) => ({ _id: artist.id, name: artist.name })),
    albumName: recording?.album ?? null,
    labelName,
    label: recording?.labelId ?? null,
    releaseDate: recording?.releasedOn ?? null,
    copyright: recording?.copyright ?? null,
    isrc: recording?.isrc ?? null,
    composer: recording?.composer ?? null,
    publisher: recording?.publisher ?? null,
    catalogueNumber: recording?.catalogueNumber ?? null,
    labelCode: recording?.labelCode ?? null,
    durationMs: recording?.durationMs ?? null,
    art: ownMedia(recording?.art),
    preview: ownMedia(recording?.preview),
    apple: recording?.apple ?? null,
    musicbrainz: recording?.musicbrainz ?? null,
    djPlayCount,
    listenCount,
    favoriteCount,
    cheerCount,
    favorited: favorite != null,
    tracks: plays.map(toRecentPlay),
  };
}

/** An artist with their songs, by id or by name. Throws `not-found`. */
export async function openArtist(ctx: AppContext, input: ArtistInput): Promise<ArtistProfileView> {
  const artist = await requireArtist(ctx, input);
  const { id, name, photoCredit } = artist;
  // A performer of this name may be someone else: their picture is not shown here.
  const photo = ownMedia(artist.photo);
  return {
    id,
    _id: id,
    name,
    photo,
    photoCredit: photo === null ? null : photoCredit,
    ...(await readSongs(ctx, { artistId: id })),
  };
}

/** An artist by id or by name. Throws `not-found`. */
export async function requireArtist(
  { db }: Pick<AppContext, "db">,
  { artist }: ArtistInput,
): Promise<records.ArtistRow> {
  const found =
    (await records.findArtist(db, artist)) ?? (await records.findArtistByKey(db, foldName(artist)));
  if (found === undefined) throw new AppError("not-found");
  return found;
}

/** A label with its songs. Throws `not-found`. */
export async function openLabel(
  ctx: Pick<AppContext, "clock" | "db">,
  input: LabelInput,
): Promise<LabelProfileView> {
  const row = await records.findLabel(ctx.db, input.label);
  if (row === undefined) throw new AppError("not-found");
  const { id, name, photo, urls, parentId } = row.label;
  return {
    id,
    _id: id,
    name,
    parent: parentId,
    parentLabelName: row.parentName,
    photo: ownMedia(photo),
    urls,
    ...(await readSongs(ctx, { labelId: id })),
  };
}

async function readSongs(ctx: Pick<AppContext, "clock" | "db">, source: records.SongSource) {
  const now = ctx.clock.now();
  const [totals, songs] = await Promise.all([
    records.countSongs(ctx.db, source, now),
    records.listSongs(ctx.db, source, { now, limit: maxSongs }),
  ]);
  return { ...totals, tracks: songs.map(toSong) };
}

function toSong(row: records.SongRow): SongView {
  const { track, art, lastPlayed, isAnnounced, listenCount, favoriteCount, cheerCount } = row;
  return {
    ...toTrackView(track),
    art: ownMedia(art),
    listenCount,
    favoriteCount,
    cheerCount,
    lastPlayed,
    isAnnounced: isAnnounced ?? false,
  };
}

function toRecentPlay(row: records.RecentPlayRow): RecentPlayView {
  const { id, playedAt, isAnnounced, performer, stage, set } = row;
  return {
    id,
    _id: id,
    timestamp: playedAt,
    isAnnounced,
    user: performer === null ? null : toPersonView(performer),
    room: stage,
    set,
  };
}
