import { env, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { limiter } from "#durable-objects/stubs.ts";
import { DueList } from "./due-list.ts";
import { Outbox, type OutboxStatement, outboxDue } from "./outbox.ts";

// Any object can provide the storage; its own alarm would only delete expired rows.
const anObject = (name: string) => limiter(env, name);

function withOutbox<T>(
  stub: ReturnType<typeof anObject>,
  work: (outbox: Outbox, due: DueList, storage: DurableObjectStorage) => Promise<T>,
): Promise<T> {
  return runInDurableObject(stub, async (_, { storage }) => {
    const due = new DueList(storage);
    const result = await work(new Outbox(storage, due), due, storage);
    // Tests drain manually.
    await storage.deleteAlarm();
    return result;
  });
}

function insertTrack(id: string): OutboxStatement {
  return {
    sql: "insert into tracks (id, key, artist, title, created_at) values (?, ?, ?, ?, ?) on conflict (id) do nothing",
    params: [id, id, "Artist", id, 1],
  };
}

const broken: OutboxStatement = { sql: "insert into no_such_table values (?)", params: [1] };

/** D1 with failures: `fail` decides per batch, before or after it was committed. */
function faultyD1(fail: () => "before" | "after" | null): D1Database {
  return new Proxy(env.DB, {
    get(target, name) {
      if (name === "batch")
        return async (statements: D1PreparedStatement[]) => {
          const fault = fail();
          if (fault === "before") throw new Error("D1 is away");
          const answer = await target.batch(statements);
          if (fault === "after") throw new Error("the answer was lost");
          return answer;
        };
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

const awayD1 = new Proxy(env.DB, {
  get() {
    throw new Error("D1 is away");
  },
});

async function trackIds(): Promise<string[]> {
  const { results } = await env.DB.prepare("select id from tracks order by rowid").all<{ id: string }>();
  return results.map(({ id }) => id);
}

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await env.DB.prepare("delete from tracks").run();
});

test("rows reach D1 in order and once, even when they are added twice", async () => {
  await withOutbox(anObject("order"), async (outbox) => {
    for (let row = 0; row < 100; row++) await outbox.enqueue(`t${row}`, [insertTrack(`t${row}`)]);
    await outbox.enqueue("t7", [insertTrack("t7-again")]);
    await outbox.drain(env.DB);
    expect(outbox.pending()).toBe(0);
  });
  expect(await trackIds()).toEqual(Array.from({ length: 100 }, (_, row) => `t${row}`));
});

test("all rows are kept while D1 is unavailable, with retry delays of up to 30 s", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000_000_000 });
  const waits = await withOutbox(anObject("away"), async (outbox, due) => {
    await outbox.enqueue("a", [insertTrack("a")]);
    const delays: number[] = [];
    for (let attempt = 0; attempt < 12; attempt++) {
      await due.cancel(outboxDue);
      await outbox.drain(awayD1);
      delays.push((due.dueAt(outboxDue) ?? 0) - Date.now());
    }
    await outbox.drain(env.DB);
    expect(outbox.pending()).toBe(0);
    return delays;
  });
  expect(waits.slice(0, 4)).toEqual([500, 1_000, 2_000, 4_000]);
  expect(Math.max(...waits)).toBe(30_000);
  expect(await trackIds()).toEqual(["a"]);
});

test("a lost response after the commit changes nothing", async () => {
  await withOutbox(anObject("lost"), async (outbox) => {
    let calls = 0;
    const d1 = faultyD1(() => (calls++ % 2 === 0 ? "after" : null));
    for (const id of ["a", "b", "c"]) await outbox.enqueue(id, [insertTrack(id)]);
    vi.useFakeTimers({ toFake: ["Date"] });
    for (let round = 0; round < 10; round++) {
      vi.setSystemTime(Date.now() + 60_000);
      await outbox.drain(d1);
    }
    expect(outbox.pending()).toBe(0);
  });
  expect(await trackIds()).toEqual(["a", "b", "c"]);
});

test("rows added before an eviction are sent after it", async () => {
  const stub = anObject("evicted");
  await withOutbox(stub, async (outbox) => {
    await outbox.enqueue("a", [insertTrack("a"), insertTrack("b")]);
  });
  await evictDurableObject(stub);
  await withOutbox(stub, async (outbox, due) => {
    expect(due.dueAt(outboxDue)).not.toBeNull();
    await outbox.drain(env.DB);
  });
  expect(await trackIds()).toEqual(["a", "b"]);
});

test("a row that D1 refuses blocks only its own lane, until it is dropped after eight attempts", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.useFakeTimers({ toFake: ["Date"] });
  await withOutbox(anObject("poison"), async (outbox) => {
    await outbox.enqueue("bad", [insertTrack("never"), broken], "lane");
    await outbox.enqueue("behind", [insertTrack("behind")], "lane");
    await outbox.enqueue("other", [insertTrack("other")]);
    await outbox.drain(env.DB);
    expect(await trackIds()).toEqual(["other"]);
    for (let attempt = 1; attempt < 8; attempt++) {
      vi.setSystemTime(Date.now() + 31_000);
      await outbox.drain(env.DB);
    }
    expect(await trackIds()).toEqual(["other", "behind"]);
    expect(outbox.pending()).toBe(1);
  });
  expect(warn).toHaveBeenCalledOnce();
});

test("an urgent row is sent out of order, and kept while D1 is unavailable", async () => {
  await withOutbox(anObject("wanted"), async (outbox) => {
    for (const id of ["a", "b"]) await outbox.enqueue(`play:${id}`, [insertTrack(id)], "plays");
    await outbox.deliver(awayD1, "play:b");
    expect(outbox.pending()).toBe(2);
    await outbox.deliver(env.DB, "play:b");
    await outbox.deliver(env.DB, "play:nothing");
    expect(await trackIds()).toEqual(["b"]);
    await outbox.drain(env.DB);
    expect(outbox.pending()).toBe(0);
  });
  expect(await trackIds()).toEqual(["b", "a"]);
});
