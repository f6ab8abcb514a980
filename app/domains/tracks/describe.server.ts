/** Data about recordings and labels, as entered by operators. Callers guard. */
import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import * as records from "#db/queries/records.ts";
import { findTrack } from "#db/queries/tracks.ts";
import type { DescribeLabelCommand, DescribeTrackCommand } from "./contract/descriptions.ts";
import type { LabelProfileView, TrackProfileView } from "./contract/records.ts";
import { foldName } from "./identity.ts";
import { openLabel, openTrack } from "./records.server.ts";

/** Throws `not-found` for an unknown track. */
export async function describeTrack(ctx: AppContext, input: DescribeTrackCommand): Promise<TrackProfileView> {
  const track = await findTrack(ctx.db, input.track);
  if (track === undefined) throw new AppError("not-found");
  await records.describeTrack(ctx.db, track.id, {
    album: orNone(input.album),
    labelId: await labelOf(ctx, input.label),
    releasedOn: orNone(input.released),
    copyright: orNone(input.copyright),
    art: orNone(input.art),
    preview: orNone(input.preview),
    apple: orNone(input.apple),
    spotify: orNone(input.spotify),
  });
  return openTrack(ctx, { track: track.id });
}

/** Throws `conflict` for a label that would be its own parent. */
export async function describeLabel(ctx: AppContext, input: DescribeLabelCommand): Promise<LabelProfileView> {
  const [label, parentId] = [await getLabel(ctx, input.label), await labelOf(ctx, input.parent)];
  if (parentId === label) throw new AppError("conflict", { message: "A label cannot belong to itself." });
  await records.updateLabel(ctx.db, label, { parentId, photo: orNone(input.photo), urls: input.urls });
  return openLabel(ctx, { label });
}

/** A field that was left out stays undefined; an empty one is null. */
const orNone = (text: string | undefined) => (text === "" ? null : text);

async function labelOf(ctx: AppContext, name: string | undefined): Promise<string | null | undefined> {
  if (name === undefined) return undefined;
  return name === "" ? null : getLabel(ctx, name);
}

/** The id of a label by id or name; a label with a new name is created. */
async function getLabel(ctx: AppContext, idOrName: string): Promise<string> {
  const key = foldName(idOrName);
  const known = await records.findLabelId(ctx.db, { id: idOrName, key });
  if (known !== undefined) return known;
  return records.insertLabel(ctx.db, { id: ctx.ids.next(), key, name: idOrName, createdAt: ctx.clock.now() });
}
