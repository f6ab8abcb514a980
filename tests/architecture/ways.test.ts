import { expect, test } from "vitest";
import { type Import, listImports } from "./imports.ts";
import { listSources, read } from "./source-files.ts";
import { problemsOf, readWays } from "./ways.ts";

const sections = read("docs/architecture.md").split(/^## /m);
const ways = readWays(sections.find((section) => section.startsWith("Five ways through the code")) ?? "");
const files = new Set(listSources());
const imports = listImports();

test("the document has five ways", () => {
  expect(ways.map(({ name }) => name)).toEqual([
    "A chat message",
    "A booked set",
    "A packet of sound",
    "A recording and its replay",
    "A tip",
  ]);
  for (const { steps } of ways) expect(steps.length).toBeGreaterThan(10);
});

test.each(ways)("$name can be followed from the first file to the last", (way) => {
  expect(problemsOf(way, files, imports)).toEqual([]);
});

const link = (from: string, to: string): Import => ({ from, to, isPackage: false, isTypeOnly: false });
const known = new Set(["a.ts", "b.ts", "c.ts", "called.ts", "contract.ts"]);

function problemsIn(text: string, links: readonly Import[]): string[] {
  return readWays(`### Way\n\n${text}`).flatMap((way) => problemsOf(way, known, links));
}

test("a missing link, a missing file and a jump back are found", () => {
  const both = "1. `a.ts`: one.\n   - `called.ts`: returns.\n2. `b.ts`: two.\n";
  expect(problemsIn(both, [link("a.ts", "b.ts"), link("a.ts", "called.ts")])).toEqual([]);
  expect(problemsIn(both, [link("a.ts", "b.ts")])).toEqual(["a.ts does not call called.ts"]);
  expect(problemsIn(both, [link("a.ts", "called.ts")])).toEqual(["a.ts and b.ts have no import"]);
  expect(problemsIn("1. `gone.ts`: one.\n", [])).toEqual(["gone.ts does not exist"]);
  const back = "1. `a.ts`: one.\n2. `b.ts`: two.\n3. `a.ts`: again.\n";
  expect(problemsIn(back, [link("a.ts", "b.ts"), link("b.ts", "a.ts")])).toEqual(["a.ts is there twice"]);
});

test("a step that the next one imports says what it is given", () => {
  const reverse = [link("b.ts", "a.ts")];
  expect(problemsIn("1. `a.ts`: calls a callback.\n2. `b.ts`: two.\n", reverse)).toEqual([]);
  expect(problemsIn("1. `a.ts`: one.\n2. `b.ts`: two.\n", reverse)).toEqual([
    "a.ts does not say what b.ts gives it",
  ]);
});

test("a crossing needs a file that both sides import", () => {
  const crossed = "1. `a.ts`: one.\n\n— over HTTP: `contract.ts` —\n\n2. `b.ts`: two.\n";
  const sides = [link("a.ts", "contract.ts"), link("b.ts", "contract.ts")];
  expect(problemsIn(crossed, sides)).toEqual([]);
  expect(problemsIn(crossed, sides.slice(1))).toEqual([
    "no file before the crossing to b.ts imports contract.ts",
  ]);
  expect(problemsIn(crossed, sides.slice(0, 1))).toEqual([
    "no file after the crossing to b.ts imports contract.ts",
  ]);
});

test("a line of another form is not skipped", () => {
  expect(() => problemsIn("1. `a.ts`: one.\nA remark.\n", [])).toThrow("A remark.");
  expect(() => problemsIn("2. `a.ts`: one.\n", [])).toThrow("a.ts");
});
