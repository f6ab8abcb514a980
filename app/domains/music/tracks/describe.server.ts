/** Data about recordings, artists and labels, as entered by operators. Callers guard. */
import type { AppContext } from "#app/context.ts";
import { pictureWidths } from "#app/domains/base/pictures/contract.ts";
import { discardPictures } from "#app/domains/base/pictures/keep.server.ts";
import { listPicturesOf } from "#app/domains/base/pictures/queries/pictures.ts";
import { picturePath } from "#app/domains/base/pictures/rules.ts";
import { AppError } from "#app/errors.ts";
import { removeArtistPicture as removePicture } from "../enrichment/queries/artist-pictures.ts";
import type { DescribeLabelCommand, DescribeTrackCommand } from "./contract/descriptions.ts";
import type {
  ArtistInput,
  ArtistProfileView,
  LabelProfileView,
  TrackProfileView,
} from "./contract/records.ts";
import { foldName } from "./identity.ts";
import * as records from "./queries/records.ts";
import { findTrack } from "./queries/tracks.ts";
import { openArtist, openLabel, openTrack, requireArtist } from "./records.server.ts";

/** Throws `not-found` for an unknown track. */
export async function describeTrack(ctx: AppContext, input: DescribeTrackCommand): Promise<TrackProfileView> {
  const track = await findTrack(ctx.db, input.track);
  if (track === undefined) throw new AppError("not-found");
  await records.describeTrack(ctx.db, track.id, {
    isrc: orNone(input.isrc),
    composer: orNone(input.composer),
    publisher: orNone(input.publisher),
    catalogueNumber: orNone(input.catalogueNumber),
    labelCode: orNone(input.labelCode),
    durationMs: input.durationMs === 0 ? null : input.durationMs,
    album: orNone(input.album),
    labelId: await labelOf(ctx, input.label),
    releasedOn: orNone(input.released),
    copyright: orNone(input.copyright),
    art: orNone(input.art),
    preview: orNone(input.preview),
    apple: orNone(input.apple),
    spotify: orNone(input.spotify),
  });
  if (input.art !== undefined) await discardOthers(ctx, track.id, input.art);
  return openTrack(ctx, { track: track.id });
}

/** Deletes the picture of an artist for good: none is looked for any more. Throws `not-found`. */
export async function removeArtistPicture(ctx: AppContext, input: ArtistInput): Promise<ArtistProfileView> {
  const { id } = await requireArtist(ctx, input);
  await removePicture(ctx.db, id, ctx.clock.now());
  await discardOthers(ctx, id, null);
  ctx.log.info("artist-picture-removed", { artist: id });
  return openArtist(ctx, { artist: id });
}

/** Pictures that were stored for a track or an artist, and that are not shown any more. */
async function discardOthers(ctx: AppContext, ownerId: string, shown: string | null): Promise<void> {
  const paths = (await listPicturesOf(ctx.db, ownerId)).map(({ id, kind }) =>
    picturePath(id, pictureWidths[kind][0]),
  );
  await discardPictures(
    ctx,
    paths.filter((path) => path !== shown),
  );
}

/** Throws `conflict` for a label that would be its own parent. */
export async function describeLabel(
  ctx: Pick<AppContext, "clock" | "db" | "ids">,
  input: DescribeLabelCommand,
): Promise<LabelProfileView> {
  const [label, parentId] = [await getLabel(ctx, input.label), await labelOf(ctx, input.parent)];
  if (parentId === label) throw new AppError("conflict", { message: "A label cannot belong to itself." });
  await records.updateLabel(ctx.db, label, { parentId, photo: orNone(input.photo), urls: input.urls });
  return openLabel(ctx, { label });
}

/** A field that was left out stays undefined; an empty one is null. */
const orNone = (text: string | undefined) => (text === "" ? null : text);

async function labelOf(
  ctx: Pick<AppContext, "clock" | "db" | "ids">,
  name: string | undefined,
): Promise<string | null | undefined> {
  if (name === undefined) return undefined;
  return name === "" ? null : getLabel(ctx, name);
}

/** The id of a label by id or name; a label with a new name is created. */
export async function getLabel(
  ctx: Pick<AppContext, "db" | "ids" | "clock">,
  idOrName: string,
): Promise<string> {
  const key = foldName(idOrName);
  const known = await records.findLabelId(ctx.db, { id: idOrName, key });
  if (known !== undefined) return known;
  return records.insertLabel(ctx.db, { id: ctx.ids.next(), key, name: idOrName, createdAt: ctx.clock.now() });
}
