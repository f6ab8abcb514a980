/** Replays that may be open to everyone, for feeds and search engines: the rule of rights decides about each of them. */
import { and, asc, count, eq, inArray } from "drizzle-orm";
import type { Db } from "../client.ts";
import { replays } from "../schema/index.ts";
import { type ReplayRow, selectReplays } from "./replays.ts";

/** Complete ones of a stage or a performer that may be in feeds, newest first. */
export function listFeedReplays(
  db: Db,
  of: { stageId: string } | { performerId: string },
  limit: number,
): Promise<ReplayRow[]> {
  const owner = "stageId" in of ? eq(replays.stageId, of.stageId) : eq(replays.performerId, of.performerId);
  const isInFeed = and(eq(replays.isInFeed, true), inArray(replays.visibility, ["day", "always"]));
  return selectReplays(db, and(owner, eq(replays.status, "ready"), isInFeed), limit);
}

const isLasting = and(eq(replays.status, "ready"), eq(replays.visibility, "always"));

/** How many are complete and stay. */
export async function countLastingReplays(db: Db): Promise<number> {
  const [row] = await db.select({ n: count() }).from(replays).where(isLasting);
  return row?.n ?? 0;
}

/** One page of them: in the order of creation, so that a page stays the same while others are added. */
export function listLastingReplays(
  db: Db,
  { offset, limit }: { offset: number; limit: number },
): Promise<ReplayRow[]> {
  const page = db
    .select({ id: replays.id })
    .from(replays)
    .where(isLasting)
    .orderBy(asc(replays.id))
    .limit(limit)
    .offset(offset);
  return selectReplays(db, inArray(replays.id, page), limit);
}
