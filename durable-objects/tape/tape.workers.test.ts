import { env, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chunkKey, indexKey, type TapeFile, type TapeIndex } from "#app/domains/air/replays/tape-index.ts";
import { gapsIn } from "#app/domains/air/replays/timeline.ts";
import { openDb } from "#db/client.ts";
import { replays, users } from "#db/schema/index.ts";
import { runAlarm } from "#tests/helpers/alarms.ts";
import { makePerformer } from "#tests/helpers/people.ts";
import { storageOf } from "#tests/helpers/storage.ts";
import {
  BatchSender,
  batchOf,
  mp3FrameMs,
  numbersIn,
  opusFrame,
  readPages,
  shapeOf,
  soundOf,
} from "#tests/helpers/tapes.ts";
import type { TapeSubject } from "../contract.ts";
import { tape } from "../stubs.ts";

const noon = Date.parse("2030-05-01T12:00:00Z");
const db = openDb(env.DB);
let subject: TapeSubject;
let sender: BatchSender;
let count = 0;

beforeEach(async () => {
  sender = new BatchSender();
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
  count += 1;
  const performer = await makePerformer({ username: `Ada${count}` });
  const broadcast = `01B${String(count).padStart(23, "0")}`;
  subject = {
    broadcast,
    performance: broadcast,
    room: `profile/${performer.id}`,
    stageId: null,
    performerId: performer.id,
    setId: null,
  };
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const stub = () => tape(env, subject.performance);

/** Runs what is due until nothing is due within the next ten seconds. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) {
    vi.setSystemTime(Date.now() + 2_500);
    await runAlarm(stub());
  }
}

/** Sends seconds of a connection that began at `startAt`, in batches of five seconds, as time passes. */
async function send(connection: string, startAt: number, fromS: number, toS: number): Promise<void> {
  for (let s = fromS; s < toS; s += 5) {
    vi.setSystemTime(startAt + (s + 5) * 1_000);
    const frames = soundOf(connection, startAt, s, Math.min(s + 5, toS));
    await sender.send(stub(), batchOf(subject, connection, frames));
  }
}

async function end(): Promise<void> {
  await sender.end(stub(), subject, Date.now());
  await settle();
}

const indexOf = async (): Promise<TapeIndex> => {
  const index = await stub().index();
  if (index === null) throw new Error("nothing is recorded");
  return index;
};

/** All bytes of one file, from wherever they are. */
async function bytesOf(file: TapeFile): Promise<Uint8Array> {
  const index = await indexOf();
  const parts: Uint8Array[] = [];
  for (const { n, place } of index.chunks) {
    const object = place === "r2" ? await env.TAPES.get(chunkKey(index.id, n, file)) : null;
    const bytes = object === null ? await stub().readChunk(n, file) : await object.bytes();
    if (bytes !== null) parts.push(new Uint8Array(bytes));
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

const packetNumbers = async () => numbersIn(readPages(await bytesOf("opus")));
const upTo = (n: number) => Array.from({ length: n }, (_, seq) => seq);
const rowOf = async () =>
  (await db.select().from(replays).where(eq(replays.performance, subject.performance)))[0];
const listed = async () =>
  (await env.TAPES.list({ prefix: `tape/${subject.broadcast}/` })).objects.map(({ key }) => key);

test("a broadcast is in R2 as one Ogg stream and its MP3, every packet once, and its replay is ready", async () => {
  await send("a", noon, 0, 45);
  expect(await rowOf()).toBeUndefined();
  await end();
  const index = await indexOf();
  expect(shapeOf(index)).toMatchObject({
    chunks: [
      { n: 0, place: "r2", ms: 20_000, pages: 20 },
      { n: 1, place: "r2", ms: 20_000, pages: 20 },
      { n: 2, place: "r2", ms: 5_000, pages: 5 },
    ],
    durationMs: 45_000,
    anchors: [{ position: 0, at: noon }],
  });
  const pages = readPages(await bytesOf("opus"));
  expect(numbersIn(pages)).toEqual(upTo(45 * 50));
  expect(pages.map(({ number }) => number)).toEqual(upTo(45).map((n) => n + 2));
  expect(pages.map(({ granule }) => granule)).toEqual(upTo(45).map((n) => (n + 1) * 48_000));
  expect(new Set(pages.map(({ serial }) => serial))).toEqual(new Set([index.serial]));
  const frames = (await bytesOf("mp3")).byteLength / 480;
  expect(Math.abs(frames * mp3FrameMs - 45_000)).toBeLessThan(2 * mp3FrameMs);
  expect(Array.from(atob(index.peaks), (byte) => byte.charCodeAt(0))).toEqual(
    upTo(90).map((slot) => Math.floor(slot / 2)),
  );
  expect(JSON.parse((await (await env.TAPES.get(indexKey(index.id)))?.text()) ?? "")).toEqual(index);
  expect(await rowOf()).toMatchObject({ id: subject.broadcast, status: "ready", durationMs: 45_000 });
});

test("what comes twice is recorded once, and what comes late is where it belongs", async () => {
  await send("a", noon, 0, 10);
  await send("a", noon, 20, 40);
  await send("a", noon, 15, 25);
  expect((await indexOf()).durationMs).toBe(10_000);
  await send("a", noon, 5, 20);
  await end();
  expect(await packetNumbers()).toEqual(upTo(40 * 50));
  expect((await indexOf()).anchors).toHaveLength(1);
});

test("what still comes after the end, minutes of it, is recorded before the replay is complete", async () => {
  await send("a", noon, 0, 10);
  await send("a", noon, 600, 660);
  const endedAt = Date.now();
  await stub().end(subject, endedAt);
  // Late frames come at twice the speed of sound, in batches of five seconds.
  for (let s = 10; s < 600; s += 10) {
    vi.setSystemTime(Date.now() + 5_000);
    await runAlarm(stub());
    await stub().append(batchOf(subject, "a", soundOf("a", noon, s, s + 10)));
  }
  await settle();
  expect(await rowOf()).toMatchObject({ status: "ready", durationMs: 660_000, endedAt });
  expect(await packetNumbers()).toEqual(upTo(660 * 50));
});

test("what the source no longer has is not waited for", async () => {
  await send("a", noon, 0, 10);
  vi.setSystemTime(noon + 40_000);
  const frames = soundOf("a", noon, 30, 40);
  await stub().append(batchOf(subject, "a", frames, { opus: 30 * 50 }));
  const index = await indexOf();
  expect(index.durationMs).toBe(20_000);
  expect(gapsIn(index.anchors)).toEqual([{ at: 10_000, duration: 20_000 }]);
});

test("a short pause of an encoder is filled, a long one is noted, and both files keep the same positions", async () => {
  await send("a", noon, 0, 10);
  // Connected again after 1.5 s, and the second time after 90 s.
  await send("b", noon + 11_500, 0, 10);
  await send("c", noon + 111_500, 0, 10);
  await end();
  const index = await indexOf();
  expect(index.durationMs).toBe(31_500);
  expect(gapsIn(index.anchors)).toEqual([{ at: 21_500, duration: 90_000 }]);
  const numbers = await packetNumbers();
  expect(numbers.filter((number) => number === null)).toHaveLength(75);
  expect(numbers.filter((number) => number !== null)).toEqual([...upTo(500), ...upTo(500), ...upTo(500)]);
  const mp3Ms = ((await bytesOf("mp3")).byteLength / 480) * mp3FrameMs;
  expect(Math.abs(mp3Ms - index.durationMs)).toBeLessThan(4 * mp3FrameMs);
});

test("a pause between two broadcasts of a performance is no lost sound", async () => {
  await send("a", noon, 0, 10);
  await end();
  const later = { ...subject, broadcast: `${subject.broadcast}2` };
  await stub().append(batchOf(later, "b", soundOf("b", noon + 1_000_000, 0, 10)));
  vi.setSystemTime(noon + 1_020_000);
  const { anchors } = await indexOf();
  expect(gapsIn(anchors)).toEqual([{ at: 10_000, duration: 990_000, isPause: true }]);
});

test("a correction of the source's clock is neither a gap nor filled", async () => {
  await send("a", noon, 0, 40);
  // From here on its clock is 300 ms ahead.
  await send("a", noon + 300, 40, 65);
  await end();
  const index = await indexOf();
  expect(index.durationMs).toBe(65_000);
  expect(gapsIn(index.anchors)).toEqual([]);
  expect(index.anchors.at(-1)).toEqual({ position: 40_000, at: noon + 40_300 });
});

test("while R2 refuses, everything can be read, nothing is lost, and R2 gets it afterwards", async () => {
  await runInDurableObject(stub(), () => undefined);
  const put = vi.spyOn(env.TAPES, "put").mockRejectedValue(new Error("R2 is away"));
  await send("a", noon, 0, 50);
  await settle();
  expect(put).toHaveBeenCalled();
  expect(shapeOf(await indexOf()).chunks.map(({ place }) => place)).toEqual(["tape", "tape", "tape"]);
  expect(await packetNumbers()).toEqual(upTo(50 * 50));
  await evictDurableObject(stub());
  await sender.end(stub(), subject, Date.now());
  put.mockRestore();
  for (let turn = 0; turn < 10; turn++) await settle();
  expect(await listed()).toHaveLength(7);
  expect(await packetNumbers()).toEqual(upTo(50 * 50));
  expect(await rowOf()).toMatchObject({ status: "ready" });
});

test("a batch is stored with its chunk, at the end, when that is asked for, and after half a minute", async () => {
  const storedAfter = async (s: number) => {
    vi.setSystemTime(noon + (s + 5) * 1_000);
    const answer = await stub().append(batchOf(subject, "a", soundOf("a", noon, s, s + 5)));
    return answer.keeps ? answer.receipt.stored : undefined;
  };
  for (const [s, stored] of [
    [0, 0],
    [5, 0],
    [10, 0],
    [15, 0],
    [20, 4],
    [25, 4],
  ] as const)
    expect(await storedAfter(s)).toBe(stored);
  expect(await stub().store()).toMatchObject({ received: 6, stored: 6 });
  // Five seconds are missing.
  expect(await storedAfter(35)).toBe(6);
  for (const s of [40, 45, 50, 55, 60]) await storedAfter(s);
  expect(await storedAfter(65)).toBe(6);
  expect(await storedAfter(70)).toBe(14);
  expect(await stub().end(subject, Date.now())).toMatchObject({ received: 14, stored: 14 });
  expect(await storedAfter(30)).toBe(15);
});

test("an eviction at any moment changes nothing", async () => {
  for (let s = 0; s < 45; s += 5) {
    await send("a", noon, s, s + 5);
    await evictDurableObject(stub());
  }
  await end();
  expect(await packetNumbers()).toEqual(upTo(45 * 50));
  expect((await indexOf()).durationMs).toBe(45_000);
});

test("what can be read while it is on air stays as it is when more arrives", async () => {
  const seen: Record<TapeFile, Uint8Array[]> = { opus: [], mp3: [] };
  for (let s = 0; s < 50; s += 5) {
    await send("a", noon, s, s + 5);
    await runAlarm(stub());
    for (const file of ["opus", "mp3"] as const) seen[file].push(await bytesOf(file));
  }
  for (const file of ["opus", "mp3"] as const) {
    for (const [i, bytes] of seen[file].slice(1).entries()) {
      const before = seen[file][i] ?? new Uint8Array();
      expect(bytes.byteLength).toBeGreaterThanOrEqual(before.byteLength);
      expect(Buffer.compare(bytes.subarray(0, before.byteLength), before)).toBe(0);
    }
  }
  expect(numbersIn(readPages(seen.opus.at(-1) ?? new Uint8Array()))).toEqual(upTo(50 * 50));
});

test("another broadcast of the same performance continues the recording", async () => {
  await send("a", noon, 0, 10);
  await end();
  expect(await rowOf()).toMatchObject({ status: "ready", durationMs: 10_000 });
  const first = subject;
  subject = { ...first, broadcast: `${first.broadcast.slice(0, -1)}Z` };
  await send("b", noon + 600_000, 0, 10);
  // Said again: it is not the end of what is on air.
  await stub().end(first, Date.now());
  await settle();
  expect(await rowOf()).toMatchObject({ id: first.broadcast, status: "recording", endedAt: null });
  await end();
  subject = first;
  expect(await rowOf()).toMatchObject({ id: first.broadcast, status: "ready", durationMs: 20_000 });
  expect(gapsIn((await indexOf()).anchors)).toEqual([{ at: 10_000, duration: 590_000, isPause: true }]);
  expect(await listed()).toHaveLength(5);
});

test("where nothing may be recorded, nothing is stored", async () => {
  await db
    .update(users)
    .set({ replayVisibility: "never" })
    .where(eq(users.id, subject.performerId ?? ""));
  expect(await stub().append(batchOf(subject, "a", soundOf("a", noon, 0, 5)))).toEqual({
    keeps: false,
    isPublic: false,
  });
  await end();
  expect(await stub().index()).toBeNull();
  expect(await listed()).toEqual([]);
  expect(await rowOf()).toBeUndefined();
  expect(await storageOf(stub())).not.toContain(subject.broadcast);
});

test("a performer's defaults become the rights of their replay", async () => {
  const chosen = { replayVisibility: "me" as const, replayDownload: false };
  await db
    .update(users)
    .set(chosen)
    .where(eq(users.id, subject.performerId ?? ""));
  await send("a", noon, 0, 10);
  const more = batchOf(subject, "a", soundOf("a", noon, 10, 12));
  expect(await stub().append(more)).toMatchObject({ keeps: true, isPublic: false });
  await settle();
  await db.update(replays).set({ visibility: "day" }).where(eq(replays.performance, subject.performance));
  await stub().rightsChanged();
  expect(await stub().append(more)).toMatchObject({ keeps: true, isPublic: true });
  await db.update(replays).set({ visibility: "me" }).where(eq(replays.performance, subject.performance));
  await end();
  expect(await rowOf()).toMatchObject({ visibility: "me", mayDownload: false, isInFeed: true });
});

test("what may no longer be kept is deleted here and in R2, and recorded again only if that is chosen anew", async () => {
  await send("a", noon, 0, 45);
  await settle();
  expect(await listed()).not.toEqual([]);
  await db.update(replays).set({ status: "deleted" }).where(eq(replays.performance, subject.performance));
  await stub().erase();
  await settle();
  expect(await listed()).toEqual([]);
  expect(await stub().index()).toBeNull();
  await db.delete(replays).where(eq(replays.performance, subject.performance));
  expect(await stub().append(batchOf(subject, "a", soundOf("a", noon, 45, 50)))).toEqual({
    keeps: false,
    isPublic: false,
  });

  const { performance, room, performerId } = subject;
  const rights = { visibility: "always", mayDownload: true, isInFeed: true } as const;
  const planned = { id: "planned", performance, room, performerId, status: "planned" } as const;
  await db.insert(replays).values({ ...planned, ...rights, startedAt: noon, changedAt: noon });
  await send("a", noon, 50, 60);
  await end();
  expect(await rowOf()).toMatchObject({ id: subject.broadcast, status: "ready", durationMs: 10_000 });
  expect(await packetNumbers()).toEqual(upTo(500).map((n) => n + 50 * 50));
});

const never = () =>
  db
    .update(users)
    .set({ replayVisibility: "never", bannedAt: noon })
    .where(eq(users.id, subject.performerId ?? ""));

test("what may not be kept any more is deleted with its row as soon as the tape is told", async () => {
  await send("a", noon, 0, 45);
  await settle();
  await never();
  await stub().rightsChanged();
  await settle();
  expect(await stub().index()).toBeNull();
  expect(await listed()).toEqual([]);
  expect(await rowOf()).toMatchObject({ status: "deleted" });
});

test("a broadcast that ends before the tape is told is not kept either; what was complete before stays", async () => {
  await send("a", noon, 0, 45);
  await never();
  vi.setSystemTime(Date.now() + 61_000);
  await end();
  expect(await listed()).toEqual([]);
  expect(await rowOf()).toMatchObject({ status: "deleted" });

  subject = { ...subject, broadcast: `${subject.broadcast}-2`, performance: `${subject.performance}-2` };
  await db
    .update(users)
    .set({ replayVisibility: "always", bannedAt: null })
    .where(eq(users.id, subject.performerId ?? ""));
  const again = Date.now();
  await send("b", again, 0, 10);
  await end();
  await never();
  await stub().rightsChanged();
  await settle();
  expect(await rowOf()).toMatchObject({ status: "ready" });
  expect(await listed()).not.toEqual([]);
});

test("packets too large for a page of one second take more pages", async () => {
  vi.setSystemTime(noon + 10_000);
  const large = upTo(500).map((seq) => ({
    ...opusFrame("a", seq, noon),
    payload: new Uint8Array(1_275).fill(seq),
  }));
  await stub().append(batchOf(subject, "a", large));
  await end();
  const index = await indexOf();
  const pages = readPages(await bytesOf("opus"));
  expect(index.chunks.map(({ pages: n }) => n)).toEqual([pages.length]);
  expect(pages.flatMap(({ packets }) => packets)).toHaveLength(500);
});

test("a source that begins with a burst is recorded at the times at which it was heard", async () => {
  // The first second arrives at once, a second late: its frames are stamped with the time of their arrival at most.
  const frames = soundOf("a", noon, 0, 30).map((frame) => ({
    ...frame,
    at: Math.max(frame.at, noon + 1_000),
  }));
  vi.setSystemTime(noon + 30_000);
  await stub().append(batchOf(subject, "a", frames));
  await end();
  const index = await indexOf();
  expect(index.anchors).toEqual([{ position: 0, at: noon }]);
  expect(await packetNumbers()).toEqual(upTo(30 * 50));
  const mp3Ms = ((await bytesOf("mp3")).byteLength / 480) * mp3FrameMs;
  expect(Math.abs(mp3Ms - index.durationMs)).toBeLessThan(2 * mp3FrameMs);
});

test("of a performance that goes on and on, the first 25 hours are recorded", async () => {
  await send("a", noon, 0, 25);
  const laterS = 26 * 3_600;
  await send("b", noon + laterS * 1_000, 0, 25);
  await end();
  expect(await packetNumbers()).toEqual(upTo(1_250));
  expect((await rowOf())?.status).toBe("ready");
});
