/** A deterministic world of wallets, over a bad network and through crashes, against a plain model. */
import { expect, test } from "vitest";
import { bugs } from "#tests/helpers/ledger/bugs.ts";
import { simulate } from "#tests/helpers/ledger/simulate.ts";
import { soundParts } from "#tests/helpers/ledger/world.ts";
import { isSweep } from "#tests/helpers/sweep.ts";
import { Book } from "./book.ts";

const seeds = Array.from({ length: isSweep ? 40 : 2 }, (_, index) => index + 1);
const operations = 25_000;

test(`no token is created or lost in ${seeds.length * operations} operations of 300 wallets`, () => {
  let total = 0;
  for (const seed of seeds) {
    const outcome = simulate({ seed, operations, wallets: 300 });
    expect(outcome.fault, `seed ${seed}`).toBeNull();
    expect(outcome.tips).toBeGreaterThan(1_000);
    total += outcome.operations;
  }
  expect(total).toBe(seeds.length * operations);
});

test("a run follows from its seed alone, and is the same with the product's own hash", () => {
  const run = { seed: 1, operations: 5_000, wallets: 100 };
  const first = simulate(run);
  expect(first.fault).toBeNull();
  expect(simulate({ ...run, parts: { ...soundParts, book: (store) => new Book(store) } })).toEqual(first);
});

test("each seeded bug is found", () => {
  const found = Object.entries(bugs).map(([bug, parts]) => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const { fault } = simulate({ seed, operations: 2_000, wallets: 40, parts });
      if (fault !== null) return { bug, seed, operation: fault.at, what: fault.what.slice(0, 80) };
    }
    return { bug, seed: null, operation: null, what: "not found" };
  });
  console.table(found);
  expect(found.length).toBeGreaterThanOrEqual(15);
  expect(found.filter(({ seed }) => seed === null)).toEqual([]);
});
