import { and, desc, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Db } from "#db/client.ts";
import { broadcasts, plays, replays, sets, stageManagers, stages, users } from "#db/schema/index.ts";
import { toWrite, type Write } from "../../stages/queries/rooms.ts";
import { replayColumns } from "./replay-columns.ts";

export type ReplayRow = Awaited<ReturnType<typeof selectReplays>>[number];
type Replay = typeof replays.$inferSelect;

export type ReplayRights = Pick<Replay, "visibility" | "mayDownload" | "isInFeed">;

/** Replays with what decides who may hear them, and the names that they are shown with; newest first. */
export function selectReplays(db: Db, where: SQL | undefined, limit: number) {
  return db
    .select(replayColumns)
    .from(replays)
    .leftJoin(users, eq(users.id, replays.performerId))
    .leftJoin(stages, eq(stages.id, replays.stageId))
    .leftJoin(sets, eq(sets.id, replays.setId))
    .where(where)
    .orderBy(desc(replays.startedAt), desc(replays.id))
    .limit(limit);
}

/** Finds a replay by its own id, or that of its set. */
export async function findReplay(db: Db, id: string): Promise<ReplayRow | undefined> {
  const [row] = await selectReplays(db, or(eq(replays.id, id), eq(replays.performance, id)), 1);
  return row;
}

/** A broadcast, with how far its recording is (null: there is none). */
export async function findRecordedBroadcast(db: Db, id: string) {
  const [row] = await db
    .select({
      id: broadcasts.id,
      performance: broadcasts.performance,
      stageId: broadcasts.stageId,
      performerId: broadcasts.performerId,
      setId: broadcasts.setId,
      startedAt: broadcasts.startedAt,
      endedAt: broadcasts.endedAt,
      status: replays.status,
    })
    .from(broadcasts)
    .leftJoin(replays, eq(replays.performance, broadcasts.performance))
    .where(eq(broadcasts.id, id));
  return row;
}

/** The recordings of a user, and of the performances without a performer on the stages that they manage. */
export function listOwnReplays(db: Db, userId: string, limit: number): Promise<ReplayRow[]> {
  const managed = db
    .select({ id: stageManagers.stageId })
    .from(stageManagers)
    .where(eq(stageManagers.userId, userId));
  const isOwn = or(
    eq(replays.performerId, userId),
    and(isNull(replays.performerId), inArray(replays.stageId, managed)),
  );
  return selectReplays(db, and(isOwn, inArray(replays.status, ["recording", "ready"])), limit);
}

/** The recordings of these performances (sets, or first broadcasts), of those that have one. */
export function listReplaysOf(db: Db, performances: readonly string[]): Promise<ReplayRow[]> {
  // One parameter however many they are: a statement takes at most a hundred.
  const among = sql`(select value from json_each(${JSON.stringify(performances)}))`;
  return selectReplays(db, inArray(replays.performance, among), performances.length);
}

/** The performances that these plays are part of. */
export function listPerformancesOfPlays(
  db: Db,
  playIds: readonly string[],
): Promise<{ id: string; performance: string }[]> {
  const performance = sql<string>`coalesce(${plays.setId}, ${broadcasts.performance}, ${plays.broadcastId})`;
  return db
    .select({ id: plays.id, performance: performance.as("performance") })
    .from(plays)
    .leftJoin(broadcasts, eq(broadcasts.id, plays.broadcastId))
    .where(inArray(plays.id, sql`(select value from json_each(${JSON.stringify(playIds)}))`));
}

/**
 * The rights that a set gets once it is recorded, which replace those that were chosen before. False where it is or was
 * recorded already.
 */
export async function insertPlannedReplay(
  db: Db,
  replay: Pick<Replay, "id" | "setId" | "performerId" | "stageId" | "startedAt" | "changedAt"> &
    ReplayRights & {
      setId: string;
      stageId: string;
    },
): Promise<boolean> {
  const { setId, stageId, visibility, mayDownload, isInFeed, performerId, changedAt } = replay;
  const rows = await db
    .insert(replays)
    .values({ ...replay, performance: setId, room: `stage/${stageId}`, status: "planned" })
    .onConflictDoUpdate({
      target: replays.performance,
      set: { visibility, mayDownload, isInFeed, performerId, changedAt },
      setWhere: eq(replays.status, "planned"),
    })
    .returning({ id: replays.id });
  return rows.length === 1;
}

/** Returns the rights that a performer has chosen for all of their replays; undefined where there is no such user. */
export async function findDefaultRights(db: Db, userId: string): Promise<ReplayRights | undefined> {
  const [row] = await db.select(defaultRights).from(users).where(eq(users.id, userId));
  return row;
}

const defaultRights = {
  visibility: users.replayVisibility,
  mayDownload: users.replayDownload,
  isInFeed: users.replayFeed,
};

/** False where it was deleted meanwhile. */
export async function updateReplayRights(
  db: Db,
  id: string,
  change: Partial<ReplayRights> & { changedAt: number },
): Promise<boolean> {
  const rows = await db
    .update(replays)
    .set(change)
    .where(and(eq(replays.id, id), ne(replays.status, "deleted")))
    .returning({ id: replays.id });
  return rows.length === 1;
}

/** Data of a tape when its first sample arrives. */
type NewReplay = Pick<
  Replay,
  "id" | "performance" | "room" | "stageId" | "performerId" | "setId" | "startedAt"
>;

/**
 * A performance is on air for the first time: `id` is that of its broadcast. It gets the rights that its performer chose
 * for this set, otherwise those of all their replays. Nothing is stored of a performer whose account was deleted
 * meanwhile.
 */
export function beginReplay(db: Db, replay: NewReplay, changedAt: number): Write[] {
  const { performance, performerId } = replay;
  const isPlanned = and(eq(replays.performance, performance), eq(replays.status, "planned"));
  const recording = { ...replay, status: "recording" as const, changedAt };
  return [
    // Somebody else plays the set now.
    toWrite(db.delete(replays).where(and(isPlanned, sql`${replays.performerId} is not ${performerId}`))),
    toWrite(db.update(replays).set(recording).where(isPlanned)),
    // It continues after a pause.
    toWrite(
      db
        .update(replays)
        .set({ status: "recording", endedAt: null, changedAt })
        .where(and(eq(replays.performance, performance), eq(replays.status, "ready"))),
    ),
    toWrite(
      db
        .insert(replays)
        .select(performerId === null ? withoutPerformer(db, recording) : ofPerformer(db, recording))
        .onConflictDoNothing(),
    ),
  ];
}

type Begun = NewReplay & Pick<Replay, "status" | "changedAt">;

/** Every column, in the order of the table. */
function columnsOf(replay: Begun, rights: Record<keyof ReplayRights, SQL | SQLiteColumn>) {
  const value = (given: string | number | null, name: string) => sql`${given}`.as(name);
  const right = (given: SQL | SQLiteColumn, name: string) => sql`${given}`.as(name);
  return {
    id: value(replay.id, "id"),
    performance: value(replay.performance, "performance"),
    room: value(replay.room, "room"),
    stageId: value(replay.stageId, "stage_id"),
    performerId: value(replay.performerId, "performer_id"),
    setId: value(replay.setId, "set_id"),
    status: value(replay.status, "status"),
    startedAt: value(replay.startedAt, "started_at"),
    endedAt: value(null, "ended_at"),
    durationMs: value(0, "duration_ms"),
    opusBytes: value(0, "opus_bytes"),
    mp3Bytes: value(0, "mp3_bytes"),
    visibility: right(rights.visibility, "visibility"),
    mayDownload: right(rights.mayDownload, "may_download"),
    isInFeed: right(rights.isInFeed, "is_in_feed"),
    listenCount: value(0, "listen_count"),
    changedAt: value(replay.changedAt, "changed_at"),
  };
}

function ofPerformer(db: Db, replay: Begun) {
  return db
    .select(columnsOf(replay, defaultRights))
    .from(users)
    .where(eq(users.id, replay.performerId ?? ""));
}

function withoutPerformer(db: Db, replay: Begun) {
  const open = { visibility: sql`'always'`, mayDownload: sql`1`, isInFeed: sql`1` };
  // The parser takes what follows a bare select for a join condition.
  return db.select(columnsOf(replay, open)).from(sql`(select 1)`).where(sql`true`);
}

/** Stores the progress of a recording. Nothing changes in a deleted one. */
export function noteReplay(
  db: Db,
  {
    id,
    ...facts
  }: Pick<Replay, "id" | "endedAt" | "durationMs" | "opusBytes" | "mp3Bytes" | "changedAt"> & {
    status: "recording" | "ready";
  },
): Write[] {
  const isRecorded = inArray(replays.status, ["recording", "ready"]);
  return [
    toWrite(
      db
        .update(replays)
        .set(facts)
        .where(and(eq(replays.id, id), isRecorded)),
    ),
  ];
}

/**
 * The rights with which a performance may be recorded now: `never` also on a stage that keeps nothing, for a banned
 * performer, and where the recording was deleted. `isOwn`: they were chosen for this performance. Undefined where the
 * performer's account was deleted.
 */
export async function findRecordingRights(
  db: Db,
  performed: {
    performance: string;
    performerId: string | null;
    stageId: string | null;
    setId: string | null;
  },
): Promise<(ReplayRights & { isOwn: boolean }) | undefined> {
  const { performance, performerId, stageId } = performed;
  const [[own], [performer], [stage]] = await Promise.all([
    db
      .select({ ...ownRights, status: replays.status })
      .from(replays)
      .where(and(eq(replays.performance, performance), sql`${replays.performerId} is ${performerId}`)),
    db
      .select({ ...defaultRights, bannedAt: users.bannedAt })
      .from(users)
      .where(eq(users.id, performerId ?? "")),
    db
      .select({ isKeeping: stages.keepsReplays, deletedAt: stages.deletedAt })
      .from(stages)
      .where(eq(stages.id, stageId ?? "")),
  ]);
  if (performerId !== null && performer === undefined) return undefined;
  const { visibility, mayDownload, isInFeed } = own ?? performer ?? openRights;
  const isKept = stageId === null || (stage?.isKeeping === true && stage.deletedAt === null);
  const isAllowed = isKept && performer?.bannedAt == null && own?.status !== "deleted";
  return { visibility: isAllowed ? visibility : "never", mayDownload, isInFeed, isOwn: own !== undefined };
}

const ownRights = {
  visibility: replays.visibility,
  mayDownload: replays.mayDownload,
  isInFeed: replays.isInFeed,
};
/** Rights of a performance without a performer, until the managers of its stage change them. */
const openRights: ReplayRights = { visibility: "always", mayDownload: true, isInFeed: true };
