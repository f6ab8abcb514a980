import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chunkKey } from "#app/domains/air/replays/tape-index.ts";
import { makePerformer } from "#tests/helpers/people.ts";
import { batchOf, soundOf } from "#tests/helpers/tapes.ts";
import { createTapes } from "../../workers/tapes.ts";
import type { TapeSubject } from "../contract.ts";
import { tape } from "../stubs.ts";
import { maxLateMs } from "./deletions.ts";
import { r2AnswerMs } from "./tape-bucket.ts";

const noon = Date.parse("2030-05-01T12:00:00Z");
let subject: TapeSubject;
let count = 0;

beforeEach(async () => {
  count += 1;
  const { id: performerId } = await makePerformer({ username: `Lise${count}` });
  const broadcast = `01T${String(count).padStart(23, "0")}`;
  const place = { room: `profile/${performerId}`, stageId: null, setId: null } as const;
  subject = { broadcast, performance: broadcast, performerId, ...place };
  await runInDurableObject(stub(), () => undefined);
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: noon });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const stub = () => tape(env, subject.performance);
const listed = async () =>
  (await env.TAPES.list({ prefix: `tape/${subject.broadcast}/` })).objects.map(({ key }) => key);

/** Each put waits until it is let through, and may so be later than any patience. */
function holdPuts() {
  const put = env.TAPES.put.bind(env.TAPES);
  const held: (() => void)[] = [];
  const spy = vi.spyOn(env.TAPES, "put").mockImplementation(async (...words) => {
    await new Promise<void>((resolve) => held.push(resolve));
    return put(...words);
  });
  return { spy, count: () => held.length, letThrough: () => held.splice(0).forEach((pass) => pass()) };
}

async function send(fromS: number, toS: number): Promise<void> {
  for (let s = fromS; s < toS; s += 5) {
    vi.setSystemTime(noon + (s + 5) * 1_000);
    await stub().append(batchOf(subject, "a", soundOf("a", noon, s, s + 5)));
  }
}

async function settle(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    vi.setSystemTime(Date.now() + 2_500);
    await runDurableObjectAlarm(stub());
  }
}

test("a put that R2 never answers is put again, and nothing behind it is lost", async () => {
  const puts = holdPuts();
  await send(0, 25);
  await vi.waitFor(() => expect(puts.count()).toBe(2));
  await send(25, 50);
  puts.spy.mockRestore();
  // In the object, which alone may use its storage when its time is up.
  await runInDurableObject(stub(), () => vi.advanceTimersByTimeAsync(r2AnswerMs));
  await vi.waitFor(async () => {
    await settle(1);
    expect(await listed()).toHaveLength(4);
  });
  await stub().end(subject, Date.now());
  await settle(4);
  expect((await stub().index())?.durationMs).toBe(50_000);
  const before = await listed();
  expect(before).toHaveLength(7);
  // What comes late has the same name and the same bytes.
  puts.letThrough();
  await settle(2);
  expect(await listed()).toEqual(before);
  expect((await stub().index())?.chunks.map(({ place }) => place)).toEqual(["r2", "r2", "r2"]);
});

test("a recording is deleted while R2 does not answer, and what arrives after its deletion is deleted too", async () => {
  await send(0, 25);
  await vi.waitFor(async () => expect(await listed()).toHaveLength(2));
  const puts = holdPuts();
  await send(25, 50);
  await vi.waitFor(() => expect(puts.count()).toBe(2));
  await stub().erase();
  await settle(1);
  expect(await listed()).toEqual([]);
  puts.letThrough();
  await vi.waitFor(async () => expect(await listed()).toHaveLength(2));
  await vi.waitFor(async () => {
    await settle(1);
    expect(await listed()).toEqual([]);
  });
});

test.for(["evicted after the deletion", "evicted before it"] as const)(
  "what arrives late is deleted too where the object was %s",
  async (when) => {
    const puts = holdPuts();
    await send(0, 25);
    await vi.waitFor(() => expect(puts.count()).toBe(2));
    if (when === "evicted before it") await evictDurableObject(stub());
    await stub().erase();
    if (when === "evicted after the deletion") await evictDurableObject(stub());
    await settle(1);
    puts.spy.mockRestore();
    // What was sent before the eviction: R2 takes it only now.
    await env.TAPES.put(chunkKey(subject.broadcast, 0, "opus"), "late");
    await settle(1);
    expect(await listed()).toEqual([]);
    vi.setSystemTime(Date.now() + maxLateMs);
    await settle(1);
    expect(await runDurableObjectAlarm(stub())).toBe(false);
  },
);

test("a deletion gives up an R2 that does not answer, and deletes everything when it is repeated", async () => {
  const { broadcast: id, performance } = subject;
  await env.TAPES.put(chunkKey(id, 0, "opus"), "of a tape that lost its storage");
  for (const call of ["list", "delete"] as const) {
    const silent = vi.spyOn(env.TAPES, call as "list").mockReturnValue(new Promise(() => {}));
    const erased = createTapes(env).erase({ id, performance });
    const outcome = expect(erased).rejects.toThrow(/no answer/);
    await vi.waitFor(() => expect(silent).toHaveBeenCalled());
    await vi.advanceTimersByTimeAsync(r2AnswerMs);
    await outcome;
    silent.mockRestore();
    expect(await listed()).toHaveLength(1);
  }
  await createTapes(env).erase({ id, performance });
  expect(await listed()).toEqual([]);
});
