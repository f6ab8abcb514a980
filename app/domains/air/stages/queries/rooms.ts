/** A room's reads from D1, and its writes through its outbox. */
import { and, eq, gt, inArray, isNull, lt, max, ne, not, type SQL, sql } from "drizzle-orm";
import { ownPlaces } from "#app/domains/people/accounts/queries/own-places.ts";
import type { Db } from "#db/client.ts";
import {
  blocks,
  broadcasts,
  chatPlaces,
  cheers,
  erasures,
  favorites,
  ingestCredentials,
  listens,
  sets,
  stages,
  tracks,
  users,
} from "#db/schema/index.ts";

/** Time after which everything written by the end of a broadcast, and the last of its sound, have arrived. */
const harvestAfterMs = 5 * 60_000;

/** One write as the outbox stores it. */
export interface Write {
  sql: string;
  params: (string | number | null)[];
}

export const toWrite = (query: { toSQL(): { sql: string; params: unknown[] } }): Write => {
  const { sql: text, params } = query.toSQL();
  return { sql: text, params: params as Write["params"] };
};

/**
 * The id if its row still exists, otherwise null: a write may reach D1 after the person or set that it names was
 * deleted.
 */
export function ifThere(db: Db, table: typeof users | typeof sets, id: string | null | undefined): SQL {
  return sql`(${db
    .select({ id: max(table.id) })
    .from(table)
    .where(eq(table.id, id ?? ""))})`;
}

/** The owner of a stream, by its public id. */
export async function findStreamOwner(
  db: Db,
  streamId: string,
): Promise<{ kind: "stage" | "performer"; ownerId: string } | undefined> {
  const [stage] = await db
    .select({ id: stages.id })
    .from(stages)
    .where(and(eq(stages.streamId, streamId), isNull(stages.deletedAt)))
    .limit(1);
  if (stage !== undefined) return { kind: "stage", ownerId: stage.id };
  const [credential] = await db
    .select({ ownerId: ingestCredentials.ownerId })
    .from(ingestCredentials)
    .where(and(eq(ingestCredentials.streamId, streamId), eq(ingestCredentials.kind, "performer")))
    .limit(1);
  return credential === undefined ? undefined : { kind: "performer", ownerId: credential.ownerId };
}

/** The performer of a profile, with the public id of their stream and the totals of their room. */
export async function findPerformer(db: Db, userId: string) {
  const [row] = await db
    .select({
      id: users.id,
      username: users.username,
      photo: users.photo,
      bannedAt: users.bannedAt,
      hideProfileStats: users.hideProfileStats,
      isPerformer: users.isPerformer,
      streamId: ingestCredentials.streamId,
    })
    .from(users)
    .leftJoin(
      ingestCredentials,
      and(eq(ingestCredentials.kind, "performer"), eq(ingestCredentials.ownerId, users.id)),
    )
    .where(eq(users.id, userId))
    .limit(1);
  if (row === undefined || row.bannedAt !== null) return undefined;
  const [favoriteCount, cheerCount] = await Promise.all([
    db.$count(favorites, eq(favorites.performerId, userId)),
    db.$count(cheers, eq(cheers.performerId, userId)),
  ]);
  return { ...row, favoriteCount, cheerCount };
}

/** The ids of the people whom this user has blocked. */
export async function listBlockedIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db.select({ id: blocks.blockedId }).from(blocks).where(eq(blocks.userId, userId));
  return rows.map(({ id }) => id);
}

/** Accepted sets that these performers have on other stages between `from` and `to`. */
export async function listSetsElsewhere(
  db: Db,
  input: { stageId: string; performerIds: string[]; from: number; to: number },
) {
  if (input.performerIds.length === 0) return [];
  return db
    .select({
      id: sets.id,
      stageId: sets.stageId,
      performerId: sets.performerId,
      startsAt: sets.startsAt,
      endsAt: sets.endsAt,
    })
    .from(sets)
    .where(
      and(
        eq(sets.status, "accepted"),
        // D1 binds at most 100 values per query.
        inArray(sets.performerId, input.performerIds.slice(0, 80)),
        ne(sets.stageId, input.stageId),
        gt(sets.endsAt, input.from),
        lt(sets.startsAt, input.to),
      ),
    )
    .limit(200);
}

export async function findTrackId(db: Db, key: string): Promise<string | undefined> {
  const [row] = await db.select({ id: tracks.id }).from(tracks).where(eq(tracks.key, key)).limit(1);
  return row?.id;
}

/** A broadcast started; this is also the stage's last time on air. */
export function beginBroadcast(db: Db, broadcast: typeof broadcasts.$inferInsert): Write[] {
  const performerId = ifThere(db, users, broadcast.performerId);
  const setId = ifThere(db, sets, broadcast.setId);
  const writes = [
    toWrite(
      db
        .insert(broadcasts)
        .values({ ...broadcast, performerId, setId })
        .onConflictDoNothing(),
    ),
  ];
  if (broadcast.stageId != null) {
    writes.push(
      toWrite(
        db
          .update(stages)
          .set({ lastStreamedAt: broadcast.startedAt })
          .where(eq(stages.id, broadcast.stageId)),
      ),
    );
  }
  return writes;
}

/** A broadcast ended, with its highest number of simultaneous listeners, and of those who listened for a while. */
export function endBroadcast(
  db: Db,
  input: {
    id: string;
    stageId: string | null;
    setId: string | null;
    endedAt: number;
    peakListeners: number;
    steadyPeak: number;
  },
): Write[] {
  const { endedAt, peakListeners, steadyPeak } = input;
  const writes = [
    toWrite(
      db
        .update(broadcasts)
        .set({ endedAt, peakListeners, steadyPeak, harvestDueAt: endedAt + harvestAfterMs })
        .where(eq(broadcasts.id, input.id)),
    ),
  ];
  if (input.stageId !== null) {
    writes.push(
      toWrite(db.update(stages).set({ lastStreamedAt: endedAt }).where(eq(stages.id, input.stageId))),
    );
  }
  if (input.setId !== null) {
    const highest = sql`max(${sets.peakListeners}, ${peakListeners})`;
    writes.push(toWrite(db.update(sets).set({ peakListeners: highest }).where(eq(sets.id, input.setId))));
  }
  return writes;
}

/** A cheer of a user whose account was deleted meanwhile is not stored. */
export function recordCheer(db: Db, cheer: typeof cheers.$inferInsert): Write[] {
  const { id, userId, stageId, performerId, setId, trackId, playId, cheeredAt, mediaAt, isHeard } = cheer;
  const value = (given: string | number | null | undefined, name: string) => sql`${given ?? null}`.as(name);
  const row = db
    .select({
      id: value(id, "id"),
      userId: users.id,
      stageId: value(stageId, "stage_id"),
      performerId: ifThere(db, users, performerId).as("performer_id"),
      setId: ifThere(db, sets, setId).as("set_id"),
      trackId: value(trackId, "track_id"),
      playId: value(playId, "play_id"),
      cheeredAt: value(cheeredAt, "cheered_at"),
      mediaAt: value(mediaAt, "media_at"),
      givenTo: value(null, "given_to"),
      isHeard: value(isHeard === true ? 1 : 0, "is_heard"),
    })
    .from(users)
    .where(eq(users.id, userId));
  return [toWrite(db.insert(cheers).select(row).onConflictDoNothing())];
}

/** Stores a listen; a user whose account was deleted meanwhile becomes anonymous. */
export function recordListen(
  db: Db,
  listen: typeof listens.$inferInsert,
  { isUser }: { isUser: boolean },
): Write[] {
  const { performance, listener, stageId, performerId, setId, listenedAt } = listen;
  const value = (given: string | number | null | undefined, name: string) => sql`${given ?? null}`.as(name);
  const one = {
    performance: value(performance, "performance"),
    listener: value(listener, "listener"),
    stageId: value(stageId, "stage_id"),
    performerId: ifThere(db, users, performerId).as("performer_id"),
    setId: ifThere(db, sets, setId).as("set_id"),
    listenedAt: value(listenedAt, "listened_at"),
  };
  // The parser takes what follows a bare select for a join condition.
  const row = isUser
    ? db.select(one).from(users).where(eq(users.id, listener))
    : db.select(one).from(sql`(select 1)`).where(sql`true`);
  return [toWrite(db.insert(listens).select(row).onConflictDoNothing())];
}

/**
 * Records that this place holds data of this user. Where their account was deleted meanwhile, the place is added to the
 * plan of its erasure instead, for the second pass.
 */
export function recordChatPlace(db: Db, { userId, room }: typeof chatPlaces.$inferInsert): Write[] {
  const row = db
    .select({ userId: users.id, room: sql`${room}`.as("room") })
    .from(users)
    .where(eq(users.id, userId));
  const isPlanned = sql`exists (select 1 from json_each(${erasures.plan}, '$.rooms') where value = ${room})`;
  const place = toWrite(db.insert(chatPlaces).select(row).onConflictDoNothing());
  if (ownPlaces(userId).includes(room)) return [place];
  return [
    place,
    toWrite(
      db
        .update(erasures)
        .set({ plan: sql`json_insert(${erasures.plan}, '$.rooms[#]', ${room})` })
        .where(and(eq(erasures.userId, userId), not(isPlanned))),
    ),
  ];
}
