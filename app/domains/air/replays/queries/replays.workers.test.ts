import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { ulid } from "ulidx";
import { beforeAll, expect, test } from "vitest";
import { openDb } from "#db/client.ts";
import { replays, stages, users } from "#db/schema/index.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { makePlayedSet } from "#tests/helpers/replays.ts";
import { makeStage } from "#tests/helpers/stages.ts";
import type { Write } from "../../stages/queries/rooms.ts";
import { deleteUnusedPlans } from "./replay-deletion.ts";
import { beginReplay, findRecordingRights, insertPlannedReplay, noteReplay } from "./replays.ts";

const db = openDb(env.DB);
const now = Date.now();
let dj: Person;
let stageId: string;

beforeAll(async () => {
  dj = await makePerformer({ replayVisibility: "day", replayDownload: false });
  stageId = (await makeStage(await makePerson({ isManager: true }))).id;
});

/** Writes as the outbox does. */
async function write(writes: readonly Write[]): Promise<void> {
  for (const { sql, params } of writes)
    await env.DB.prepare(sql)
      .bind(...params)
      .run();
}

const rowOf = async (performance: string) =>
  (await db.select().from(replays).where(eq(replays.performance, performance)))[0];

function performed(change: { setId?: string; performerId?: string | null } = {}) {
  const { setId = null, performerId = dj.id } = change;
  const id = ulid();
  return {
    id,
    performance: setId ?? id,
    room: `stage/${stageId}`,
    stageId,
    performerId,
    setId,
    startedAt: now,
  };
}

const plan = (setId: string, performerId = dj.id) =>
  insertPlannedReplay(db, {
    id: ulid(),
    setId,
    stageId,
    performerId,
    startedAt: now,
    changedAt: now,
    visibility: "me",
    mayDownload: true,
    isInFeed: false,
  });

test("a recording gets the rights that its performer chose for all of them", async () => {
  const begun = performed();
  await write(beginReplay(db, begun, now));
  // An outbox may deliver twice.
  await write(beginReplay(db, begun, now));
  expect(await rowOf(begun.performance)).toMatchObject({
    ...begun,
    status: "recording",
    endedAt: null,
    durationMs: 0,
    visibility: "day",
    mayDownload: false,
    isInFeed: true,
    listenCount: 0,
  });
});

test("a recording without a performer is open", async () => {
  const begun = performed({ performerId: null });
  await write(beginReplay(db, begun, now));
  const open = { visibility: "always", mayDownload: true, isInFeed: true };
  expect(await rowOf(begun.performance)).toMatchObject({ ...begun, ...open });
});

test("nothing is stored of a performer whose account was deleted meanwhile", async () => {
  const begun = performed({ performerId: ulid() });
  await write(beginReplay(db, begun, now));
  expect(await rowOf(begun.performance)).toBeUndefined();
  expect(await findRecordingRights(db, begun)).toBeUndefined();
});

test("rights that were chosen for a set are those of its recording, under the broadcast's id", async () => {
  const setId = await makePlayedSet({ stageId, performerId: dj.id });
  await plan(setId);
  const chosen = { visibility: "me", mayDownload: true, isInFeed: false };
  const begun = performed({ setId });
  expect(await findRecordingRights(db, begun)).toEqual({ ...chosen, isOwn: true });
  await write(beginReplay(db, begun, now));
  await write(beginReplay(db, begun, now));
  expect(await rowOf(setId)).toMatchObject({ ...begun, ...chosen, status: "recording" });
  expect(await plan(setId)).toBe(false);
});

test("rights that somebody else chose before the set was handed over do not count", async () => {
  const setId = await makePlayedSet({ stageId, performerId: dj.id });
  await plan(setId, (await makePerformer()).id);
  const begun = performed({ setId });
  expect(await findRecordingRights(db, begun)).toMatchObject({ visibility: "day" });
  await write(beginReplay(db, begun, now));
  expect(await rowOf(setId)).toMatchObject({ ...begun, visibility: "day" });
});

test("progress is stored, and not in what was deleted", async () => {
  const begun = performed();
  await write(beginReplay(db, begun, now));
  const done = { status: "ready", endedAt: now + 1, durationMs: 1, opusBytes: 2, mp3Bytes: 3 } as const;
  await write(noteReplay(db, { id: begun.id, ...done, changedAt: now }));
  expect(await rowOf(begun.performance)).toMatchObject(done);
  await db.update(replays).set({ status: "deleted" }).where(eq(replays.id, begun.id));
  await write(noteReplay(db, { id: begun.id, ...done, changedAt: now }));
  await write(beginReplay(db, begun, now));
  expect(await rowOf(begun.performance)).toMatchObject({ status: "deleted" });
  expect(await findRecordingRights(db, begun)).toMatchObject({ visibility: "never" });
});

test("nothing may be recorded on a stage that keeps nothing or is deleted, or of a banned performer", async () => {
  const begun = performed();
  const rights = () => findRecordingRights(db, begun);
  expect(await rights()).toMatchObject({ visibility: "day" });
  const setStage = (change: Partial<typeof stages.$inferInsert>) =>
    db.update(stages).set(change).where(eq(stages.id, stageId));
  await setStage({ keepsReplays: false });
  expect(await rights()).toMatchObject({ visibility: "never" });
  expect(await findRecordingRights(db, { ...begun, stageId: null })).toMatchObject({ visibility: "day" });
  await setStage({ keepsReplays: true, deletedAt: now });
  expect(await rights()).toMatchObject({ visibility: "never" });
  await setStage({ deletedAt: null });
  await db.update(users).set({ bannedAt: now }).where(eq(users.id, dj.id));
  expect(await rights()).toMatchObject({ visibility: "never" });
  await db.update(users).set({ bannedAt: null }).where(eq(users.id, dj.id));
});

test("chosen rights of sets that were never recorded are deleted a while after them", async () => {
  const [ahead, over] = [
    await makePlayedSet({ stageId, performerId: dj.id }, now),
    await makePlayedSet({ stageId, performerId: dj.id }),
  ];
  for (const setId of [ahead, over, "a set that was deleted"]) await plan(setId);
  await deleteUnusedPlans(db, now);
  expect(await rowOf(ahead)).toMatchObject({ status: "planned" });
  expect(await rowOf(over)).toBeUndefined();
  expect(await rowOf("a set that was deleted")).toBeUndefined();
});
