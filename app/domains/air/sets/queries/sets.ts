import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  lt,
  lte,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { named } from "#app/domains/people/people/queries/named.ts";
import { setCounts } from "#app/domains/value/stats/queries/counts.ts";
import type { Db } from "#db/client.ts";
import { broadcasts, ingestCredentials, setRequests, sets, stages, users } from "#db/schema/index.ts";
import { selectOverlaps } from "./overlaps.ts";

export type SetRow = Awaited<ReturnType<typeof selectSets>>[number];

/** Accepted sets with their performer, stage and totals, by start. */
function selectSets(db: Db, where: SQL | undefined, limit: number, order: typeof asc = asc) {
  return selectAllSets(db, and(eq(sets.status, "accepted"), where), limit, order);
}

function selectAllSets(db: Db, where: SQL | undefined, limit: number, order: typeof asc = asc) {
  return db
    .select({
      id: sets.id,
      stageId: sets.stageId,
      stageName: named(stages.name, "stage_name"),
      isStageWeekly: stages.isWeekly,
      /** The booking that it came from; null where an operator made it. */
      weeks: setRequests.weeks,
      timeZone: setRequests.timeZone,
      firstStartsAt: named(setRequests.startsAt, "first_starts_at"),
      performerId: sets.performerId,
      performerName: users.username,
      performerPhoto: users.photo,
      isPerformerHidingStats: users.hideProfileStats,
      streamId: ingestCredentials.streamId,
      /** Visible to its performer alone. */
      mount: ingestCredentials.mount,
      name: sets.name,
      description: sets.description,
      startsAt: sets.startsAt,
      endsAt: sets.endsAt,
      status: sets.status,
      requestId: sets.requestId,
      revision: sets.revision,
      changedAt: sets.changedAt,
      changedById: sets.changedById,
      mixcloud: sets.mixcloud,
      mixcloudName: sets.mixcloudName,
      peakListeners: sets.peakListeners,
      tipTotal: sets.tipTotal,
      picture: sets.picture,
      tags: sets.tags,
      ...setCounts(db, sets.id),
    })
    .from(sets)
    .innerJoin(stages, eq(stages.id, sets.stageId))
    .innerJoin(users, eq(users.id, sets.performerId))
    .leftJoin(setRequests, eq(setRequests.id, sets.requestId))
    .leftJoin(
      ingestCredentials,
      and(eq(ingestCredentials.kind, "performer"), eq(ingestCredentials.ownerId, sets.performerId)),
    )
    .where(where)
    .orderBy(order(sets.startsAt), order(sets.id))
    .limit(limit);
}

export async function findSet(db: Db, id: string): Promise<SetRow | undefined> {
  const [row] = await selectSets(db, eq(sets.id, id), 1);
  return row;
}

/** Those of these sets that were not cancelled, by start. */
export function listSetsById(db: Db, ids: readonly string[]): Promise<SetRow[]> {
  // One parameter however many they are: a statement takes at most a hundred.
  const among = sql`(select value from json_each(${JSON.stringify(ids)}))`;
  return selectSets(db, inArray(sets.id, among), ids.length);
}

/** Includes cancelled sets. */
export async function findSetOfAnyStatus(db: Db, id: string): Promise<SetRow | undefined> {
  const [row] = await selectAllSets(db, eq(sets.id, id), 1);
  return row;
}

/** The longest time that a set can be booked for, ms: sets that started earlier have ended and need not be read. */
const longestSetMs = 24 * 3_600_000;

/** Sets that have not ended by `now`; runs when it is awaited, or in a batch. */
export function listSetsFrom(
  db: Db,
  input: { now: number; limit: number; stageId?: string; performerId?: string },
) {
  return selectSets(
    db,
    and(
      gte(sets.startsAt, input.now - longestSetMs),
      gt(sets.endsAt, input.now),
      input.stageId === undefined ? undefined : eq(sets.stageId, input.stageId),
      input.performerId === undefined ? undefined : eq(sets.performerId, input.performerId),
    ),
    input.limit,
  );
}

/**
 * Returns the first set of each of these stages that has not ended by `now`: where nothing is on air, one whose
 * performer is late is still the next. Runs when it is awaited, or in a batch.
 */
export function listNextSets(db: Db, input: { stageIds: string[]; now: number }) {
  const next = alias(sets, "next");
  const firstOf = db
    .select({ id: next.id })
    .from(next)
    .where(
      and(
        eq(next.stageId, sql`stage.value`),
        eq(next.status, "accepted"),
        gte(next.startsAt, input.now - longestSetMs),
        gt(next.endsAt, input.now),
      ),
    )
    .orderBy(asc(next.startsAt), asc(next.id))
    .limit(1);
  // One parameter however many they are: a statement takes at most a hundred.
  const ids = sql`(select (${firstOf}) from json_each(${JSON.stringify(input.stageIds)}) as stage)`;
  return selectSets(db, inArray(sets.id, ids), input.stageIds.length);
}

/** A stage's sets that touch a span of time, by start, whether or not anyone was on air in them. */
export async function listStageSetsBetween(
  db: Db,
  { stageId, from, until, limit }: { stageId: string; from: number; until: number; limit: number },
): Promise<SetRow[]> {
  return selectSets(
    db,
    and(eq(sets.stageId, stageId), gt(sets.endsAt, from), lt(sets.startsAt, until)),
    limit,
  );
}

/**
 * Sets that were on air and have ended, newest first; `before` is the last one of the previous page. Runs when it is
 * awaited, or in a batch.
 */
export function listPlayedSets(
  db: Db,
  input: {
    of: { performerId: string } | { stageId: string };
    now: number;
    limit: number;
    before?: { startsAt: number; id: string } | undefined;
  },
) {
  const { of, before } = input;
  return selectSets(
    db,
    and(
      "stageId" in of ? eq(sets.stageId, of.stageId) : eq(sets.performerId, of.performerId),
      lte(sets.endsAt, input.now),
      exists(db.select({ id: broadcasts.id }).from(broadcasts).where(eq(broadcasts.setId, sets.id))),
      before &&
        or(
          lt(sets.startsAt, before.startsAt),
          and(eq(sets.startsAt, before.startsAt), lt(sets.id, before.id)),
        ),
    ),
    input.limit,
    desc,
  );
}

/** Accepted sets of this performer that touch the time from `startsAt` to `endsAt`, on any stage. */
export function listPerformerSetsBetween(
  db: Db,
  input: { performerId: string; startsAt: number; endsAt: number },
): Promise<SetRow[]> {
  const during = and(lt(sets.startsAt, input.endsAt), gt(sets.endsAt, input.startsAt));
  return selectSets(db, and(during, eq(sets.performerId, input.performerId)), 10);
}

export type SetChange = Pick<
  typeof sets.$inferSelect,
  "name" | "description" | "startsAt" | "endsAt" | "mixcloud" | "mixcloudName" | "picture" | "tags"
>;

/** The user who changes a set, and the time. */
interface Changer {
  changedAt: number;
  changedById: string;
}

/**
 * Changes an accepted set as it was at `revision`, in a single statement, unless another set of its stage or performer
 * overlaps its new time. False where one does, or the set was changed or cancelled meanwhile.
 */
export async function updateSetIfFree(
  db: Db,
  { id, revision }: { id: string; revision: number },
  change: SetChange & Changer,
): Promise<boolean> {
  const rows = await db
    .update(sets)
    .set({ ...change, revision: sql`${sets.revision} + 1` })
    .where(
      and(
        eq(sets.id, id),
        eq(sets.revision, revision),
        eq(sets.status, "accepted"),
        notExists(selectOverlaps(db, change)),
      ),
    )
    .returning({ id: sets.id });
  return rows.length === 1;
}

/**
 * Cancels a set, or its performer's sets of a series from a start on: those that have neither ended nor been cancelled.
 * Returns how many.
 */
export async function cancelSets(
  db: Db,
  which: { id: string } | { requestId: string; performerId: string; from: number },
  changer: Changer,
): Promise<number> {
  const isMeant =
    "id" in which
      ? eq(sets.id, which.id)
      : and(
          eq(sets.requestId, which.requestId),
          eq(sets.performerId, which.performerId),
          gte(sets.startsAt, which.from),
        );
  const rows = await db
    .update(sets)
    .set({ status: "cancelled", ...changer, revision: sql`${sets.revision} + 1` })
    .where(and(isMeant, eq(sets.status, "accepted"), gt(sets.endsAt, changer.changedAt)))
    .returning({ id: sets.id });
  return rows.length;
}
