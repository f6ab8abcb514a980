/**
 * Requests that arrive together all find the same number of rows: an operation that compares one with a maximum only
 * explains a refusal, and the write has the maximum, or what was read, in its own transaction (`db/batch-unless.ts`).
 */
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { isTest, listSources, read } from "./source-files.ts";

/** Operations whose writes need no maximum, with the reason. */
const decided: Readonly<Record<string, string>> = {
  "app/domains/air/tracklists/harvest/name-earlier.server.ts":
    "a job writes it, not a request; what it writes in one go is counted",
};

/** A number of rows beside a maximum: `rows.length >= maxRows`, `(await countRows(db)) < limits.rows`. */
const comparison =
  /(?:\.length|\bcount[A-Z]\w*\([^;{}]*?\)\))(?: \+ [\w.]+)? (?:>=?|<=?) (?:(?:\w*[mM]ax\w*|\w*[lL]imits)(?:\.\w+)?)\b/;
const importOf = /import (?:type )?(?:\{([^}]*)\}|\* as (\w+)) from "([^"]*\/queries\/[^"]+)"/g;
const isWrite = (name: string) => /^(?:insert|save|put|set|store|update|write)[A-Z]/.test(name);

/** The functions of a file of queries that decide about rows as they write, by name. */
function guardedOf(path: string): Set<string> {
  const [, ...parts] = read(path).split(/^export (?:async )?(?:function|const) /m);
  return new Set(
    parts.flatMap((part) => (/batchUnless\(|< \$\{max/.test(part) ? [/^\w+/.exec(part)?.[0] ?? ""] : [])),
  );
}

/** Whether it imports a write, and whether it calls one that decides about rows. */
function writesOf(path: string): { any: boolean; guarded: boolean } {
  const text = read(path);
  const found = { any: false, guarded: false };
  for (const [, names, namespace, from = ""] of text.matchAll(importOf)) {
    const file = from.startsWith("#") ? from.slice(1) : join(dirname(path), from);
    const guarded = guardedOf(file);
    const called =
      namespace === undefined
        ? (names ?? "").split(",").map((name) => name.trim().split(" as ")[0] ?? "")
        : [...text.matchAll(new RegExp(`\\b${namespace}\\.(\\w+)\\(`, "g"))].map(([, name = ""]) => name);
    found.any ||= called.some(isWrite);
    found.guarded ||= called.some((name) => guarded.has(name));
  }
  return found;
}

test("where an operation finds that there are too many rows, its write finds it too", () => {
  const operations = listSources().filter(
    (path) => path.startsWith("app/domains/") && path.endsWith(".server.ts") && !isTest(path),
  );
  const comparing = operations.filter((path) => comparison.test(read(path)) && writesOf(path).any);
  // The crate, channels for posts, passkeys, roles and members.
  expect(comparing.length).toBeGreaterThanOrEqual(5);
  const unguarded = comparing.filter((path) => !writesOf(path).guarded);
  expect(unguarded.toSorted()).toEqual(Object.keys(decided).toSorted());
});
