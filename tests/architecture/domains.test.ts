import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Import, listImports } from "./imports.ts";
import { isTest, projectFolder } from "./source-files.ts";

/** Storeys from the ground up: a domain uses its own and those below it. docs/house.md says what each is for. */
const storeys = ["base", "people", "music", "value", "air", "outside"] as const;

const placeOf = (path: string) => /^app\/domains\/([^/]+)\/([^/]+)\//.exec(path) ?? [];
const domainOf = (path: string) => placeOf(path)[2];
const storeyOf = (path: string) => storeys.findIndex((storey) => storey === placeOf(path)[1]);
/** Files that only pages and other components load: the interface of a domain is above all domains. */
const isInterface = (path: string) =>
  /^app\/domains\/[^/]+\/[^/]+\/(ui\/|live\/(use-|connection))/.test(path);
/** Tables have no storeys: a query reads any of them, and is below all domains. Handlers are a part of the Worker. */
const isOutsideStoreys = (path: string) => /^app\/domains\/[^/]+\/[^/]+\/(queries|handlers)\//.test(path);
const show = ({ from, to }: Import) => `${from} → ${to}`;

/** Value imports from one domain to another. */
const between = listImports().filter(({ from, to, isPackage, isTypeOnly }) => {
  if (isPackage || isTypeOnly || isTest(from) || isOutsideStoreys(from) || isOutsideStoreys(to)) return false;
  const [importer, imported] = [domainOf(from), domainOf(to)];
  return importer !== undefined && imported !== undefined && importer !== imported;
});

test("every domain stands in one of the storeys", () => {
  const folder = join(projectFolder, "app/domains");
  expect(readdirSync(folder).toSorted()).toEqual(storeys.toSorted());
  const domains = storeys.flatMap((storey) => readdirSync(join(folder, storey)));
  expect(new Set(domains).size).toBe(domains.length);
});

test("a domain imports only from its own storey and those below it", () => {
  const wrong = between.filter(({ from, to }) => !isInterface(from) && storeyOf(to) > storeyOf(from));
  expect(wrong.map(show)).toEqual([]);
});

test("domains of one storey do not import each other in a circle", () => {
  const inStorey = between.filter(({ from, to }) => !isInterface(from) && storeyOf(from) === storeyOf(to));
  expect(
    inStorey.filter(({ from, to }) => reaches(inStorey, domainOf(to), domainOf(from))).map(show),
  ).toEqual([]);
});

test("no domain's components depend on each other in a cycle through another domain", () => {
  const inInterfaces = between.filter(({ from, to }) => isInterface(from) && isInterface(to));
  const wrong = inInterfaces.filter(({ from, to }) => reaches(inInterfaces, domainOf(to), domainOf(from)));
  expect(wrong.map(show)).toEqual([]);
});

/** Whether the imports lead from one domain to another, directly or through others. */
function reaches(
  imports: readonly Import[],
  from: string | undefined,
  to: string | undefined,
  seen = new Set<string | undefined>(),
): boolean {
  return imports.some((each) => {
    const next = domainOf(each.to);
    if (domainOf(each.from) !== from || seen.has(next)) return false;
    return next === to || reaches(imports, next, to, seen.add(next));
  });
}
