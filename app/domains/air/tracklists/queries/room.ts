/** Whether a tracklist still has room when rows are stored. */
import { and, eq, isNotNull, notInArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { tracklistEvidence } from "#db/schema/index.ts";

/** Whether people have said more of it since than `spare` rows. */
export function isRoomTaken(
  db: Db,
  performance: string,
  { said, spare }: { said: number; spare: number },
): SQL {
  const isSaid = and(
    eq(tracklistEvidence.performance, performance),
    isNotNull(tracklistEvidence.userId),
    notInArray(tracklistEvidence.kind, ["listener", "ear"]),
  );
  return sql`${db.$count(tracklistEvidence, isSaid)} > ${said + spare}`;
}

/** Whether it has as many suggestions as all listeners, or as this one, may make. */
export function isFullOfSuggestions(
  db: Db,
  performance: string,
  { userId, ofAll, ofOne }: { userId: string; ofAll: number; ofOne: number },
): SQL {
  const isSuggested = and(
    eq(tracklistEvidence.performance, performance),
    eq(tracklistEvidence.act, "suggest"),
  );
  const isOwn = and(isSuggested, eq(tracklistEvidence.userId, userId));
  return sql`${db.$count(tracklistEvidence, isSuggested)} >= ${ofAll}
    or ${db.$count(tracklistEvidence, isOwn)} >= ${ofOne}`;
}
