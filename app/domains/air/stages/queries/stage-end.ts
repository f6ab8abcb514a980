/** Changes in D1 when a stage is archived or deleted. */
import { and, eq, exists, gt, inArray, isNotNull, isNull, lt, lte, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Db } from "#db/client.ts";
import {
  broadcasts,
  chatPlaces,
  postTargets,
  replays,
  setRequests,
  sets,
  stageChats,
  stageLog,
  stageManagers,
  stageMembers,
  stageRestrictions,
  stageRoles,
  stageSubscriptions,
  stages,
  users,
  webhooks,
} from "#db/schema/index.ts";

/** The bookings that people lose when a stage's schedule ends. */
export interface EndedBookings {
  sets: { performerId: string; name: string; startsAt: number }[];
  requests: { performerId: string; name: string }[];
}

/**
 * Archives an open stage, in one transaction with what follows: coming sets are cancelled, the one that is on ends now
 * and stays in its performer's history, and waiting requests are declined. Undefined where it is already archived.
 */
export async function archiveStage(
  db: Db,
  id: string,
  { now, by }: { now: number; by: string },
): Promise<EndedBookings | undefined> {
  const isOpen = and(eq(stages.id, id), isNull(stages.archivedAt), isNull(stages.deletedAt));
  const wasOpen = exists(db.select({ id: stages.id }).from(stages).where(isOpen));
  const change = { changedAt: now, changedById: by, revision: sql`${sets.revision} + 1` };
  const isAhead = and(eq(sets.stageId, id), eq(sets.status, "accepted"), gt(sets.endsAt, now), wasOpen);
  const wasOnAir = exists(
    db.select({ id: broadcasts.id }).from(broadcasts).where(eq(broadcasts.setId, sets.id)),
  );
  const taken = { performerId: sets.performerId, name: sets.name, startsAt: sets.startsAt };
  const [played, cancelled, requests, rows] = await db.batch([
    db
      .update(sets)
      .set({ endsAt: now, ...change })
      .where(and(isAhead, lt(sets.startsAt, now), wasOnAir))
      .returning(taken),
    db
      .update(sets)
      .set({ status: "cancelled", ...change })
      .where(isAhead)
      .returning(taken),
    db
      .update(setRequests)
      .set({ status: "declined", settledAt: now })
      .where(and(eq(setRequests.stageId, id), eq(setRequests.status, "pending"), wasOpen))
      .returning({ performerId: setRequests.performerId, name: setRequests.name }),
    db.update(stages).set({ archivedAt: now }).where(isOpen).returning({ id: stages.id }),
  ]);
  return rows.length === 1 ? { sets: [...played, ...cancelled], requests } : undefined;
}

/** False where it is not archived. */
export async function restoreStage(db: Db, id: string): Promise<boolean> {
  const rows = await db
    .update(stages)
    .set({ archivedAt: null })
    .where(and(eq(stages.id, id), isNotNull(stages.archivedAt), isNull(stages.deletedAt)))
    .returning({ id: stages.id });
  return rows.length === 1;
}

/**
 * Deletes an archived stage: everything except its name and what was played on it, which belongs to those who played
 * and listened. Its custom URL stays reserved for now. Managers of no other stage stop being managers, except the one
 * who deletes it. False where it is not archived, or already deleted.
 */
export async function deleteStage(
  db: Db,
  id: string,
  { now, by }: { now: number; by: string },
): Promise<boolean> {
  const other = alias(stageManagers, "other");
  const managers = db
    .select({ id: stageManagers.userId })
    .from(stageManagers)
    .where(eq(stageManagers.stageId, id));
  const elsewhere = db
    .select({ id: other.userId })
    .from(other)
    .where(and(eq(other.userId, users.id), sql`${other.stageId} <> ${id}`));
  const isDeletable = and(eq(stages.id, id), isNotNull(stages.archivedAt), isNull(stages.deletedAt));
  const [rows] = await db.batch([
    db
      .update(stages)
      .set({ deletedAt: now, genre: "", description: "", thumbnail: null, isInstant: false })
      .where(isDeletable)
      .returning({ id: stages.id }),
    db
      .update(users)
      .set({ isManager: false })
      .where(
        and(inArray(users.id, managers), sql`${users.id} <> ${by}`, notExists(elsewhere), isGone(db, id)),
      ),
    db.delete(stageManagers).where(and(eq(stageManagers.stageId, id), isGone(db, id))),
    db.delete(stageMembers).where(and(eq(stageMembers.stageId, id), isGone(db, id))),
    db.delete(stageRoles).where(and(eq(stageRoles.stageId, id), isGone(db, id))),
    db.delete(stageSubscriptions).where(and(eq(stageSubscriptions.stageId, id), isGone(db, id))),
    db.delete(stageChats).where(and(eq(stageChats.stageId, id), isGone(db, id))),
    db.delete(stageRestrictions).where(and(eq(stageRestrictions.stageId, id), isGone(db, id))),
    db.delete(stageLog).where(and(eq(stageLog.stageId, id), isGone(db, id))),
    db
      .delete(chatPlaces)
      .where(and(inArray(chatPlaces.room, [`stage/${id}`, `deliveries/stage/${id}`]), isGone(db, id))),
    db.delete(postTargets).where(and(eq(postTargets.stageId, id), isGone(db, id))),
    db.delete(webhooks).where(and(eq(webhooks.stageId, id), isGone(db, id))),
    // What no performer was named for belonged to the stage; the job deletes the files.
    db
      .update(replays)
      .set({ status: "deleted", changedAt: now })
      .where(and(eq(replays.stageId, id), isNull(replays.performerId), isGone(db, id))),
  ]);
  return rows.length === 1;
}

const isGone = (db: Db, id: string) =>
  exists(
    db
      .select({ id: stages.id })
      .from(stages)
      .where(and(eq(stages.id, id), isNotNull(stages.deletedAt))),
  );

/** Deleted stages that were not erased elsewhere, or not since `settleMs` after their deletion. */
export async function listUnerasedStages(db: Db, { settleMs, limit }: { settleMs: number; limit: number }) {
  return db
    .select({ id: stages.id })
    .from(stages)
    .where(
      and(
        isNotNull(stages.deletedAt),
        or(isNull(stages.erasedAt), lt(stages.erasedAt, sql`${stages.deletedAt} + ${settleMs}`)),
      ),
    )
    .limit(limit);
}

export async function markStageErased(db: Db, id: string, now: number): Promise<void> {
  await db.update(stages).set({ erasedAt: now }).where(eq(stages.id, id));
}

/** Releases the custom URLs of stages that were deleted by `until`. */
export async function freeCustomUrls(db: Db, until: number): Promise<void> {
  await db
    .update(stages)
    .set({ customUrl: null })
    .where(and(isNotNull(stages.customUrl), lte(stages.deletedAt, until)));
}
