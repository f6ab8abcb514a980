import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { findBrokenEntry, hashEntry, hashLines, noHash } from "./chain.ts";
import type { Entry, UnchainedEntry } from "./entries.ts";

const first: UnchainedEntry = {
  seq: 1,
  id: "mint/claim-1",
  kind: "mint",
  debit: "issued:welcome",
  credit: "spendable",
  amount: 50,
  peer: null,
  reference: "claim-1",
  reverses: null,
  authorisation: "claim",
  at: 1_767_225_600_000,
};
const second: UnchainedEntry = {
  ...first,
  seq: 2,
  id: "send/t1",
  kind: "send",
  debit: "spendable",
  credit: "outgoing",
  amount: 25,
  peer: "w2",
  reference: "t1",
  authorisation: "session",
};

test("the hash of an entry is SHA-256 over its fields, one a line, after the hash before", () => {
  const lines = "\n1\nmint/claim-1\nmint\nissued:welcome\nspendable\n50\n\nclaim-1\n\nclaim\n1767225600000";
  const hash = hashEntry(noHash, first);
  expect(hash).toBe(createHash("sha256").update(lines).digest("hex"));
  expect(hash).toBe("8ffe4b7e795cbc64ef0b048a8ab95dfab42fbbf4cf35a76449e737292dbea6ad");
  expect(hashEntry(hash, second)).toBe("04ff07bd4c48f04f34feb36ef65f16841fec2d929bd787e8cab2453eb583953f");
});

test("every field of an entry and the hash before change the hash", () => {
  const hash = hashEntry("a", second);
  const changes: Partial<UnchainedEntry>[] = [
    { seq: 3 },
    { id: "x" },
    { kind: "return" },
    { debit: "sent" },
    { credit: "sent" },
    { amount: 26 },
    { peer: "w3" },
    { reference: "t2" },
    { reverses: "t0" },
    { authorisation: "device:d" },
    { at: 1 },
  ];
  const hashes = changes.map((change) => hashEntry("a", { ...second, ...change }));
  expect(new Set([hash, hashEntry("b", second), ...hashes]).size).toBe(changes.length + 2);
  expect(changes.length).toBe(Object.keys(second).length);
});

test("a field of two lines is refused: it could pass for two fields", () => {
  expect(() => hashLines(["a\nb"])).toThrow("more than one line");
});

test("a chain names its first broken entry", () => {
  const one: Entry = { ...first, hash: hashEntry(noHash, first) };
  const two: Entry = { ...second, hash: hashEntry(one.hash, second) };
  expect(findBrokenEntry([one, two])).toBeNull();
  expect(findBrokenEntry([two], one.hash, 2)).toBeNull();
  expect(findBrokenEntry([{ ...one, amount: 51 }, two])).toBe(1);
  expect(findBrokenEntry([one, { ...two, peer: "w3" }])).toBe(2);
  expect(findBrokenEntry([two])).toBe(1);
});
