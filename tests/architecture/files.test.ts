import { expect, test } from "vitest";
import { isTest, listFiles, listSources, read, sourceFolders } from "./source-files.ts";

const maxLines = 400;
/** Folders and files with these names collect code without a topic. */
const homeless = new Set(["utils", "util", "helpers", "misc", "common", "lib", "services", "shared"]);
/** `tests/helpers` contains what tests share, and nothing else. */
const allowed = new Set(["tests/helpers"]);

const paths = [...sourceFolders, "docs", "public"].flatMap((folder) => listFiles(`${folder}/**/*`));

test("files and folders are named in kebab-case", () => {
  const isWell = (path: string) =>
    path.split("/").every((part) => /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(part));
  const exceptions =
    /^(db\/migrations\/|container\/Dockerfile$|packages\/[^/]+\/README.md$|public\/_headers$)/;
  expect(paths.filter((path) => !exceptions.test(path) && !isWell(path))).toEqual([]);
});

test("no file or folder is a collection without a topic", () => {
  const found = paths.flatMap((path) => {
    const parts = path.split("/");
    return parts.flatMap((part, index) => {
      const upTo = parts.slice(0, index + 1).join("/");
      return homeless.has(part.replace(/\..*$/, "")) && !allowed.has(upTo) ? [upTo] : [];
    });
  });
  expect([...new Set(found)]).toEqual([]);
});

test(`source files have at most ${maxLines} lines`, () => {
  const long = listSources()
    .filter((path) => !isTest(path))
    .map((path) => ({ path, lines: read(path).split("\n").length - 1 }))
    .filter(({ lines }) => lines > maxLines);
  expect(long).toEqual([]);
});

test("SQL is written in the database folder, and by objects for their own storage", () => {
  const statement = /\b(SELECT\s.+\sFROM|INSERT (OR \w+ )?INTO|UPDATE \w+ SET|DELETE FROM|CREATE TABLE)\b/s;
  const wrong = listSources().filter(
    (path) => /^(app|workers|container)\//.test(path) && !isTest(path) && statement.test(read(path)),
  );
  expect(wrong).toEqual([]);
});

test("no code has a TODO, and no disabled lint rule lacks a reason", () => {
  const wrong = listSources().flatMap((path) => {
    const lines = read(path).split("\n");
    const isWrong = (line: string, index: number) =>
      /\b(TODO|FIXME)\b|@ts-(ignore|nocheck)/.test(line) ||
      (/(oxlint|eslint)-disable|@ts-expect-error/.test(line) &&
        !line.includes(" -- ") &&
        !/\/\/|\*/.test(lines[index - 1] ?? ""));
    return lines.flatMap((line, index) => (isWrong(line, index) ? [`${path}:${index + 1}`] : []));
  });
  // This file contains the words that it searches for.
  expect(wrong.filter((place) => !place.startsWith("tests/architecture/files.test.ts"))).toEqual([]);
});
