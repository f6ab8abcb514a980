/** Replays that may be open to everyone, for feeds and search engines: the rule of rights decides about each of them. */
import { and, asc, count, eq, inArray, isNull, notExists, or, sql } from "drizzle-orm";
import { isBetween } from "#app/domains/people/people/queries/relations.ts";
import type { Db } from "#db/client.ts";
import { blocks, replays, stages } from "#db/schema/index.ts";
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

/**
 * Complete ones of all stages and performers, newest first, by their start and id; `before` is the last one of the page
 * before. Without performers who have blocked the viewer or are blocked by them. Whom the rule of rights surely refuses
 * is left out here, so that pages are filled with few reads.
 */
export function listLatestReplays(
  db: Db,
  { viewerId, limit, before }: { viewerId: string; limit: number; before?: Before | undefined },
): Promise<ReplayRow[]> {
  const isBlocked = db
    .select({ userId: blocks.userId })
    .from(blocks)
    .where(isBetween(viewerId, replays.performerId));
  const where = and(
    // Literally, as in the index.
    sql`${replays.status} = 'ready' and ${replays.visibility} in ('day', 'always')`,
    before && sql`(${replays.startedAt}, ${replays.id}) < (${before.startedAt}, ${before.id})`,
    or(isNull(replays.stageId), eq(stages.keepsReplays, true)),
    notExists(isBlocked),
  );
  return selectReplays(db, where, limit);
}

/** The last one of a page. */
export interface Before {
  startedAt: number;
  id: string;
}

const isLasting = and(eq(replays.status, "ready"), eq(replays.visibility, "always"));

/** Counts replays that are complete and stay. */
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
