/** People's facts about recordings beyond their names: each for reports of their own plays. */
import { and, asc, eq, inArray, isNull, notExists, or } from "drizzle-orm";
import { idsIn } from "#app/domains/music/recognition/queries/references.ts";
import type { Db } from "#db/client.ts";
import { tracklistEvidence, trackReferences } from "#db/schema/index.ts";
import { retractionOf } from "./retractions.ts";

/** The words of the performer and of managers in this performance, and the performer's own in others, the oldest first. */
export async function listSaid(
  db: Db,
  { id, performerId }: { id: string; performerId: string },
  trackIds: readonly string[],
) {
  return db
    .select({
      trackId: tracklistEvidence.trackId,
      kind: tracklistEvidence.kind,
      performance: tracklistEvidence.performance,
      details: tracklistEvidence.details,
    })
    .from(tracklistEvidence)
    .where(
      and(
        inArray(tracklistEvidence.trackId, idsIn(trackIds)),
        or(
          and(eq(tracklistEvidence.act, "describe"), eq(tracklistEvidence.performance, id)),
          and(
            eq(tracklistEvidence.userId, performerId),
            or(
              and(eq(tracklistEvidence.act, "describe"), eq(tracklistEvidence.kind, "performer")),
              and(eq(tracklistEvidence.act, "heard"), eq(tracklistEvidence.kind, "history")),
            ),
          ),
        ),
        notExists(retractionOf(db, tracklistEvidence)),
      ),
    )
    .orderBy(asc(tracklistEvidence.at), asc(tracklistEvidence.id));
}

/** The tags of a performer's own files of these tracks, the oldest file first. */
export async function listTags(db: Db, ownerId: string, trackIds: readonly string[]) {
  return db
    .select({
      trackId: trackReferences.trackId,
      isrc: trackReferences.isrc,
      composer: trackReferences.composer,
      label: trackReferences.label,
      catalogueNumber: trackReferences.catalogueNumber,
    })
    .from(trackReferences)
    .where(
      and(
        inArray(trackReferences.trackId, idsIn(trackIds)),
        eq(trackReferences.ownerId, ownerId),
        eq(trackReferences.grade, "A"),
        isNull(trackReferences.expiresAt),
      ),
    )
    .orderBy(asc(trackReferences.id));
}
