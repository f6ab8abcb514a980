import { and, asc, count, eq, gt, inArray, isNull, lte, not, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { named } from "#app/domains/people/people/queries/named.ts";
import type { Db } from "#db/client.ts";
import { setRequests, sets, stageManagers, stages, users } from "#db/schema/index.ts";
import { isStillAsAsked } from "./set-changes.ts";

export type SetRequestRow = Awaited<ReturnType<typeof selectRequests>>[number];

const performer = alias(users, "performer");
const requestor = alias(users, "requestor");
const player = alias(users, "player");

/** Requests with their stage, performer and requester, by their first start. */
function selectRequests(db: Db, where: ReturnType<typeof and>) {
  return db
    .select({
      id: setRequests.id,
      kind: setRequests.kind,
      setId: setRequests.setId,
      fromStartsAt: setRequests.fromStartsAt,
      fromEndsAt: setRequests.fromEndsAt,
      /** The performer of the set that it is about. */
      playerId: named(player.id, "player_id"),
      playerName: named(player.username, "player_name"),
      playerPhoto: named(player.photo, "player_photo"),
      stage: { id: named(stages.id, "stage_id"), name: named(stages.name, "stage_name") },
      performer: {
        id: named(performer.id, "performer_id"),
        username: named(performer.username, "performer_name"),
        photo: named(performer.photo, "performer_photo"),
      },
      requestor: {
        id: named(requestor.id, "requestor_id"),
        username: named(requestor.username, "requestor_name"),
        photo: named(requestor.photo, "requestor_photo"),
      },
      name: setRequests.name,
      description: setRequests.description,
      startsAt: setRequests.startsAt,
      endsAt: setRequests.endsAt,
      weeks: setRequests.weeks,
      timeZone: setRequests.timeZone,
      mixcloud: setRequests.mixcloud,
      mixcloudName: setRequests.mixcloudName,
      status: setRequests.status,
      settledAt: setRequests.settledAt,
    })
    .from(setRequests)
    .innerJoin(stages, eq(stages.id, setRequests.stageId))
    .innerJoin(performer, eq(performer.id, setRequests.performerId))
    .innerJoin(requestor, eq(requestor.id, setRequests.requestorId))
    .leftJoin(sets, eq(sets.id, setRequests.setId))
    .leftJoin(player, eq(player.id, sets.performerId))
    .where(where)
    .orderBy(asc(setRequests.startsAt), asc(setRequests.id))
    .limit(200);
}

export async function findRequest(db: Db, id: string): Promise<SetRequestRow | undefined> {
  const [row] = await selectRequests(db, eq(setRequests.id, id));
  return row;
}

/** Unanswered, and can still be answered: neither its own start nor that of the set it is about has come. */
const isWaiting = (db: Db, now: number) =>
  and(
    eq(setRequests.status, "pending"),
    gt(setRequests.startsAt, now),
    or(isNull(setRequests.setId), and(gt(setRequests.fromStartsAt, now), isStillAsAsked(db))),
  );

/**
 * Requests that wait for an answer: about a performer, including their own sets that are offered to substitutes, about
 * a stage, or about one set. Runs when it is awaited, or in a batch.
 */
export function listPendingRequests(
  db: Db,
  of: { performerId: string } | { stageId: string } | { setId: string },
  now: number,
) {
  if ("stageId" in of)
    return selectRequests(db, and(eq(setRequests.stageId, of.stageId), isWaiting(db, now)));
  if ("setId" in of) return selectRequests(db, and(eq(setRequests.setId, of.setId), isWaiting(db, now)));
  const { performerId } = of;
  const played = alias(sets, "played");
  const ahead = db
    .select({ id: played.id })
    .from(played)
    .where(and(eq(played.performerId, performerId), gt(played.startsAt, now)));
  return selectRequests(
    db,
    and(or(eq(setRequests.performerId, performerId), inArray(setRequests.setId, ahead)), isWaiting(db, now)),
  );
}

/**
 * Counts the requests that wait for this user's answer: those of stages and of other performers to them as a performer,
 * and those of performers to the stages that they manage.
 */
export async function countWaitingRequests(
  db: Db,
  userId: string,
  now: number,
): Promise<{ djs: number; managers: number }> {
  const [djs, managers] = await Promise.all([
    db.$count(setRequests, and(isWaiting(db, now), eq(setRequests.performerId, userId), not(isByPerformer))),
    db.$count(setRequests, waitsForManager(db, userId, now)),
  ]);
  return { djs, managers };
}

export interface Asked {
  requestorId: string;
  stageId?: string;
  performerId?: string;
}

/** Counts the bookings that this user has asked of a stage, or of a performer, and that wait for an answer. */
export function countAsked(db: Db, asked: Asked, now: number) {
  const { requestorId, stageId, performerId } = asked;
  return db.$count(
    setRequests,
    and(
      isWaiting(db, now),
      isNull(setRequests.setId),
      eq(setRequests.requestorId, requestorId),
      stageId === undefined ? undefined : and(eq(setRequests.stageId, stageId), isByPerformer),
      performerId === undefined ? undefined : eq(setRequests.performerId, performerId),
    ),
  );
}

/**
 * Counts the requests that wait for an answer of this user as a manager, by stage; without those for which none waits.
 */
export async function countWaitingByStage(db: Db, userId: string, now: number): Promise<Map<string, number>> {
  const rows = await db
    .select({ stageId: setRequests.stageId, count: count() })
    .from(setRequests)
    .where(waitsForManager(db, userId, now))
    .groupBy(setRequests.stageId);
  return new Map(rows.map((row) => [row.stageId, row.count]));
}

const isByPerformer = eq(setRequests.requestorId, setRequests.performerId);

function waitsForManager(db: Db, userId: string, now: number) {
  const managed = db
    .select({ id: stageManagers.stageId })
    .from(stageManagers)
    .where(eq(stageManagers.userId, userId));
  return and(isWaiting(db, now), isByPerformer, inArray(setRequests.stageId, managed));
}

export type NewRequest = Pick<
  typeof setRequests.$inferSelect,
  | "id"
  | "stageId"
  | "performerId"
  | "requestorId"
  | "name"
  | "description"
  | "startsAt"
  | "endsAt"
  | "weeks"
  | "timeZone"
  | "mixcloud"
  | "mixcloudName"
  | "createdAt"
>;

/**
 * A request that waits for an answer. False where the stage has no schedule or is archived, even if that changed a moment
 * ago, and where `max` of those that were `asked` wait already.
 */
export async function insertRequest(
  db: Db,
  request: NewRequest,
  { asked, max }: { asked: Asked; max: number },
): Promise<boolean> {
  const hasPlace = sql`${countAsked(db, asked, request.createdAt)} < ${max}`;
  const inserted = await db.all<{ id: string }>(sql`
    insert into ${setRequests} (id, stage_id, performer_id, requestor_id, name, description, starts_at, ends_at,
      weeks, time_zone, mixcloud, mixcloud_name, created_at)
    select ${request.id}, ${stages.id}, ${request.performerId}, ${request.requestorId}, ${request.name},
      ${request.description}, ${request.startsAt}, ${request.endsAt}, ${request.weeks}, ${request.timeZone},
      ${request.mixcloud ? 1 : 0}, ${request.mixcloudName}, ${request.createdAt}
    from ${stages} where ${stages.id} = ${request.stageId} and not ${stages.isInstant}
      and ${stages.archivedAt} is null and ${hasPlace}
    returning id`);
  return inserted.length === 1;
}

/** False where it has already been answered. */
export async function settleRequest(
  db: Db,
  id: string,
  status: "declined" | "cancelled",
  settledAt: number,
): Promise<boolean> {
  const rows = await db
    .update(setRequests)
    .set({ status, settledAt })
    .where(and(eq(setRequests.id, id), eq(setRequests.status, "pending")))
    .returning({ id: setRequests.id });
  return rows.length === 1;
}

/** Expires requests whose time has come without an answer; returns how many. */
export async function expireRequests(db: Db, now: number): Promise<number> {
  const rows = await db
    .update(setRequests)
    .set({ status: "expired", settledAt: now })
    .where(
      and(
        eq(setRequests.status, "pending"),
        or(lte(setRequests.startsAt, now), lte(setRequests.fromStartsAt, now)),
      ),
    )
    .returning({ id: setRequests.id });
  return rows.length;
}

/** The people who answer requests to a stage. */
export async function listManagerIds(db: Db, stageId: string): Promise<string[]> {
  const rows = await db
    .select({ id: stageManagers.userId })
    .from(stageManagers)
    .where(eq(stageManagers.stageId, stageId));
  return rows.map(({ id }) => id);
}
