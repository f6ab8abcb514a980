import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { listFiles, listSources, projectFolder, read } from "./source-files.ts";

const documents = [
  ...listFiles("*.md"),
  ...listFiles("docs/**/*.md"),
  ...listFiles("{container,packages}/**/*.md"),
];

test("every link in a document has a target", () => {
  const broken = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = ""]) => {
      if (/^[a-z]+:/.test(link)) return [];
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? document : join(dirname(document), path);
      if (!existsSync(join(projectFolder, target))) return [`${document} → ${link}`];
      return anchor === undefined || anchorsOf(target).has(anchor) ? [] : [`${document} → ${link}`];
    }),
  );
  expect(broken).toEqual([]);
});

test("every path that a document names exists", () => {
  const broken = documents.flatMap((document) =>
    [
      ...read(document).matchAll(
        /`((?:packages|app|db|workers|durable-objects|container|scripts|tests|docs)\/[^`\s]+)`/g,
      ),
    ]
      .map(([, path = ""]) => path.replace(/[,:;]$/, ""))
      .filter((path) => !/[<>{}*…[\]]|NNN/.test(path) && !existsSync(join(projectFolder, path)))
      .map((path) => `${document} names ${path}`),
  );
  expect(broken).toEqual([]);
});

test("every document that a comment names exists", () => {
  const missing = listSources().flatMap((path) =>
    [...read(path).matchAll(/\bdocs\/[\w/-]+\.md\b/g)].flatMap(([document]) =>
      existsSync(join(projectFolder, document)) ? [] : [`${path} names ${document}`],
    ),
  );
  expect(missing).toEqual([]);
});

test("the README stays short", () => {
  expect(read("README.md").split("\n").length - 1).toBeLessThanOrEqual(120);
});

/** The anchors of the headings of a document. */
function anchorsOf(document: string): Set<string> {
  return new Set(
    [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replaceAll(" ", "-"),
    ),
  );
}
