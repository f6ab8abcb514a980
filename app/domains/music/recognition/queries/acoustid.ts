/** References about which AcoustID is to be asked, and what it has said. */
import { and, asc, eq, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { acoustidFingerprints, recordings, trackReferences } from "#db/schema/index.ts";

/** Inserts a fingerprint with the reference that it is about, which must be inserted before it. */
export const insertFingerprint = (db: Db, referenceId: string, fingerprint: string, dueAt: number) =>
  db.insert(acoustidFingerprints).values({ referenceId, fingerprint, dueAt });

export type ReferenceToAsk = Awaited<ReturnType<typeof listReferencesToAsk>>[number];

/** Those that have waited longest. */
export function listReferencesToAsk(db: Db, { now, limit }: { now: number; limit: number }) {
  return db
    .select({
      id: trackReferences.id,
      trackId: trackReferences.trackId,
      title: trackReferences.title,
      artists: trackReferences.artists,
      durationMs: trackReferences.durationMs,
      fingerprint: acoustidFingerprints.fingerprint,
    })
    .from(acoustidFingerprints)
    .innerJoin(trackReferences, eq(trackReferences.id, acoustidFingerprints.referenceId))
    .where(and(lte(acoustidFingerprints.dueAt, now), isNull(trackReferences.expiresAt)))
    .orderBy(asc(acoustidFingerprints.dueAt), asc(trackReferences.id))
    .limit(limit);
}

/** Postpones the request after a failure. */
export async function askLater(db: Db, referenceId: string, dueAt: number): Promise<void> {
  await db
    .update(acoustidFingerprints)
    .set({ dueAt })
    .where(eq(acoustidFingerprints.referenceId, referenceId));
}

/**
 * Stores AcoustID's answer about a reference, or null; its fingerprint is deleted. Only what its tags lack is filled. A
 * track that MusicBrainz was not found to have is asked for again, with the recording's id.
 */
export async function noteAcoustId(
  db: Db,
  { id, trackId }: { id: string; trackId: string | null },
  found: { musicbrainz: string; isrc: string | null } | null,
  askedAt: number,
): Promise<void> {
  const said = found && {
    musicbrainz: found.musicbrainz,
    isrc: sql`coalesce(nullif(${trackReferences.isrc}, ''), ${found.isrc})`,
  };
  const asked = db
    .update(trackReferences)
    .set({ acoustidAskedAt: askedAt, ...said })
    // A reference that was deleted meanwhile stays empty.
    .where(and(eq(trackReferences.id, id), isNull(trackReferences.expiresAt)));
  const gone = db.delete(acoustidFingerprints).where(eq(acoustidFingerprints.referenceId, id));
  if (found === null || trackId === null) return void (await db.batch([asked, gone]));
  const again = db
    .update(recordings)
    .set({ musicbrainzAskedAt: null })
    .where(and(eq(recordings.trackId, trackId), isNull(recordings.musicbrainz)));
  await db.batch([asked, gone, again]);
}
