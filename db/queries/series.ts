import { and, asc, eq } from "drizzle-orm";
import type { Db } from "../client.ts";
import { sets } from "../schema/index.ts";

/** The sets that came from one request and that this performer plays, cancelled ones too, by start. */
export async function listSeries(
  db: Db,
  { requestId, performerId }: { requestId: string; performerId: string },
) {
  return db
    .select({ id: sets.id, startsAt: sets.startsAt, endsAt: sets.endsAt, status: sets.status })
    .from(sets)
    .where(and(eq(sets.requestId, requestId), eq(sets.performerId, performerId)))
    .orderBy(asc(sets.startsAt), asc(sets.id));
}
