import { expect, test } from "vitest";
import { type Import, listImports } from "./imports.ts";
import { isTest, listFiles } from "./source-files.ts";

/** The zone of a file in the import diagram of docs/architecture.md; the first matching pattern decides. */
const zones = [
  ["packages", /^packages\//],
  // Content of a demo instance, written as rows.
  ["demo rows", /^db\/(seed|demo-[a-z-]+)\.ts$/],
  ["database", /^db\//],
  ["media contract", /^app\/domains\/air\/media\/contract\//],
  // Cleans, decodes and splits names: the agent does it too.
  ["names", /^app\/domains\/base\/text\/(?!ui\/)/],
  ["queries", /^app\/domains\/[^/]+\/[^/]+\/queries\//],
  // What serves a domain's calls: a part of the Worker that stands with its domain.
  ["handlers", /^app\/domains\/[^/]+\/[^/]+\/handlers\//],
  // A stage's socket, for its page and for the player alike.
  ["room connection", /^app\/domains\/air\/stages\/live\/(use-room|connection)\.ts$/],
  ["domain interface", /^app\/domains\/[^/]+\/[^/]+\/(ui\/|live\/(use-|connection))/],
  ["domain", /^app\/domains\//],
  ["foundation", /^app\/(call|context|errors|page-worker|paging|paths|router-context|with-timeout)\.ts$/],
  ["client", /^app\/api-client\.ts$/],
  // Pure, and needed by every sentence with a count.
  ["number words", /^app\/ui\/number\.ts$/],
  // Connects, resumes, acknowledges: for rooms, conversations, the inbox and the lobby alike.
  ["live transport", /^app\/live\//],
  ["interface", /^app\/ui\//],
  // The build's output from Markdown.
  ["text format", /^app\/content\/long-text\.ts$/],
  ["player", /^app\/player\//],
  // What stands at the foot of every page: the player's controls, with what domains add to them.
  ["player bar", /^app\/player-bar\//],
  ["pages", /^app\//],
  // Names every object, by its type alone.
  ["stubs", /^durable-objects\/stubs\.ts$/],
  ["fan-out", /^durable-objects\/fan-out\//],
  ["shared by objects", /^durable-objects\/[^/]+\.ts$/],
  ["objects", /^durable-objects\//],
  ["worker", /^workers\//],
  ["container", /^container\//],
  ["scripts", /^scripts\//],
  ["tests", /^tests\//],
] as const;
type Zone = (typeof zones)[number][0];

/** The packages that a package imports besides its own files. */
const packageImports: Record<string, readonly string[]> = {
  "audio-formats": [],
  durable: [],
  fingerprint: [],
  ledger: [],
  "usage-meter": [],
};
const application: Zone[] = ["domain", "media contract", "names", "foundation", "number words"];
const stored: Zone[] = ["queries", "database"];
/** Zones that components are made with. */
const shown: Zone[] = ["room connection", "live transport", "client", "interface", "player"];
/** Every zone may import packages as well. */
const mayImport: Record<Zone, readonly Zone[]> = {
  packages: [],
  database: ["database"],
  "media contract": ["media contract"],
  names: ["names"],
  queries: ["queries", "database"],
  "demo rows": ["demo rows", "queries", "database"],
  domain: [...application, ...stored],
  foundation: [...application, ...stored],
  "number words": [],
  interface: ["interface", "number words"],
  "text format": [],
  client: [...application, "interface"],
  "live transport": [...application, "live transport"],
  "room connection": [...application, "room connection", "live transport", "interface"],
  "domain interface": [...application, ...shown, "domain interface"],
  player: [...application, ...shown],
  "player bar": [...application, ...shown, "domain interface", "player bar"],
  pages: [...application, ...shown, "domain interface", "player bar", "text format", "pages"],
  stubs: ["domain", "foundation", "names", "stubs", "shared by objects", "fan-out", "objects"],
  "shared by objects": [...application, ...stored, "stubs", "shared by objects"],
  // What carries listeners, for rooms and relays alike: nothing of a room's own.
  "fan-out": [...application, ...stored, "stubs", "shared by objects", "fan-out"],
  objects: [...application, ...stored, "stubs", "shared by objects", "fan-out", "objects"],
  handlers: [...application, "handlers", "worker"],
  worker: [
    ...application,
    ...stored,
    "handlers",
    "stubs",
    "shared by objects",
    "fan-out",
    "objects",
    "worker",
  ],
  container: ["media contract", "names", "container"],
  scripts: [...application, "queries", "demo rows", "database", "text format", "scripts"],
  tests: zones.map(([zone]) => zone),
};

function zoneOf(path: string): Zone {
  const zone = zones.find(([, pattern]) => pattern.test(path));
  if (zone === undefined) throw new Error(`${path} stands nowhere in the import diagram.`);
  return zone[0];
}

const imports = listImports();
const inSource = imports.filter(({ from }) => !isTest(from));
const show = ({ from, to }: Import) => `${from} → ${to}`;

test("imports follow the declared directions", () => {
  const wrong = inSource.filter(
    ({ from, to, isPackage }) =>
      !isPackage &&
      !to.includes("/+types/") &&
      zoneOf(to) !== "packages" &&
      !mayImport[zoneOf(from)].includes(zoneOf(to)),
  );
  expect(wrong.map(show)).toEqual([]);
});

test("a package imports its own files, and other packages only as listed", () => {
  const packageOf = (path: string) => /^packages\/([^/]+)\//.exec(path)?.[1] ?? "";
  const wrong = inSource.filter(({ from, to, isPackage }) => {
    const [own, other] = [packageOf(from), packageOf(to)];
    return !isPackage && own !== "" && other !== own && !packageImports[own]?.includes(other);
  });
  expect(wrong.map(show)).toEqual([]);
});

test("every package is listed, and says what it is", () => {
  const names = new Set(listFiles("packages/**/*").map((path) => path.split("/")[1]));
  expect([...names]).toEqual(Object.keys(packageImports).toSorted());
  expect(listFiles("packages/*/README.md")).toEqual([...names].map((name) => `packages/${name}/README.md`));
});

const holdsQueries = (path: string) => ["database", "demo rows", "queries"].includes(zoneOf(path));

test("only the database folder and queries import the query builder", () => {
  const wrong = inSource.filter(({ from, to }) => to.startsWith("drizzle-orm") && !holdsQueries(from));
  expect(wrong.map(show)).toEqual([]);
});

test("only objects and the Worker import the platform", () => {
  const wrong = inSource.filter(
    ({ from, to }) =>
      to.startsWith("cloudflare:") &&
      !["stubs", "shared by objects", "fan-out", "objects", "worker"].includes(zoneOf(from)),
  );
  expect(wrong.map(show)).toEqual([]);
});

test("only tests import tests", () => {
  const wrong = inSource.filter(({ to, isPackage }) => !isPackage && isTest(to));
  expect(wrong.map(show)).toEqual([]);
});

test("browser code uses the small build of zod", () => {
  const wrong = inSource.filter(
    ({ from, to }) => to === "zod" && /^(app|packages)\//.test(from) && !from.includes(".server."),
  );
  expect(wrong.map(show)).toEqual([]);
});

test("imports have no cycle, nor have imports of types", () => {
  const next = new Map<string, string[]>();
  // Objects call each other: that file names the classes of all of them.
  const isMeant = ({ from, isTypeOnly }: (typeof inSource)[number]) =>
    !isTypeOnly || (from !== "durable-objects/stubs.ts" && !isTest(from));
  for (const each of inSource)
    if (!each.isPackage && isMeant(each)) next.set(each.from, [...(next.get(each.from) ?? []), each.to]);
  expect(findCircle(next)).toEqual([]);
});

/** Returns one import cycle, or nothing. */
function findCircle(next: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return [];
    path.push(file);
    for (const to of next.get(file) ?? []) {
      const circle = visit(to);
      if (circle.length > 0) return circle;
    }
    path.pop();
    done.add(file);
    return [];
  };
  for (const file of next.keys()) {
    const circle = visit(file);
    if (circle.length > 0) return circle;
  }
  return [];
}
