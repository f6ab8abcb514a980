/** Deletion of replays: first for everyone who asks, then their files, then their rows. */
import { and, eq, exists, lte, ne, not, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { replays, sets } from "#db/schema/index.ts";
import { toWrite, type Write } from "../../stages/queries/rooms.ts";

/** Hides a replay from everyone; its row stays until its files are deleted. */
export async function markReplayDeleted(db: Db, id: string, changedAt: number): Promise<void> {
  await markDeleted(db, id, changedAt);
}

/** The same, of what may not be recorded any more, as a write for an outbox. */
export const refuseReplay = (db: Db, id: string, changedAt: number): Write[] => [
  toWrite(markDeleted(db, id, changedAt)),
];

const markDeleted = (db: Db, id: string, changedAt: number) =>
  db
    .update(replays)
    .set({ status: "deleted", changedAt })
    .where(and(eq(replays.id, id), ne(replays.status, "deleted")));

/** The performances that are recorded on a stage now. */
export async function listRecordedOn(db: Db, stageId: string): Promise<string[]> {
  const rows = await db
    .select({ performance: replays.performance })
    .from(replays)
    .where(and(eq(replays.status, "recording"), eq(replays.stageId, stageId)));
  return rows.map(({ performance }) => performance);
}

export type Erasable = Pick<typeof replays.$inferSelect, "id" | "performance" | "room">;
const erasable = { id: replays.id, performance: replays.performance, room: replays.room };

/**
 * Those whose files have to be deleted: marked, kept for a day that ended by `endedBy`, or for nobody since `withdrawnBy`.
 * Longest waiting first.
 */
export async function listErasableReplays(
  db: Db,
  { endedBy, withdrawnBy, limit }: { endedBy: number; withdrawnBy: number; limit: number },
): Promise<Erasable[]> {
  const isOver = and(
    eq(replays.status, "ready"),
    or(
      and(eq(replays.visibility, "day"), lte(replays.endedAt, endedBy)),
      and(eq(replays.visibility, "never"), lte(replays.changedAt, withdrawnBy)),
    ),
  );
  return db
    .select(erasable)
    .from(replays)
    .where(or(eq(replays.status, "deleted"), isOver))
    .orderBy(replays.changedAt)
    .limit(limit);
}

/** Everything that this user has played, whatever its status. */
export async function listReplaysByPerformer(db: Db, performerId: string): Promise<Erasable[]> {
  return db.select(erasable).from(replays).where(eq(replays.performerId, performerId));
}

/** Puts it behind the others that wait, because its files could not be deleted now. */
export async function postponeReplay(db: Db, id: string, changedAt: number): Promise<void> {
  await db
    .update(replays)
    .set({ changedAt })
    .where(and(eq(replays.id, id), eq(replays.status, "deleted")));
}

/** Its files are deleted. */
export async function deleteReplayRow(db: Db, id: string): Promise<void> {
  await db.delete(replays).where(and(eq(replays.id, id), eq(replays.status, "deleted")));
}

/** Deletes the rights that were chosen for sets which were never on air: cancelled, or over by `endedBy`. */
export async function deleteUnusedPlans(db: Db, endedBy: number): Promise<void> {
  const isAhead = exists(
    db
      .select({ id: sets.id })
      .from(sets)
      .where(and(eq(sets.id, replays.setId), eq(sets.status, "accepted"), sql`${sets.endsAt} > ${endedBy}`)),
  );
  await db.delete(replays).where(and(eq(replays.status, "planned"), not(isAhead)));
}
