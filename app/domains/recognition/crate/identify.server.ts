/** Which track a reference is of, and what its tags tell about the recording. */
import type { AppContext } from "#app/context.ts";
import type { Write } from "#db/client.ts";
import { findLabelId, insertLabel } from "#db/queries/records.ts";
import {
  fillRecording,
  findTrackIds,
  linkReference,
  listUnlinked,
  type ReferenceRow,
} from "#db/queries/references.ts";
import { insertTrack } from "#db/queries/tracklists.ts";
import { foldName, identifyTrack, identityVersion, type TrackIdentity } from "../../tracks/identity.ts";
import { resolveTrackId } from "../../tracks/track-id.ts";

type Tags = Pick<
  ReferenceRow,
  "title" | "artists" | "isrc" | "composer" | "label" | "catalogueNumber" | "trackId"
>;
type Deps = Pick<AppContext, "db" | "clock" | "ids">;

const unlinkedAtOnce = 500;

/** The identity of the track by its tags; null for one without a title. */
export function identityOf({ title, artists }: Pick<Tags, "title" | "artists">): TrackIdentity | null {
  return title === "" ? null : identifyTrack(artists.join(", "), title);
}

/**
 * The track that a reference names, for a play that the ear has found: its id, and the writes that store it where no
 * one has played it before, link the reference and fill what is not known of the recording. Null without a title.
 */
export async function nameReference(ctx: Deps, reference: ReferenceRow) {
  const identity = identityOf(reference);
  if (identity === null) return null;
  const { key, artist, title, artists } = identity;
  const id = reference.trackId ?? (await resolveTrackId(ctx.db, key));
  const createdAt = ctx.clock.now();
  const credited = artists.map((each) => ({ ...each, id: ctx.ids.next(), createdAt }));
  const track = { id, key, keyVersion: identityVersion, artist, title, createdAt };
  const writes: Write[] = [
    ...(reference.trackId === null ? insertTrack(ctx.db, track, credited) : []),
    linkReference(ctx.db, reference.id, id),
    ...(await recordingWrites(ctx, { ...reference, trackId: id })),
  ];
  return { id, artist, title, writes };
}

/** The writes that fill what is not known of a recording; none where its track has not been played. */
export async function recordingWrites(ctx: Deps, tags: Tags): Promise<Write[]> {
  const { trackId, isrc, composer, label, catalogueNumber } = tags;
  if (trackId === null) return [];
  if (isrc === null && composer === null && label === null && catalogueNumber === null) return [];
  const labelId = label === null ? null : await labelOf(ctx, label);
  return [fillRecording(ctx.db, trackId, { isrc, composer, catalogueNumber, labelId })];
}

async function labelOf({ db, ids, clock }: Deps, name: string): Promise<string> {
  const [id, key] = [ids.next(), foldName(name)];
  const known = await findLabelId(db, { id, key });
  return known ?? insertLabel(db, { id, key, name, createdAt: clock.now() });
}

/**
 * Links references to tracks that were played since they came. A crate is private: it makes no track of its own, which
 * everyone could find.
 */
export async function linkReferences(ctx: Deps): Promise<void> {
  for (let after = ""; ; ) {
    const rows = await listUnlinked(ctx.db, after, unlinkedAtOnce);
    const keys = new Map(rows.map((row) => [row.id, identityOf(row)?.key ?? ""]));
    const known = await findTrackIds(ctx.db, [...keys.values()]);
    for (const row of rows) {
      const trackId = known.get(keys.get(row.id) ?? "");
      if (trackId === undefined) continue;
      const filled = await recordingWrites(ctx, { ...row, trackId });
      await ctx.db.batch([linkReference(ctx.db, row.id, trackId), ...filled]);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < unlinkedAtOnce) return;
    after = last.id;
  }
}
