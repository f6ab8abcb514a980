import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Import, listImports } from "./imports.ts";
import { isTest, projectFolder } from "./source-files.ts";

/** Each domain uses only earlier ones; docs/house.md explains the order. */
const order = [
  "text",
  "time",
  "pictures",
  "accounts",
  "integrations",
  "deliveries",
  "notifications",
  "people",
  "stats",
  "tracks",
  "recognition",
  "spotify",
  "enrichment",
  "scrobbles",
  "awards",
  "announcements",
  "media",
  "replays",
  "uploads",
  "schedule",
  "stages",
  "sets",
  "tracklists",
  "tokens",
  "posts",
  "webhooks",
  "messages",
  "embeds",
  "sitemap",
  "status",
  "search",
  "operator",
];

const domainOf = (path: string) => /^app\/domains\/([^/]+)\//.exec(path)?.[1];
/** Files that only pages and other components load: the interface of a domain is above all domains. */
const isInterface = (path: string) => /^app\/domains\/[^/]+\/(ui\/|live\/(use-|connection))/.test(path);
const show = ({ from, to }: Import) => `${from} → ${to}`;

/** Value imports from one domain to another. */
const between = listImports().filter(({ from, to, isPackage, isTypeOnly }) => {
  if (isPackage || isTypeOnly || isTest(from)) return false;
  const [importer, imported] = [domainOf(from), domainOf(to)];
  return importer !== undefined && imported !== undefined && importer !== imported;
});

test("every domain has its place in the order", () => {
  expect(readdirSync(join(projectFolder, "app/domains")).toSorted()).toEqual(order.toSorted());
});

test("a domain imports only earlier domains", () => {
  const placeOf = (path: string) => order.indexOf(domainOf(path) ?? "");
  const wrong = between.filter(({ from, to }) => !isInterface(from) && placeOf(to) >= placeOf(from));
  expect(wrong.map(show)).toEqual([]);
});

test("no domain's components depend on each other in a cycle through another domain", () => {
  const inInterfaces = between.filter(({ from, to }) => isInterface(from) && isInterface(to));
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    inInterfaces.some((each) => {
      const next = domainOf(each.to) ?? "";
      if (domainOf(each.from) !== from || seen.has(next)) return false;
      return next === to || reaches(next, to, seen.add(next));
    });
  const wrong = inInterfaces.filter(({ from, to }) => reaches(domainOf(to) ?? "", domainOf(from) ?? ""));
  expect(wrong.map(show)).toEqual([]);
});
