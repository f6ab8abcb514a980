import { env } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chunkKey, joinedKey, type TapeFile, type TapeIndex } from "#app/domains/air/replays/tape-index.ts";
import { runAlarm } from "#tests/helpers/alarms.ts";
import { makePerformer } from "#tests/helpers/people.ts";
import { batchOf, packetOf, soundOf } from "#tests/helpers/tapes.ts";
import { createTapes } from "../../workers/tapes.ts";
import type { TapeSubject } from "../contract.ts";
import { tape } from "../stubs.ts";

const noon = Date.parse("2030-05-01T12:00:00Z");
const minuteMs = 60_000;
let subject: TapeSubject;
let count = 0;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
  count += 1;
  const { id: performerId } = await makePerformer({ username: `Joan${count}` });
  const broadcast = `01J${String(count).padStart(23, "0")}`;
  const place = { room: `profile/${performerId}`, stageId: null, setId: null } as const;
  subject = { broadcast, performance: broadcast, performerId, ...place };
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const stub = () => tape(env, subject.performance);

/** Runs what is due, and lets `ms` pass before each of `turns` alarms. */
async function settle(turns: number, ms: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    vi.setSystemTime(Date.now() + ms);
    await runAlarm(stub());
  }
}

async function send(connection: string, startAt: number, seconds: number, packetBytes = 60): Promise<void> {
  for (let s = 0; s < seconds; s += 5) {
    vi.setSystemTime(startAt + (s + 5) * 1_000);
    const frames = soundOf(connection, startAt, s, s + 5).map((frame) =>
      frame.kind === "opus" ? { ...frame, payload: packetOf(connection, frame.seq, packetBytes) } : frame,
    );
    await stub().append(batchOf(subject, connection, frames));
  }
  await stub().end(subject, Date.now());
  await settle(12, 2_500);
}

const indexOf = async () => (await stub().index()) as TapeIndex;
const listed = async () =>
  (await env.TAPES.list({ prefix: `tape/${subject.broadcast}/` })).objects.map(({ key }) => key).toSorted();

/** All bytes of a file, chunk by chunk, as a request reads them. */
async function bytesOf(index: TapeIndex, file: TapeFile): Promise<Uint8Array> {
  const tapes = createTapes(env);
  const parts: ArrayBuffer[] = [];
  for (const chunk of index.chunks) {
    const length = file === "opus" ? chunk.opusBytes : chunk.mp3Bytes;
    const bytes = await tapes.readChunk(index, chunk, { file, offset: 0, length });
    parts.push(await new Response(bytes as BodyInit).arrayBuffer());
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Equal for equal bytes: comparing megabytes element by element takes a minute. */
const digestOf = async (bytes: Uint8Array) =>
  Buffer.from(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>)).toString("hex");

const both = async (index: TapeIndex) => ({
  opus: await digestOf(await bytesOf(index, "opus")),
  mp3: await digestOf(await bytesOf(index, "mp3")),
});

test("ten minutes after the end the chunks become one object for each file, and an hour later they are gone", async () => {
  await send("a", noon, 45);
  const before = await indexOf();
  const bytes = await both(before);
  await settle(9, 100 * 1_000);
  const index = await indexOf();
  expect(index).toEqual({ ...before, joined: 3 });
  expect(await both(index)).toEqual(bytes);
  const joined = [joinedKey(index.id, 3, "mp3"), joinedKey(index.id, 3, "opus")];
  // Requests that began before read the chunks.
  expect(await listed()).toEqual(expect.arrayContaining([...joined, chunkKey(index.id, 0, "opus")]));
  expect(await both(before)).toEqual(bytes);
  await settle(1, 61 * minuteMs);
  expect(await listed()).toEqual([...joined, `tape/${index.id}/index.json`]);
  expect(await both(await indexOf())).toEqual(bytes);
  await stub().erase();
  await settle(2, 1_000);
  expect(await listed()).toEqual([]);
});

test("a performance that continues is joined again at its next end, from what was joined before", async () => {
  await send("a", noon, 25);
  await settle(9, 100 * 1_000);
  await settle(1, 61 * minuteMs);
  const first = await indexOf();
  const bytes = await bytesOf(first, "opus");
  await send("b", Date.now() + minuteMs, 25);
  const second = await indexOf();
  expect(second.chunks.length).toBeGreaterThan(first.chunks.length);
  const start = (await bytesOf(second, "opus")).slice(0, bytes.length);
  expect(await digestOf(start)).toBe(await digestOf(bytes));
  const whole = await both(second);
  await settle(9, 100 * 1_000);
  await settle(1, 61 * minuteMs);
  const index = await indexOf();
  expect(index.joined).toBe(second.chunks.length);
  expect(await both(index)).toEqual(whole);
  expect((await listed()).filter((key) => key.endsWith("opus"))).toHaveLength(1);
});

test("a long recording is joined in parts, also when R2 refuses in between", async () => {
  await send("a", noon, 90, 1_200);
  const before = await indexOf();
  const bytes = await both(before);
  expect((await bytesOf(before, "opus")).length).toBeGreaterThan(5_300_000);
  const get = vi.spyOn(env.TAPES, "get");
  await settle(2, 6 * minuteMs);
  get.mockRejectedValueOnce(new Error("R2 is away"));
  await settle(8, 40_000);
  const index = await indexOf();
  expect(index.joined).toBe(before.chunks.length);
  expect(await both(index)).toEqual(bytes);
});
