import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chain, movesOf, signerOf, statementOf, type TestSigner } from "#tests/helpers/statements.ts";

const folder = mkdtempSync(join(tmpdir(), "cue-statement-"));
const fileOf = (name: string) => join(folder, name);
let signer: TestSigner;
beforeAll(async () => {
  signer = await signerOf(1);
  const entries = chain(movesOf(8));
  const [whole, earlier] = [
    await statementOf(entries, signer),
    await statementOf(entries.slice(0, 3), signer),
  ];
  const changed = { ...whole, entries: entries.with(4, { ...entries[4], amount: 51 } as never) };
  for (const [name, statement] of Object.entries({ whole, earlier, changed }))
    writeFileSync(fileOf(name), JSON.stringify(statement));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command as an operator does. */
function run(...words: string[]) {
  const { status, stdout, stderr } = spawnSync("node", ["scripts/admin.ts", "verify-statement", ...words], {
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

test("a statement in order answers one line, and ends with 0", () => {
  const { status, stdout } = run(fileOf("whole"), "--earlier", fileOf("earlier"), "--key", signer.publicKey);
  expect(stdout.trimEnd().split("\n")).toHaveLength(1);
  expect(JSON.parse(stdout)).toMatchObject({
    isValid: true,
    isKeyChecked: true,
    faults: [],
    summary: { balance: 140, entries: 8 },
  });
  expect(status).toBe(0);
});

test("faults are named, and the command ends with 1", () => {
  const { status, stdout } = run(fileOf("changed"));
  expect(JSON.parse(stdout)).toMatchObject({
    isValid: false,
    isKeyChecked: false,
    faults: ["Entry 5 was changed.", "The balance is not the sum of the entries."],
  });
  expect(status).toBe(1);
  expect(JSON.parse(run(fileOf("earlier"), "--earlier", fileOf("whole")).stdout).faults).toEqual([
    "The earlier statement has more entries than this one.",
  ]);
  const byAnother = run(fileOf("whole"), "--key", "ab".repeat(32));
  expect(JSON.parse(byAnother.stdout).faults).toEqual(["The signature is not from this site."]);
  expect(byAnother.status).toBe(1);
});

test.each([
  [[], "one file"],
  [["a", "b"], "one file"],
  [["a", "--key", "hello"], "--key"],
  [["no-such-file"], "no-such-file"],
])("%j is refused with a sentence", (words, complaint) => {
  const { status, stderr } = run(...words);
  expect(JSON.parse(stderr).error).toContain(complaint);
  expect(status).toBe(1);
});
