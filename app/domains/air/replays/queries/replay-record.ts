/** Tracks, cheers and favorites from a replay's recording time; and who has listened to it since. */
import { and, asc, between, count, desc, eq, gte, isNull, lte, not, sql } from "drizzle-orm";
import { playCounts } from "#app/domains/value/stats/queries/counts.ts";
import type { Db } from "#db/client.ts";
import { broadcasts, cheers, favorites, plays, replayListens, replays, tracks } from "#db/schema/index.ts";

/** More than happens in the longest of sets. */
const maxPlays = 1_000;
const maxReactions = 20_000;
/** A reaction comes at most so much later than the sound that it is given for: a room keeps less of it. */
export const maxLateMs = 60_000;

/** A performance: where and when it was on air. */
export interface Performed {
  performance: string;
  setId: string | null;
  stageId: string | null;
  performerId: string | null;
  /** Both epoch ms, and inclusive. */
  from: number;
  until: number;
}

/** True for rows in this room; on a profile, for its performer's. */
function inRoom(
  table: typeof plays | typeof cheers | typeof favorites,
  { stageId, performerId }: Pick<Performed, "stageId" | "performerId">,
) {
  return stageId === null
    ? and(eq(table.performerId, performerId ?? ""), isNull(table.stageId))
    : eq(table.stageId, stageId);
}

/** The tracks of the set, or of the broadcasts of the performance, by time; also those that its performer hides. */
export async function listPerformedPlays(db: Db, performed: Performed) {
  const { setId, performance } = performed;
  const query = db
    .select({
      id: plays.id,
      playedAt: plays.playedAt,
      endedAt: plays.endedAt,
      source: plays.source,
      confidence: plays.confidence,
      hiddenUntil: plays.hiddenUntil,
      listenCount: plays.listenCount,
      track: tracks,
      ...playCounts(db, plays.id),
    })
    .from(plays)
    .innerJoin(tracks, eq(tracks.id, plays.trackId))
    .$dynamic();
  const which =
    setId === null
      ? query
          .innerJoin(broadcasts, eq(broadcasts.id, plays.broadcastId))
          .where(
            and(
              inRoom(plays, performed),
              not(plays.isRemoved),
              gte(plays.playedAt, performed.from),
              lte(plays.playedAt, performed.until),
              eq(broadcasts.performance, performance),
            ),
          )
      : query.where(and(eq(plays.setId, setId), not(plays.isRemoved)));
  const rows = await which.orderBy(desc(plays.playedAt), desc(plays.id)).limit(maxPlays);
  return rows.toReversed();
}

/** Returns the times when the sound was on air that cheers were given for, by time. */
export function listPerformedCheers(db: Db, performed: Performed): Promise<number[]> {
  return listReactedSound(db, cheers, cheers.cheeredAt, performed);
}

/** The same of favorites that still are. */
export function listPerformedFavorites(db: Db, performed: Performed): Promise<number[]> {
  return listReactedSound(db, favorites, favorites.createdAt, performed);
}

/** `reactedAt`: when each was given. Of one whose sound is not known that is taken for it. */
async function listReactedSound(
  db: Db,
  table: typeof cheers | typeof favorites,
  reactedAt: typeof cheers.cheeredAt | typeof favorites.createdAt,
  performed: Performed,
): Promise<number[]> {
  const { setId, from, until } = performed;
  const soundAt = sql<number>`coalesce(${table.mediaAt}, ${reactedAt})`;
  const rows = await db
    .select({ at: soundAt })
    .from(table)
    .where(
      and(
        inRoom(table, performed),
        setId === null ? undefined : eq(table.setId, setId),
        gte(reactedAt, from),
        lte(reactedAt, until + maxLateMs),
        between(soundAt, from, until),
      ),
    )
    .orderBy(asc(soundAt))
    .limit(maxReactions);
  return rows.map(({ at }) => at);
}

/** Counts a listener of a replay once, however often they return. */
export async function insertReplayListen(db: Db, listen: typeof replayListens.$inferInsert): Promise<void> {
  const { replayId } = listen;
  const inserted = await db.insert(replayListens).values(listen).onConflictDoNothing().returning();
  if (inserted.length === 0) return;
  const listeners = db.select({ n: count() }).from(replayListens).where(eq(replayListens.replayId, replayId));
  await db
    .update(replays)
    .set({ listenCount: sql`(${listeners})` })
    .where(eq(replays.id, replayId));
}
