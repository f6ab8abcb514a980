import {
  and,
  asc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  notExists,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { listedPerson } from "#app/domains/people/people/queries/people.ts";
import { batchUnless } from "#db/batch-unless.ts";
import type { Db } from "#db/client.ts";
import { isIdShaped } from "#db/id-shape.ts";
import { setRequests, sets, stageManagers, stageSubscriptions, stages, users } from "#db/schema/index.ts";

export type StageRow = Awaited<ReturnType<typeof listStageRows>>[number];

/** Public stages: neither archived nor deleted. */
export const isListed = and(isNull(stages.archivedAt), isNull(stages.deletedAt));

/** Stages with their totals, by name. */
export async function listStageRows(db: Db, where?: SQL) {
  return selectStages(db, where).orderBy(asc(stages.name), asc(stages.id));
}

function selectStages(db: Db, where?: SQL) {
  return db.select().from(stages).where(where);
}

/** Booking stages that contain the text in name, genre or description, ignoring case. */
export async function searchStages(db: Db, text: string, limit: number): Promise<StageRow[]> {
  // Not LIKE: its pattern is limited to 50 bytes, and the text may contain wildcards.
  const wanted = text.toLowerCase();
  const at = (column: SQLWrapper) => sql<number>`instr(lower(${column}), ${wanted})`;
  return selectStages(
    db,
    and(
      eq(stages.isInstant, false),
      isListed,
      sql`${at(stages.name)} + ${at(stages.genre)} + ${at(stages.description)} > 0`,
    ),
  )
    .orderBy(sql`${at(stages.name)} <> 1`, asc(stages.name), asc(stages.id))
    .limit(limit);
}

export type StageChange = Pick<
  typeof stages.$inferSelect,
  | "name"
  | "genre"
  | "description"
  | "customUrl"
  | "isWeekly"
  | "hasAutoApprove"
  | "isMembersOnly"
  | "keepsReplays"
  | "isInstant"
  | "thumbnail"
>;

/**
 * Changes the given columns of a stage, in one transaction with what follows from them: an on-demand stage has no
 * schedule, so its sets that have not ended are cancelled, including the one that is on, and waiting requests are
 * declined. Not `ok` where another stage has the custom URL, even since a moment ago, or where the thumbnail is to be
 * changed and is no longer `replaces`.
 */
export async function updateStage(
  db: Db,
  id: string,
  change: Partial<StageChange>,
  { now, by, replaces }: { now: number; by: string; replaces: string | null },
): Promise<{ ok: true; cancelledSets: number } | { ok: false }> {
  const isReplaced = replaces === null ? isNull(stages.thumbnail) : eq(stages.thumbnail, replaces);
  const isUnchanged = change.thumbnail === undefined ? undefined : isReplaced;
  const other = alias(stages, "other");
  const holders = db
    .select({ id: other.id })
    .from(other)
    .where(and(ne(other.id, id), eq(other.customUrl, change.customUrl ?? "")));
  const isOnDemand = exists(
    db
      .select({ id: stages.id })
      .from(stages)
      .where(and(eq(stages.id, id), eq(stages.isInstant, true))),
  );
  const [rows, cancelled] = await db.batch([
    db
      .update(stages)
      // The id is set to itself, because an update without changes must be a valid statement too.
      .set({ id, ...change })
      .where(and(eq(stages.id, id), notExists(holders), isUnchanged))
      .returning({ id: stages.id }),
    db
      .update(sets)
      .set({ status: "cancelled", changedAt: now, changedById: by, revision: sql`${sets.revision} + 1` })
      .where(and(eq(sets.stageId, id), eq(sets.status, "accepted"), gt(sets.endsAt, now), isOnDemand))
      .returning({ id: sets.id }),
    db
      .update(setRequests)
      .set({ status: "declined", settledAt: now })
      .where(and(eq(setRequests.stageId, id), eq(setRequests.status, "pending"), isOnDemand)),
  ]);
  return rows.length === 1 ? { ok: true, cancelledSets: cancelled.length } : { ok: false };
}

/** Whether a stage other than this one has the custom URL. */
export async function isCustomUrlTaken(db: Db, customUrl: string, exceptId: string): Promise<boolean> {
  const rows = await db
    .select({ id: stages.id })
    .from(stages)
    .where(and(eq(stages.customUrl, customUrl), ne(stages.id, exceptId)));
  return rows.length > 0;
}

/** Text that looks like an id is never read as a custom URL. Deleted stages keep theirs for a while. */
const hasName = (idOrCustomUrl: string) =>
  isIdShaped(idOrCustomUrl)
    ? eq(stages.id, idOrCustomUrl)
    : or(eq(stages.id, idOrCustomUrl), eq(stages.customUrl, idOrCustomUrl.toLowerCase()));
const isNamed = (idOrCustomUrl: string) => and(hasName(idOrCustomUrl), isNull(stages.deletedAt));

/** Whether a deleted stage had this id, custom URL or public stream. */
export async function isDeletedStage(db: Db, name: string): Promise<boolean> {
  const was = and(isNotNull(stages.deletedAt), or(hasName(name), eq(stages.streamId, name)));
  const rows = await db.select({ id: stages.id }).from(stages).where(was).limit(1);
  return rows.length > 0;
}

/**
 * Finds a stage by id or by custom URL. An id always means its own stage, even if another stage uses it as custom URL.
 */
export async function findStage(db: Db, idOrCustomUrl: string): Promise<StageRow | undefined> {
  const [row] = await selectStages(db, isNamed(idOrCustomUrl)).orderBy(ne(stages.id, idOrCustomUrl)).limit(1);
  return row;
}

/** Returns only the id of what `findStage` returns. */
export async function findStageId(db: Db, idOrCustomUrl: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: stages.id })
    .from(stages)
    .where(isNamed(idOrCustomUrl))
    .orderBy(ne(stages.id, idOrCustomUrl))
    .limit(1);
  return row?.id;
}

export async function listSubscribedStages(db: Db, userId: string): Promise<StageRow[]> {
  const mine = db
    .select({ id: stageSubscriptions.stageId })
    .from(stageSubscriptions)
    .where(eq(stageSubscriptions.userId, userId));
  return listStageRows(db, and(inArray(stages.id, mine), isListed));
}

export async function listManagedStages(db: Db, userId: string): Promise<StageRow[]> {
  const mine = db
    .select({ id: stageManagers.stageId })
    .from(stageManagers)
    .where(eq(stageManagers.userId, userId));
  return listStageRows(db, inArray(stages.id, mine));
}

/** The viewer's subscriptions, with whether each has alerts on. */
export async function listSubscriptions(db: Db, userId: string): Promise<Map<string, { hasAlert: boolean }>> {
  const rows = await db
    .select({ stageId: stageSubscriptions.stageId, hasAlert: stageSubscriptions.hasAlert })
    .from(stageSubscriptions)
    .where(eq(stageSubscriptions.userId, userId));
  return new Map(rows.map((row) => [row.stageId, { hasAlert: row.hasAlert }]));
}

/** False where they subscribe already: repeating it changes nothing. */
export async function insertSubscription(
  db: Db,
  subscription: typeof stageSubscriptions.$inferInsert,
): Promise<boolean> {
  const rows = await db
    .insert(stageSubscriptions)
    .values(subscription)
    .onConflictDoNothing()
    .returning({ userId: stageSubscriptions.userId });
  return rows.length === 1;
}

/** False where they do not subscribe. */
export async function updateStageAlert(
  db: Db,
  { stageId, userId, hasAlert }: { stageId: string; userId: string; hasAlert: boolean },
): Promise<boolean> {
  const rows = await db
    .update(stageSubscriptions)
    .set({ hasAlert })
    .where(and(eq(stageSubscriptions.stageId, stageId), eq(stageSubscriptions.userId, userId)))
    .returning({ stageId: stageSubscriptions.stageId });
  return rows.length === 1;
}

export async function deleteSubscription(db: Db, stageId: string, userId: string): Promise<void> {
  await db
    .delete(stageSubscriptions)
    .where(and(eq(stageSubscriptions.stageId, stageId), eq(stageSubscriptions.userId, userId)));
}

/** Lists managers in the order in which they became that. */
export async function listStageManagers(db: Db, stageId: string) {
  return db
    .select(listedPerson)
    .from(stageManagers)
    .innerJoin(users, eq(users.id, stageManagers.userId))
    .where(eq(stageManagers.stageId, stageId))
    .orderBy(asc(stageManagers.createdAt), asc(users.id));
}

export async function isStageManager(db: Db, stageId: string, userId: string): Promise<boolean> {
  const rows = await db
    .select({ userId: stageManagers.userId })
    .from(stageManagers)
    .where(and(eq(stageManagers.stageId, stageId), eq(stageManagers.userId, userId)));
  return rows.length > 0;
}

/** Repeating it changes nothing. False where the stage has `max`. */
export function insertStageManager(
  db: Db,
  manager: typeof stageManagers.$inferInsert,
  max: number,
): Promise<boolean> {
  const others = db.$count(
    stageManagers,
    and(eq(stageManagers.stageId, manager.stageId), ne(stageManagers.userId, manager.userId)),
  );
  return batchUnless(db, sql`${others} >= ${max}`, [
    db.insert(stageManagers).values(manager).onConflictDoNothing(),
    db.update(users).set({ isManager: true }).where(eq(users.id, manager.userId)),
  ]);
}

/**
 * Removing their last stage also ends their role as a manager. False where they did not manage it, or `byId` no longer
 * does: of two who remove each other simultaneously, one stays.
 */
export async function deleteStageManager(
  db: Db,
  { stageId, userId, byId }: { stageId: string; userId: string; byId: string },
): Promise<boolean> {
  const own = alias(stageManagers, "own");
  const managersOf = (id: string, where: SQL) =>
    db
      .select({ userId: own.userId })
      .from(own)
      .where(and(eq(own.userId, id), where));
  const isAllowed = exists(managersOf(byId, eq(own.stageId, stageId)));
  const [, removed] = await db.batch([
    db
      .update(users)
      .set({ isManager: false })
      .where(
        and(
          eq(users.id, userId),
          isAllowed,
          exists(managersOf(userId, eq(own.stageId, stageId))),
          notExists(managersOf(userId, ne(own.stageId, stageId))),
        ),
      ),
    db
      .delete(stageManagers)
      .where(and(eq(stageManagers.stageId, stageId), eq(stageManagers.userId, userId), isAllowed))
      .returning({ stageId: stageManagers.stageId }),
  ]);
  return removed.length === 1;
}

/** A stage with its first manager. False where another one has its custom URL, even since a moment ago. */
export async function insertStage(
  db: Db,
  stage: typeof stages.$inferInsert,
  managerId: string,
): Promise<boolean> {
  const made = db
    .select({ stageId: stages.id, userId: sql`${managerId}`.as("user"), createdAt: stages.createdAt })
    .from(stages)
    .where(eq(stages.id, stage.id));
  const [rows] = await db.batch([
    db
      .insert(stages)
      .values(stage)
      .onConflictDoNothing({ target: stages.customUrl })
      .returning({ id: stages.id }),
    db.insert(stageManagers).select(made),
    db
      .update(users)
      .set({ isManager: true })
      .where(and(eq(users.id, managerId), exists(made))),
  ]);
  return rows.length === 1;
}
