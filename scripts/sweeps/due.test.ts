import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../settings.ts";
import { coveredBy, digestOf, dueNames } from "./due.ts";
import { sweeps } from "./list.ts";

const of = (texts: Record<string, string>) => digestOf(new Map(Object.entries(texts)));

test("a digest follows from paths and texts, not from their order or their line ends", () => {
  const digest = of({ "a.ts": "one\ntwo\n", "b.ts": "three\n" });
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(of({ "b.ts": "three\r\n", "a.ts": "one\r\ntwo\r\n" })).toBe(digest);
});

test("comments do not change a digest", () => {
  const code = 'const at = 1;\nconst url = "https://cue.example";\n';
  const commented =
    '/** Epoch ms. */\nconst at = 1;\n  // Of\n  /*\n   * a page\n   */\nconst url = "https://cue.example";\n';
  expect(of({ "a.ts": commented })).toBe(of({ "a.ts": code }));
});

test.each([
  ["a text", { "a.ts": "one\ntwo\n", "b.ts": "3\n" }],
  ["a name", { "a.ts": "one\ntwo\n", "c.ts": "three\n" }],
  ["a file more", { "a.ts": "one\ntwo\n", "b.ts": "three\n", "c.ts": "" }],
  ["a file less", { "a.ts": "one\ntwo\n" }],
  ["a text in another file", { "a.ts": "one\n", "b.ts": "two\nthree\n" }],
])("%s changes the digest", (_, texts) =>
  expect(of(texts)).not.toBe(of({ "a.ts": "one\ntwo\n", "b.ts": "three\n" })),
);

test("a sweep is due until it has passed with what it covers now", () => {
  const digests = { access: "1", books: "2", formats: "3" };
  expect(dueNames(digests, { access: "1", books: "old" })).toEqual(["books", "formats"]);
  expect(dueNames(digests, { ...digests, removed: "4" })).toEqual([]);
});

test("names differ, every pattern finds a file, and a test is covered only where the sweep runs it", () => {
  expect(new Set(sweeps.map(({ name }) => name)).size).toBe(sweeps.length);
  for (const sweep of sweeps) {
    for (const pattern of [...sweep.covers, ...sweep.files])
      expect(globSync(pattern, { cwd: projectFolder }), `${sweep.name}: ${pattern}`).not.toEqual([]);
    expect(coveredBy(sweep).filter((path) => path.includes(".test."))).toEqual(sweep.files.toSorted());
  }
});

test("every sweep can run: a file of its own, or one that reads whether it is swept", async () => {
  const { readFile } = await import("node:fs/promises");
  for (const file of sweeps.flatMap(({ files }) => files))
    expect(
      file.includes(".sweep.") || (await readFile(join(projectFolder, file), "utf8")).includes("isSweep"),
      file,
    ).toBe(true);
  const own = globSync("{app,container,durable-objects,packages,scripts,workers}/**/*.sweep.test.ts", {
    cwd: projectFolder,
  });
  expect(own.toSorted()).toEqual(
    sweeps.flatMap(({ files }) => files.filter((file) => file.includes(".sweep."))).toSorted(),
  );
});
