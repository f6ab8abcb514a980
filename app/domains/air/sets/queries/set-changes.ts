/** Changes of a booked set that someone has to accept: another time, or another performer. */
import { and, eq, exists, ne, not, notExists, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { setRequests, sets } from "#db/schema/index.ts";
import { selectOverlaps } from "./overlaps.ts";
import type { SetRow } from "./sets.ts";

interface NewChange {
  id: string;
  kind: "move" | "substitute";
  /** The performer of the changed set. */
  performerId: string;
  requestorId: string;
  /** Start of the changed set. */
  startsAt: number;
  endsAt: number;
  now: number;
}

/** A booked set as it was when the pending change was requested. */
const isAsAsked = and(
  eq(sets.id, setRequests.setId),
  eq(sets.status, "accepted"),
  eq(sets.startsAt, setRequests.fromStartsAt),
  eq(sets.endsAt, setRequests.fromEndsAt),
  sql`(${sets.performerId} = ${setRequests.performerId}) = (${setRequests.kind} = 'move')`,
);

/** Condition on a request: its set exists and has not changed since the request. */
export const isStillAsAsked = (db: Db) => exists(db.select({ id: sets.id }).from(sets).where(isAsAsked));

/**
 * Stores a change of this set that waits for an answer. False where another one waits, or the set has changed since it
 * was read.
 */
export async function insertChange(db: Db, set: SetRow, change: NewChange): Promise<boolean> {
  const booked = db
    .select({
      id: sql`${change.id}`.as("id"),
      kind: sql`${change.kind}`.as("kind"),
      setId: sql`${sets.id}`.as("set_id"),
      fromStartsAt: sql`${sets.startsAt}`.as("from_starts_at"),
      fromEndsAt: sql`${sets.endsAt}`.as("from_ends_at"),
      stageId: sql`${sets.stageId}`.as("stage_id"),
      performerId: sql`${change.performerId}`.as("performer_id"),
      requestorId: sql`${change.requestorId}`.as("requestor_id"),
      name: sql`${sets.name}`.as("name"),
      description: sql`''`.as("description"),
      startsAt: sql`${change.startsAt}`.as("starts_at"),
      endsAt: sql`${change.endsAt}`.as("ends_at"),
      weeks: sql`1`.as("weeks"),
      timeZone: sql`'UTC'`.as("time_zone"),
      mixcloud: sql`0`.as("mixcloud"),
      mixcloudName: sql`''`.as("mixcloud_name"),
      status: sql`'pending'`.as("status"),
      createdAt: sql`${change.now}`.as("created_at"),
      settledAt: sql`null`.as("settled_at"),
    })
    .from(sets)
    .where(
      and(
        eq(sets.id, set.id),
        eq(sets.status, "accepted"),
        eq(sets.performerId, set.performerId),
        eq(sets.startsAt, set.startsAt),
        eq(sets.endsAt, set.endsAt),
      ),
    );
  const [, inserted] = await db.batch([
    dropOutdated(db, { setId: set.id }, change.now),
    db.insert(setRequests).select(booked).onConflictDoNothing().returning({ id: setRequests.id }),
  ]);
  return inserted.length === 1;
}

export type DroppedChange = Awaited<ReturnType<typeof dropOutdated>>[number];

/**
 * Withdraws requests about sets that have since been cancelled, moved or handed over. Runs when it is awaited, or in a
 * batch.
 */
export function dropOutdated(db: Db, of: { setId: string } | { stageId: string }, now: number) {
  return db
    .update(setRequests)
    .set({ status: "cancelled", settledAt: now })
    .where(
      and(
        "setId" in of ? eq(setRequests.setId, of.setId) : eq(setRequests.stageId, of.stageId),
        ne(setRequests.kind, "booking"),
        eq(setRequests.status, "pending"),
        not(isStillAsAsked(db)),
      ),
    )
    .returning({
      id: setRequests.id,
      kind: setRequests.kind,
      name: setRequests.name,
      performerId: setRequests.performerId,
    });
}

/**
 * Gives a set the performer and the time of a waiting change, in one transaction; the update itself checks for overlaps
 * of the stage and of that performer. False where the change was settled, the set has changed since the request, or the
 * time is taken.
 */
export async function acceptChange(
  db: Db,
  request: { id: string; setId: string; startsAt: number; endsAt: number; performerId: string },
  change: { changedAt: number; changedById: string; mixcloud?: boolean },
): Promise<boolean> {
  const { performerId, startsAt, endsAt } = request;
  const waiting = db
    .select({ id: setRequests.id })
    .from(setRequests)
    .where(and(eq(setRequests.id, request.id), eq(setRequests.status, "pending"), isAsAsked));
  const changed = db
    .select({ id: sets.id })
    .from(sets)
    .where(
      and(
        eq(sets.id, request.setId),
        eq(sets.status, "accepted"),
        eq(sets.performerId, performerId),
        eq(sets.startsAt, startsAt),
        eq(sets.endsAt, endsAt),
      ),
    );
  const [, accepted] = await db.batch([
    db
      .update(sets)
      .set({ performerId, startsAt, endsAt, ...change, revision: sql`${sets.revision} + 1` })
      .where(
        and(eq(sets.id, request.setId), exists(waiting), notExists(selectOverlaps(db, request, performerId))),
      ),
    db
      .update(setRequests)
      .set({ status: "accepted", settledAt: change.changedAt })
      .where(and(eq(setRequests.id, request.id), eq(setRequests.status, "pending"), exists(changed)))
      .returning({ id: setRequests.id }),
  ]);
  return accepted.length === 1;
}
