import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { storageOf } from "#tests/helpers/storage.ts";
import { limiter } from "../stubs.ts";

const limit = { max: 5, perMs: 60_000 };

afterEach(() => {
  vi.useRealTimers();
});

test("exactly as many of 30 simultaneous attempts pass as the limit allows", async () => {
  const stub = limiter(env, "aligned");
  const answers = await Promise.all(Array.from({ length: 30 }, () => stub.take("aligned:a", limit)));
  expect(answers.filter((answer) => answer.ok)).toHaveLength(5);
  expect(answers.at(-1)).toMatchObject({ ok: false, code: "rate-limited" });
});

test("the returned wait is exact, and refused attempts do not prolong it", async () => {
  const stub = limiter(env, "window");
  vi.useFakeTimers({ toFake: ["Date"], now: 4_000_000_000_000 });
  for (let use = 0; use < limit.max; use++) {
    vi.setSystemTime(4_000_000_000_000 + use * 1_000);
    expect(await stub.take("window:a", limit)).toEqual({ ok: true });
  }
  vi.setSystemTime(4_000_000_010_000);
  for (let attempt = 0; attempt < 10; attempt++)
    expect(await stub.take("window:a", limit)).toEqual({
      ok: false,
      code: "rate-limited",
      retryAfterMs: 50_000,
    });
  vi.setSystemTime(4_000_000_059_999);
  expect(await stub.take("window:a", limit)).toMatchObject({ ok: false, retryAfterMs: 1 });
  vi.setSystemTime(4_000_000_060_000);
  expect(await stub.take("window:a", limit)).toEqual({ ok: true });
  expect(await stub.take("window:a", limit)).toMatchObject({ ok: false, retryAfterMs: 1_000 });
  expect(await stub.take("window:b", limit)).toEqual({ ok: true });
});

test("counters and used nonces survive an eviction", async () => {
  const stub = limiter(env, "evicted");
  for (let use = 0; use < limit.max; use++) await stub.take("evicted:a", limit);
  expect(await stub.once("evicted:nonce", 240_000)).toBe(true);
  await evictDurableObject(stub);
  expect(await stub.take("evicted:a", limit)).toMatchObject({ ok: false });
  expect(await stub.once("evicted:nonce", 240_000)).toBe(false);
});

test("only one of 30 simultaneous uses of a nonce is accepted until it expires", async () => {
  const stub = limiter(env, "nonce");
  vi.useFakeTimers({ toFake: ["Date"], now: 4_000_000_000_000 });
  const answers = await Promise.all(Array.from({ length: 30 }, () => stub.once("nonce:a", 1_000)));
  expect(answers.filter(Boolean)).toHaveLength(1);
  vi.setSystemTime(4_000_000_000_999);
  expect(await stub.once("nonce:a", 1_000)).toBe(false);
  vi.setSystemTime(4_000_000_001_000);
  expect(await stub.once("nonce:a", 1_000)).toBe(true);
  expect(await stub.once("nonce:a", 1_000)).toBe(false);
});

test("expired rows are deleted, and an empty limiter has no alarm", async () => {
  const stub = limiter(env, "sweep");
  vi.useFakeTimers({ toFake: ["Date"], now: 4_000_000_000_000 });
  await stub.take("sweep:a", limit);
  await stub.once("sweep:b", 1_000);
  vi.setSystemTime(4_000_000_100_000);
  expect(await runDurableObjectAlarm(stub)).toBe(true);
  await runInDurableObject(stub, async (_, { storage }) => {
    expect(storage.sql.exec("select key from uses union all select key from seen").toArray()).toEqual([]);
    expect(await storage.getAlarm()).toBeNull();
  });
});

test("a use that counts for a day is swept after a day, not looked for each minute", async () => {
  const stub = limiter(env, "rare-sweep");
  vi.useFakeTimers({ toFake: ["Date"], now: 4_000_000_000_000 });
  const dayMs = 86_400_000;
  await stub.take("rare-sweep:a", { max: 5, perMs: dayMs });
  await stub.once("rare-sweep:b", 1_000);
  const alarmIn = () =>
    runInDurableObject(stub, async (_, { storage }) => ((await storage.getAlarm()) ?? 0) - 4_000_000_000_000);
  expect(await alarmIn()).toBe(60_000);
  vi.setSystemTime(4_000_000_060_000);
  expect(await runDurableObjectAlarm(stub)).toBe(true);
  expect(await alarmIn()).toBe(dayMs);
});

test("keys cannot be read from the storage", async () => {
  const stub = limiter(env, "private");
  await stub.take("private:ada@example.com", limit);
  await stub.once("private:bob", 60_000);
  const text = await storageOf(stub);
  expect(text).toMatch(/uses: \[\{/);
  expect(text).not.toMatch(/ada|bob|example/);
});

test("an attack on one person's key waits in its own object, and counts stay exact for each key", async () => {
  const objectOf = (key: string) => limiter(env, key).id.toString();
  const people = Array.from({ length: 500 }, (_, n) => `login:account:person-${n}`);
  const objects = people.map(objectOf);
  expect(people.map(objectOf)).toEqual(objects);
  const busiest = Math.max(...objects.map((id) => objects.filter((other) => other === id).length));
  expect(busiest).toBeLessThan(5);
  // A key of another kind never shares an object, and what is counted for the whole instance has one key.
  expect(objects).not.toContain(objectOf("search:person-0"));
  expect(objectOf("musicbrainz-request")).toBe(objectOf("musicbrainz-request"));
});
