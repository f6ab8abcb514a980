import { env, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { limiter } from "#durable-objects/stubs.ts";
import { Memory, remembered } from "./memory.ts";

const Play = z.looseObject({ id: z.string(), at: z.number() });
const plays = remembered("plays", z.array(Play), []);
const guesses = remembered("guesses", z.array(Play), [], { isExpendable: true });

function withMemory(name: string, work: (memory: Memory, sql: SqlStorage) => void) {
  return runInDurableObject(limiter(env, name), (_, { storage }) => work(new Memory(storage), storage.sql));
}
afterEach(() => {
  vi.restoreAllMocks();
});

test("a value is what was stored last, with what newer code has added to it", async () => {
  await withMemory("values", (memory) => {
    memory.get(plays).push({ id: "not stored", at: 0 });
    expect(memory.get(plays)).toEqual([]);
    const stored = [{ id: "a", at: 1, more: true }];
    memory.set(plays, stored);
    expect(memory.get(plays)).toEqual(stored);
    memory.set(plays, []);
    expect(memory.get(plays)).toEqual([]);
  });
});

test("an old row that does not fit is found when it is read, by its name", async () => {
  await withMemory("old", (memory, sql) => {
    sql.exec("insert into memory (name, json) values ('plays', ?)", JSON.stringify([{ id: "a" }]));
    expect(() => memory.get(plays)).toThrow(/What is stored as "plays" does not fit[^]*at \[0\]\.at/);
  });
});

test("one that is known again soon counts as not stored, and the log says so", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  await withMemory("expendable", (memory, sql) => {
    sql.exec("insert into memory (name, json) values ('guesses', ?)", JSON.stringify([{ id: "a" }]));
    expect(memory.get(guesses)).toEqual([]);
    expect(String(warn.mock.calls[0])).toContain('"name":"guesses"');
    memory.set(guesses, [{ id: "b", at: 2 }]);
    expect(memory.get(guesses)).toEqual([{ id: "b", at: 2 }]);
  });
});
