/** The track of a reference. */
import type { AppContext } from "#app/context.ts";
import { insertTrack } from "#app/domains/air/tracklists/queries/tracklists.ts";
import type { Write } from "#db/client.ts";
import { identifyTrack, identityVersion, spelledPlainly, type TrackIdentity } from "../../tracks/identity.ts";
import { resolveTrackId } from "../../tracks/track-id.ts";
import { findTrackIds, type ReferenceRow } from "../queries/references.ts";
import { linkReference, listUnlinked } from "../queries/unlinked-references.ts";

type Deps = Pick<AppContext, "db" | "clock" | "ids">;

const unlinkedAtOnce = 500;

/** The identity of the track by its tags; null for one without a title. */
export function identityOf({
  title,
  artists,
}: Pick<ReferenceRow, "title" | "artists">): TrackIdentity | null {
  return title === "" ? null : identifyTrack(artists.join(", "), title);
}

/**
 * The track that a reference names, for a play that the ear has found: its id, and the writes that store it where no
 * one has played it before, and link the reference. Null without a title.
 */
export async function nameReference(ctx: Deps, reference: ReferenceRow) {
  const identity = identityOf(reference);
  if (identity === null) return null;
  const { key, artist, title, artists } = identity;
  const id = reference.trackId ?? (await resolveTrackId(ctx.db, key));
  const createdAt = ctx.clock.now();
  const credited = artists.map((each) => ({ ...each, id: ctx.ids.next(), createdAt }));
  const track = spelledPlainly({ id, key, keyVersion: identityVersion, artist, title, createdAt });
  const writes: Write[] = [
    ...(reference.trackId === null ? insertTrack(ctx.db, track, credited) : []),
    linkReference(ctx.db, reference.id, id),
  ];
  return { id, artist, title, writes };
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
      await linkReference(ctx.db, row.id, trackId);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < unlinkedAtOnce) return;
    after = last.id;
  }
}
