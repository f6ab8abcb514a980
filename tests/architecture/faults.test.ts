import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { faults } from "../faults/list.ts";
import { projectFolder, read } from "./source-files.ts";

test("each fault of tests/faults fits the code: its text is there once, and its tests exist", () => {
  expect(faults.length).toBeGreaterThanOrEqual(40);
  expect(new Set(faults.map(({ breaks }) => breaks)).size).toBe(faults.length);
  const wrong = faults.flatMap(({ breaks, file, find, replace, tests }) => [
    ...(read(file).split(find).length === 2 && replace !== find
      ? []
      : [`${file} does not have once: ${find}`]),
    ...tests.filter((path) => !existsSync(join(projectFolder, path))),
    // One suite runs them.
    ...(new Set(tests.map((path) => path.includes(".workers."))).size === 1 ? [] : [breaks]),
  ]);
  expect(wrong).toEqual([]);
});
