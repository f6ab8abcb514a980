import { env, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { limiter } from "#durable-objects/stubs.ts";
import { ResumableLog } from "./resumable-log.ts";

type Row = { seq: number; text: string };

/** Opens the log anew in an object's storage, as the object does after each start. */
function withLog<T>(name: string, work: (log: ResumableLog<Row>) => T): Promise<T> {
  const stub = limiter(env, name);
  return runInDurableObject(stub, (_, { storage }) =>
    work(new ResumableLog<Row>(storage.sql, { table: "test_log", columns: "text text not null", keep: 3 })),
  );
}

const append = (log: ResumableLog<Row>, text: string) => log.append({ seq: log.lastSeq() + 1, text });

test("a reader gets exactly the events after the last one that it has seen", async () => {
  await withLog("resume", (log) => {
    expect([log.lastSeq(), log.since(0)]).toEqual([0, []]);
    for (const text of ["a", "b", "c"]) append(log, text);
    expect(log.since(1)).toEqual([
      { seq: 2, text: "b" },
      { seq: 3, text: "c" },
    ]);
    expect(log.since(3)).toEqual([]);
  });
});

test("a reader that has missed more than is kept is told so, and so is one with a number of another log", async () => {
  await withLog("gap", (log) => {
    for (const text of ["a", "b", "c", "d", "e"]) append(log, text);
    expect(log.since(2)).toHaveLength(3);
    expect(log.since(1)).toBeNull();
    expect(log.since(6)).toBeNull();
    log.deleteUpTo(4);
    expect(log.since(3)).toBeNull();
    expect(log.since(4)).toEqual([{ seq: 5, text: "e" }]);
  });
});

test("numbers continue after a restart, and readers resume across it", async () => {
  await withLog("restart", (log) => {
    for (const text of ["a", "b"]) append(log, text);
  });
  await evictDurableObject(limiter(env, "restart"));
  await withLog("restart", (log) => {
    append(log, "c");
    expect(log.since(1)).toEqual([
      { seq: 2, text: "b" },
      { seq: 3, text: "c" },
    ]);
  });
});
