import type { Db } from "../client.ts";
import { listPendingRequests } from "./requests.ts";
import { listPlayedSets, listSetsFrom } from "./sets.ts";
import { selectPerformerStats } from "./stats.ts";

/** A performer's statistics, sets, requests and history, in one round trip. */
export async function readDesk(
  db: Db,
  performerId: string,
  { now, upcoming, played }: { now: number; upcoming: number; played: number },
) {
  const [[stats], upcomingSets, requests, playedSets] = await db.batch([
    selectPerformerStats(db, performerId),
    listSetsFrom(db, { performerId, now, limit: upcoming }),
    listPendingRequests(db, { performerId }, now),
    listPlayedSets(db, { of: { performerId }, now, limit: played }),
  ]);
  return { stats, upcomingSets, requests, playedSets };
}
