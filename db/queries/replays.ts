/** Replays: whose they are, who may hear them, and what their `Tape` writes about them. */
import { and, eq, ne, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Db } from "../client.ts";
import { replays, stages, users } from "../schema/index.ts";
import { toWrite, type Write } from "./rooms.ts";

export type RecordingRights = Pick<typeof replays.$inferSelect, "visibility" | "mayDownload" | "isInFeed">;

interface Performance {
  performance: string;
  performerId: string | null;
  stageId: string | null;
}

/**
 * The rights of what is being recorded: those of its own row, otherwise its performer's defaults. `never` where the
 * stage keeps no replays or the performer is suspended. `isOwn`: they were chosen for this performance.
 */
export async function findRecordingRights(
  db: Db,
  { performance, performerId, stageId }: Performance,
): Promise<RecordingRights & { isOwn: boolean }> {
  const [own, performer, stage] = await Promise.all([
    db
      .select()
      .from(replays)
      .where(and(eq(replays.performance, performance), ne(replays.status, "deleted")))
      .get(),
    performerId === null ? undefined : db.select().from(users).where(eq(users.id, performerId)).get(),
    stageId === null ? undefined : db.select().from(stages).where(eq(stages.id, stageId)).get(),
  ]);
  const isForbidden =
    stage?.keepsReplays === false ||
    (performerId !== null && (performer === undefined || performer.bannedAt !== null));
  const { visibility, mayDownload, isInFeed } = own ?? {
    visibility: performer?.replayVisibility ?? "always",
    mayDownload: performer?.replayDownload ?? true,
    isInFeed: performer?.replayFeed ?? true,
  };
  return { visibility: isForbidden ? "never" : visibility, mayDownload, isInFeed, isOwn: own !== undefined };
}

/**
 * The recording of a performance has begun: its row is made with its performer's present defaults, or the planned one
 * gets its id and keeps its rights.
 */
export function beginReplay(
  db: Db,
  begun: Performance & { id: string; room: string; setId: string | null; startedAt: number },
): Write[] {
  const { id, performance, room, stageId, performerId, setId, startedAt } = begun;
  const chosen = (column: SQLiteColumn, otherwise: string | number) =>
    sql`coalesce((select ${column} from ${users} where ${users.id} = ${performerId}), ${otherwise})`;
  const values = {
    id,
    performance,
    room,
    stageId,
    performerId,
    setId,
    startedAt,
    status: "recording" as const,
    visibility: chosen(users.replayVisibility, "always"),
    mayDownload: chosen(users.replayDownload, 1),
    isInFeed: chosen(users.replayFeed, 1),
    changedAt: startedAt,
  };
  const write = db
    .insert(replays)
    .values(values)
    .onConflictDoUpdate({
      target: replays.performance,
      set: { id, status: "recording", endedAt: null, changedAt: startedAt },
      setWhere: ne(replays.status, "deleted"),
    });
  return [toWrite(write)];
}

/** What there is of a recording now. */
export function noteReplay(
  db: Db,
  noted: Pick<
    typeof replays.$inferSelect,
    "performance" | "status" | "startedAt" | "endedAt" | "durationMs" | "opusBytes" | "mp3Bytes" | "changedAt"
  >,
): Write[] {
  const { performance, ...values } = noted;
  return [
    toWrite(
      db
        .update(replays)
        .set(values)
        .where(and(eq(replays.performance, performance), ne(replays.status, "deleted"))),
    ),
  ];
}
