/** References whose track nobody had played when they came, and their link to it. */
import { and, asc, eq, gt, isNull } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { trackReferences } from "#db/schema/index.ts";
import type { ReferenceRow } from "./references.ts";

/** References with a name whose track nobody had played when they came, after this one, by id. */
export async function listUnlinked(db: Db, after: string, limit: number): Promise<ReferenceRow[]> {
  return db
    .select()
    .from(trackReferences)
    .where(
      and(
        isNull(trackReferences.trackId),
        eq(trackReferences.grade, "A"),
        isNull(trackReferences.expiresAt),
        gt(trackReferences.id, after),
      ),
    )
    .orderBy(asc(trackReferences.id))
    .limit(limit);
}

export function linkReference(db: Db, id: string, trackId: string) {
  return db.update(trackReferences).set({ trackId }).where(eq(trackReferences.id, id));
}
