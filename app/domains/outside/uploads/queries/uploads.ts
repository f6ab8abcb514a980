import { and, asc, desc, eq, gt, inArray, lte, notExists, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { linkedAccounts, replays, sets, uploads } from "#db/schema/index.ts";

export type UploadRow = typeof uploads.$inferSelect;
type Key = Pick<UploadRow, "replayId" | "party">;
type Party = UploadRow["party"];

const isOne = ({ replayId, party }: Key) => and(eq(uploads.replayId, replayId), eq(uploads.party, party));
const isUnderWay = inArray(uploads.status, ["waiting", "sending"]);

/**
 * Recordings of sets that are over and are to be uploaded, of performers whose account was linked when they ended, and
 * that were not requested yet; oldest first.
 */
export function listUploadCandidates(
  db: Db,
  party: Party,
  { now, endedAfter, limit }: { now: number; endedAfter: number; limit: number },
) {
  const requested = db
    .select({ id: uploads.replayId })
    .from(uploads)
    .where(and(eq(uploads.replayId, replays.id), eq(uploads.party, party)));
  return db
    .select({
      replayId: replays.id,
      setId: sets.id,
      userId: linkedAccounts.userId,
      name: sets.mixcloudName,
      setName: sets.name,
    })
    .from(replays)
    .innerJoin(sets, and(eq(sets.id, replays.setId), eq(sets.performerId, replays.performerId)))
    .innerJoin(
      linkedAccounts,
      and(eq(linkedAccounts.userId, sets.performerId), eq(linkedAccounts.party, party)),
    )
    .where(
      and(
        eq(replays.status, "ready"),
        inArray(replays.visibility, ["me", "day", "always"]),
        gt(replays.endedAt, endedAfter),
        gt(replays.endedAt, linkedAccounts.linkedAt),
        eq(sets.mixcloud, true),
        // Its performer may return until then.
        lte(sets.endsAt, now),
        notExists(requested),
      ),
    )
    .orderBy(asc(replays.endedAt))
    .limit(limit);
}

/** Requests an upload once; nothing happens where it was requested already. */
export async function insertUpload(
  db: Db,
  upload: Key & Pick<UploadRow, "userId" | "setId" | "name">,
  now: number,
): Promise<void> {
  await db
    .insert(uploads)
    .values({ ...upload, status: "waiting", nextTryAt: now, requestedAt: now, changedAt: now })
    .onConflictDoNothing();
}

/** Those to be tried now, and those whose sender has stopped without a word; longest due first. */
export function listDueUploads(db: Db, party: Party, now: number, limit: number): Promise<UploadRow[]> {
  return db
    .select()
    .from(uploads)
    .where(and(eq(uploads.party, party), isUnderWay, lte(uploads.nextTryAt, now)))
    .orderBy(asc(uploads.nextTryAt))
    .limit(limit);
}

/**
 * Takes an upload for one attempt, until `leaseUntil`. Returns undefined where another run took it, or where its
 * account is busy with another upload.
 */
export async function claimUpload(
  db: Db,
  { replayId, party, userId, attempts }: UploadRow,
  { now, leaseUntil }: { now: number; leaseUntil: number },
): Promise<UploadRow | undefined> {
  const isBusy = sql`exists (select 1 from ${uploads} as other where other.user_id = ${userId}
    and other.party = ${party} and other.replay_id <> ${replayId}
    and other.status = 'sending' and other.next_try_at > ${now})`;
  const [row] = await db
    .update(uploads)
    .set({
      status: "sending",
      attempts: attempts + 1,
      nextTryAt: leaseUntil,
      bytesSent: 0,
      changedAt: now,
    })
    .where(
      and(
        isOne({ replayId, party }),
        isUnderWay,
        lte(uploads.nextTryAt, now),
        eq(uploads.attempts, attempts),
        sql`not ${isBusy}`,
      ),
    )
    .returning();
  return row;
}

/** Stores the progress. False where it is no longer wanted: its account was unlinked, or its owner deleted. */
export async function noteUploadProgress(
  db: Db,
  key: Key,
  progress: Partial<Pick<UploadRow, "bytesSent" | "bytesTotal" | "unsureSince">> & { changedAt: number },
): Promise<boolean> {
  const rows = await db
    .update(uploads)
    .set(progress)
    .where(and(isOne(key), eq(uploads.status, "sending")))
    .returning({ id: uploads.replayId });
  return rows.length === 1;
}

export type UploadChange = Pick<UploadRow, "status" | "changedAt"> &
  Partial<
    Pick<UploadRow, "attempts" | "nextTryAt" | "unsureSince" | "url" | "error" | "details" | "bytesSent">
  >;

/** The result of an attempt. Where it was ended meanwhile, only an upload that arrived is noted. */
export async function endUploadAttempt(db: Db, key: Key, change: UploadChange): Promise<void> {
  const isOpen = change.status === "done" ? undefined : eq(uploads.status, "sending");
  await db
    .update(uploads)
    .set(change)
    .where(and(isOne(key), isOpen));
}

/** Newest first. */
export function listUploadsOf(db: Db, userId: string, limit: number): Promise<UploadRow[]> {
  return db
    .select()
    .from(uploads)
    .where(eq(uploads.userId, userId))
    .orderBy(desc(uploads.requestedAt), desc(uploads.replayId))
    .limit(limit);
}

/** Lists the uploads of a recording, by its own id or that of its set. */
export function listUploadsOfReplay(db: Db, userId: string, id: string): Promise<UploadRow[]> {
  return db
    .select()
    .from(uploads)
    .where(and(eq(uploads.userId, userId), or(eq(uploads.replayId, id), eq(uploads.setId, id))));
}

/** Requests a failed upload again. Undefined where there is none. */
export async function retryUpload(
  db: Db,
  { replayId, party, userId }: Key & { userId: string },
  now: number,
): Promise<UploadRow | undefined> {
  const [row] = await db
    .update(uploads)
    .set({
      status: "waiting",
      attempts: 0,
      nextTryAt: now,
      requestedAt: now,
      changedAt: now,
      bytesSent: 0,
      error: null,
      details: null,
    })
    .where(and(isOne({ replayId, party }), eq(uploads.userId, userId), eq(uploads.status, "failed")))
    .returning();
  return row;
}

/** Whether one has waited since before `before`, for another reason than that the service told it to. */
export async function hasStuckUpload(db: Db, now: number, before: number): Promise<boolean> {
  const isTold = and(eq(uploads.error, "rate-limit"), gt(uploads.nextTryAt, now));
  const [row] = await db
    .select({ id: uploads.replayId })
    .from(uploads)
    .where(and(isUnderWay, lte(uploads.requestedAt, before), sql`not coalesce(${isTold}, 0)`))
    .limit(1);
  return row !== undefined;
}
