/** Files of one crate that are one recording. */
import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Db } from "#db/client.ts";
import { trackReferences } from "#db/schema/index.ts";
import { idsIn, type ReferenceRow } from "./references.ts";

/** A file of a crate, and those of these references that are standing files of the same crate, in their order. */
export async function listCratePeers(db: Db, id: string, among: readonly string[]): Promise<ReferenceRow[]> {
  const own = alias(trackReferences, "own");
  const owner = db.select({ id: own.ownerId }).from(own).where(eq(own.id, id));
  const rows = await db
    .select()
    .from(trackReferences)
    .where(
      and(
        inArray(trackReferences.id, idsIn([id, ...among])),
        sql`${trackReferences.ownerId} = ${owner}`,
        eq(trackReferences.grade, "A"),
        isNull(trackReferences.sameAs),
        isNull(trackReferences.expiresAt),
      ),
    );
  const places = new Map([id, ...among].map((each, place) => [each, place]));
  const sorted = rows.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
  return sorted[0]?.id === id ? sorted : [];
}

/**
 * Makes a file stand for a shorter one of its crate, and for what that one stood for there. Files of others, which are
 * as long as that one, stand for themselves: the oldest for all.
 */
export function standForFile(db: Db, { id, instead }: { id: string; instead: string }) {
  const owner = sql`(select owner_id from track_references where id = ${instead})`;
  const heir = sql`(select min(other.id) from track_references as other
    where other.same_as = ${instead} and other.owner_id is not ${owner})`;
  const isStoodFor = eq(trackReferences.sameAs, instead);
  return [
    db
      .update(trackReferences)
      .set({ sameAs: id })
      .where(
        or(eq(trackReferences.id, instead), and(isStoodFor, sql`${trackReferences.ownerId} = ${owner}`)),
      ),
    db
      .update(trackReferences)
      .set({ sameAs: sql`nullif(${heir}, ${trackReferences.id})` })
      .where(isStoodFor),
  ] as const;
}
