import type { Db } from "../client.ts";
import { listPendingRequests } from "./requests.ts";
import { listSetsFrom } from "./sets.ts";
import { selectPerformerStats } from "./stats.ts";

/** A performer's statistics, coming sets and requests, in one round trip. */
export async function readDesk(
  db: Db,
  performerId: string,
  { now, upcoming }: { now: number; upcoming: number },
) {
  const [[stats], upcomingSets, requests] = await db.batch([
    selectPerformerStats(db, performerId),
    listSetsFrom(db, { performerId, now, limit: upcoming }),
    listPendingRequests(db, { performerId }, now),
  ]);
  return { stats, upcomingSets, requests };
}
