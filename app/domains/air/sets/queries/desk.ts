import { eq } from "drizzle-orm";
import { selectPerformerStats } from "#app/domains/value/stats/queries/stats.ts";
import type { Db } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { listPendingRequests } from "./requests.ts";
import { listSetsFrom } from "./sets.ts";

/** A performer's statistics, settings, coming sets and requests, in one round trip. */
export async function readDesk(
  db: Db,
  performerId: string,
  { now, upcoming }: { now: number; upcoming: number },
) {
  const [[stats], [performer], upcomingSets, requests] = await db.batch([
    selectPerformerStats(db, performerId),
    db
      .select({
        program: users.program,
        isReplayChoiceOpen: users.isReplayChoiceOpen,
        profileOnConnect: users.profileOnConnect,
      })
      .from(users)
      .where(eq(users.id, performerId)),
    listSetsFrom(db, { performerId, now, limit: upcoming }),
    listPendingRequests(db, { performerId }, now),
  ]);
  return { stats, performer, upcomingSets, requests };
}
