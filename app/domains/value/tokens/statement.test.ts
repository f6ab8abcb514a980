import { beforeAll, describe, expect, test } from "vitest";
import { hashLines } from "#packages/ledger/chain.ts";
import { chain, movesOf, signerOf, statementOf, type TestSigner } from "#tests/helpers/statements.ts";
import {
  damagedFile,
  hashLogLine,
  logText,
  type Statement,
  statementText,
  verifyFile,
  verifyStatement,
  wrongFile,
  wrongLine,
  wrongSigner,
} from "./statement.ts";

let signer: TestSigner;
let statement: Statement;
beforeAll(async () => {
  signer = await signerOf(1);
  statement = await statementOf(chain(movesOf(12)), signer);
});

const faultsOf = async (value: unknown, options = {}) => (await verifyStatement(value, options)).faults;
/** The statement of the same wallet with these entries, signed by whoever holds the instance's key. */
const resigned = (entries: Statement["entries"]) => statementOf(entries as never, signer);

test("hashes are SHA-256 over the fields, one a line, the hash before first", () => {
  // printf 'a\n1' | sha256sum
  expect(hashLines(["a", 1])).toBe("4f395a2e9ea1c0680348d384135458270e9e6f5af3576151fec246b7b6de98e6");
  // printf '\n1\nmint/r1\nmint\nissued:welcome\nspendable\n50\n\nr1\n\nclaim\n1790000000001' | sha256sum
  expect(chain(movesOf(1))[0]?.hash).toBe("995fbe7d8c33329cda4f917d81237dbfb6cdfcd812983cb7b6406a2dbb000a9b");
});

test("a statement in order has no faults, also after JSON", async () => {
  const { faults, summary } = await verifyFile(JSON.stringify(statement), { publicKey: signer.publicKey });
  expect(faults).toEqual([]);
  expect(summary).toMatchObject({
    wallet: "w1",
    origin: "https://radio.example",
    balance: 3 * 70,
    entries: 12,
    period: { from: 1_790_000_000_001, to: 1_790_000_000_012 },
    logged: 12,
  });
});

test("a statement without entries or without a line in the log is in order", async () => {
  expect(await faultsOf(await statementOf([], signer, { logged: null }))).toEqual([]);
  expect(await faultsOf(await statementOf(chain(movesOf(3)), signer, { logged: 1 }))).toEqual([]);
});

test("every changed byte is found, and one in an entry is named by the entry's number", async () => {
  const small = await statementOf(chain(movesOf(4)), signer, { logged: 3 });
  const bytes = Buffer.from(JSON.stringify(small));
  const start = bytes.indexOf('"entries":[') + '"entries":['.length;
  const starts = small.entries.map(({ seq }) => bytes.indexOf(`{"seq":${seq},`, start));
  const missed: string[] = [];
  for (let at = 0; at < bytes.length; at++)
    for (const mask of [0x01, 0x20]) {
      const changed = Buffer.from(bytes);
      changed[at] = (bytes[at] as number) ^ mask;
      const { faults } = await verifyFile(changed.toString(), { publicKey: signer.publicKey });
      const entry = starts.findLastIndex((from) => at >= from) + 1;
      const isBroken = faults[0] === damagedFile || faults[0] === wrongFile;
      const isNamed =
        entry === 0 || at >= bytes.length - 2 || faults.some((fault) => namesEntry(fault, entry));
      if (faults.length === 0 || !(isBroken || isNamed)) missed.push(`${at} ^ ${mask}: ${faults.join(" ")}`);
    }
  expect(missed).toEqual([]);
});

/** A changed number is a number that is missing where it was. */
const namesEntry = (fault: string, entry: number) =>
  [`Entry ${entry} `, `missing after ${entry - 1}.`, "first entry is missing"].some((name) =>
    fault.includes(name),
  );

describe("a change is named", () => {
  const without = (seq: number) => statement.entries.filter((entry) => entry.seq !== seq);
  const withEntry = (seq: number, change: Partial<Statement["entries"][number]>): Statement => ({
    ...statement,
    entries: statement.entries.map((entry) => (entry.seq === seq ? { ...entry, ...change } : entry)),
  });

  test("an entry that was changed, its hash too", async () => {
    expect(await faultsOf(withEntry(6, { reference: "other" }))).toEqual(["Entry 6 was changed."]);
    expect(await faultsOf(withEntry(6, { hash: "0".repeat(64) }))).toEqual(["Entry 6 was changed."]);
    expect(await faultsOf(withEntry(12, { hash: "0".repeat(64) }))).toContain("Entry 12 was changed.");
    const amounts = await faultsOf(withEntry(6, { amount: 6 }));
    expect(amounts).toEqual(["Entry 6 was changed.", "The balance is not the sum of the entries."]);
  });

  test("an entry that is gone, at the beginning, in the middle and at the end", async () => {
    expect(await faultsOf({ ...statement, entries: without(1) })).toContain("The first entry is missing.");
    expect(await faultsOf({ ...statement, entries: without(6) })).toContain("An entry is missing after 5.");
    expect(await faultsOf({ ...statement, entries: without(12) })).toContain("An entry is missing after 11.");
  });

  test("an entry that is there twice or in another place", async () => {
    const [first, second, ...rest] = statement.entries as [never, never];
    expect(await faultsOf({ ...statement, entries: [second, first, ...rest] })).toContain(
      "Entry 1 is out of order.",
    );
    const again = chain([...movesOf(4), { ...movesOf(4)[3], id: "receive/r4" } as never]);
    expect(await faultsOf(await resigned(again))).toEqual(["Entry 5 appears twice."]);
  });

  test("a balance that is not the sum, and other fields outside the entries", async () => {
    const accounts = statement.head.accounts.map((account) =>
      account.name === "spendable" ? { ...account, credits: account.credits + 1 } : account,
    );
    const signed = { ...statement, head: { ...statement.head, accounts } };
    const signature = await signer.sign(statementText(signed));
    expect(await faultsOf({ ...signed, signature })).toEqual(["The balance is not the sum of the entries."]);
    expect(await faultsOf({ ...statement, origin: "https://other.example" })).toEqual([wrongSigner]);
    expect(await faultsOf({ ...statement, note: "hello" })).toEqual([
      "The statement was changed outside its entries.",
    ]);
  });

  test("tokens that an instance has signed and that were never there", async () => {
    const moves = [movesOf(4)[0], { ...movesOf(4)[1], amount: 60 }, movesOf(4)[3]] as never[];
    expect(await faultsOf(await resigned(chain(moves)))).toEqual([
      "Entry 2 spends tokens that the wallet did not have.",
    ]);
    const crooked = [movesOf(1)[0], { ...movesOf(4)[3], debit: "issued:grant" }] as never[];
    expect(await faultsOf(await resigned(chain(crooked)))).toEqual(["Entry 2 names the wrong accounts."]);
  });

  test("the signature of another instance, also where the statement names its key", async () => {
    const other = await signerOf(2);
    const theirs = await statementOf(chain(movesOf(4)), other);
    expect(await faultsOf(theirs)).toEqual([]);
    expect(await faultsOf(theirs, { publicKey: signer.publicKey })).toEqual([wrongSigner]);
    expect(await faultsOf({ ...theirs, publicKey: signer.publicKey })).toEqual([wrongSigner]);
  });

  test("a line that is of another wallet, of another entry, or not signed", async () => {
    const { log } = await statementOf(chain(movesOf(4)), signer, { wallet: "w2" });
    const signed = async (changed: Statement) => ({
      ...changed,
      signature: await signer.sign(statementText(changed)),
    });
    expect(await faultsOf(await signed({ ...statement, log }))).toEqual([wrongLine]);
    const own = statement.log as NonNullable<Statement["log"]>;
    const unhashed = { ...own.line, head: "0".repeat(64) };
    const line = { ...unhashed, hash: hashLogLine(own.before, unhashed) };
    const otherEntry = { ...own, line, signature: await signer.sign(logText(line)) };
    expect(await faultsOf(await signed({ ...statement, log: otherEntry }))).toEqual([wrongLine]);
    const unsigned = { ...own, signature: "0".repeat(128) };
    expect(await faultsOf({ ...statement, log: unsigned })).toEqual([wrongLine]);
    expect(await faultsOf({ ...statement, log: null })).toEqual([wrongSigner]);
  });

  test.each([
    ["text", "hello"],
    ["another JSON", "{}"],
    ["nothing", ""],
    ["null", "null"],
  ])("%s is not a statement", async (_, text) => {
    expect(await verifyFile(text)).toEqual({ faults: [wrongFile], summary: null });
  });
});

describe("an earlier statement", () => {
  const later = chain(movesOf(12));

  test("is the beginning of a later one", async () => {
    for (const size of [0, 5, 12]) {
      const earlier = await statementOf(later.slice(0, size), signer, { logged: size || null });
      expect(await faultsOf(statement, { earlier, publicKey: signer.publicKey })).toEqual([]);
    }
  });

  test("that has more entries shows that the statement is an older one", async () => {
    const older = await statementOf(later.slice(0, 5), signer);
    expect(await faultsOf(older, { earlier: statement })).toEqual([
      "The earlier statement has more entries than this one.",
    ]);
  });

  test("of another history is not its beginning, though both are signed", async () => {
    const moves = movesOf(5).with(2, { ...movesOf(5)[2], at: 1_790_000_000_002 } as never);
    const earlier = await statementOf(chain(moves), signer);
    expect(await faultsOf(earlier)).toEqual([]);
    expect(await faultsOf(statement, { earlier })).toEqual([
      "This statement does not continue the earlier one.",
    ]);
  });

  test("of another wallet, or with a fault of its own, is named", async () => {
    const other = await statementOf(later.slice(0, 5), signer, { wallet: "w2" });
    expect(await faultsOf(statement, { earlier: other })).toEqual([
      "The earlier statement belongs to another wallet.",
    ]);
    const broken = await statementOf(later.slice(0, 5), signer);
    expect(await faultsOf(statement, { earlier: { ...broken, origin: "x" } })).toEqual([
      `The earlier statement: ${wrongSigner}`,
    ]);
    expect((await verifyFile(JSON.stringify(statement), { earlier: "hello" })).faults).toEqual([
      `The earlier statement: ${wrongFile}`,
    ]);
  });
});
