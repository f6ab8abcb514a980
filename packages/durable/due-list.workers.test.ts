import { env, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limiter } from "#durable-objects/stubs.ts";
import { DueList } from "./due-list.ts";

const now = 4_000_000_000_000;

function withDueList(name: string, work: (due: DueList, storage: DurableObjectStorage) => Promise<void>) {
  return runInDurableObject(limiter(env, name), (_, { storage }) => work(new DueList(storage), storage));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("the alarm is set for the earliest due time, and one that is too early is left", async () => {
  await withDueList("earliest", async (due, storage) => {
    await due.schedule("late", now + 9_000);
    await due.schedule("soon", now + 3_000);
    expect(await storage.getAlarm()).toBe(now + 3_000);
    await due.scheduleBy("soon", now + 5_000);
    expect(await storage.getAlarm()).toBe(now + 3_000);
    await due.schedule("soon", now + 5_000);
    await due.cancel("soon");
    expect(await storage.getAlarm()).toBe(now + 3_000);
    const ran: string[] = [];
    const whenDue = { soon: () => ran.push("soon"), late: () => ran.push("late") };
    await due.runDue(now + 3_000, whenDue);
    expect(ran).toEqual([]);
    expect(await storage.getAlarm()).toBe(now + 9_000);
    await due.runDue(now + 9_000, whenDue);
    expect(ran).toEqual(["late"]);
  });
});

test("due names run once, earliest first, and those scheduled meanwhile stay", async () => {
  await withDueList("runs", async (due, storage) => {
    await due.schedule("b", now - 1);
    await due.schedule("a", now - 2);
    await due.schedule("later", now + 60_000);
    const ran: string[] = [];
    await due.runDue(now, {
      a: async () => {
        ran.push("a");
        await due.schedule("a", now + 1_000);
      },
      b: async () => {
        ran.push("b");
        await due.scheduleBy("b", now);
      },
      later: () => ran.push("later"),
    });
    expect(ran).toEqual(["a", "b"]);
    expect(due.dueAt("a")).toBe(now + 1_000);
    expect(due.dueAt("b")).toBe(now);
    expect(await storage.getAlarm()).toBeLessThanOrEqual(now);
  });
});

test("a failed handler is retried with a growing delay and does not block others", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await withDueList("throws", async (due, storage) => {
    await due.schedule("bad", now);
    await due.schedule("good", now);
    const ran: string[] = [];
    const delays: number[] = [];
    for (let round = 0; round < 8; round++) {
      const at = due.dueAt("bad") ?? 0;
      vi.setSystemTime(at);
      await due.runDue(at, {
        good: () => ran.push("good"),
        bad: () => Promise.reject(new Error("no")),
      });
      delays.push((due.dueAt("bad") ?? 0) - at);
      expect(await storage.getAlarm()).toBe(due.dueAt("bad"));
    }
    expect(ran).toEqual(["good"]);
    expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    vi.setSystemTime(due.dueAt("bad") ?? 0);
    // A name without a handler, as of an older version, is forgotten.
    await due.runDue(Date.now(), {});
    expect(due.dueAt("bad")).toBeNull();
  });
});

test("due times survive an eviction", async () => {
  await withDueList("evicted", (due) => due.schedule("a", now + 5_000));
  await evictDurableObject(limiter(env, "evicted"));
  await withDueList("evicted", async (due, storage) => {
    expect(due.dueAt("a")).toBe(now + 5_000);
    expect(await storage.getAlarm()).toBe(now + 5_000);
  });
});

test("a name that reschedules itself keeps its new time, even when that equals its retry after a crash", async () => {
  await withDueList("again", async (due) => {
    for (const ask of ["schedule", "scheduleBy"] as const)
      for (const ms of [1, 5_000, 60_000]) {
        await due.schedule("a", now);
        await due.runDue(now, { a: () => due[ask]("a", now + ms) });
        expect(due.dueAt("a")).toBe(now + ms);
      }
  });
});

test("a name that is postponed again and again writes nothing, and runs at its last time", async () => {
  const ran: number[] = [];
  await withDueList("postponed", async (due, storage) => {
    const changes = () => storage.sql.exec<{ n: number }>("select total_changes() as n").one().n;
    await due.postpone("lease", now + 1_000);
    const before = changes();
    for (let ms = 2_000; ms <= 9_000; ms += 1_000) await due.postpone("lease", now + ms);
    expect(changes()).toBe(before);
    expect(due.dueAt("lease")).toBe(now + 9_000);
    for (const ms of [1_000, 8_000, 9_000]) await due.runDue(now + ms, { lease: () => ran.push(ms) });
    expect(ran).toEqual([9_000]);
    await due.postpone("lease", now + 20_000);
    await due.postpone("lease", now + 30_000);
    await due.postpone("lease", now + 15_000);
    expect(due.dueAt("lease")).toBe(now + 15_000);
    await due.postpone("lease", now + 30_000);
  });
  await evictDurableObject(limiter(env, "postponed"));
  await withDueList("postponed", async (due) => expect(due.dueAt("lease")).toBe(now + 15_000));
});
