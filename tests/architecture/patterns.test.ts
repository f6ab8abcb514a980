/**
 * No regular expression takes more than linear time on any input: recheck derives a hostile text for each one from its
 * own structure. It counts steps and measures no time.
 */
import { check } from "recheck";
import { beforeAll, expect, test } from "vitest";
import { type Found, type Pattern, patternsBuiltBy, patternsOf, scanProduct } from "./patterns.ts";
import { projectFolder } from "./source-files.ts";

/** Files whose patterns may take quadratic time, because their input is never longer than this. */
const bounded: Readonly<Record<string, { maxCharacters: number; why: string }>> = {
  "app/domains/music/tracks/identity.ts": {
    maxCharacters: 200,
    why: "a title or artist, cut by cleanText of the agent",
  },
  "app/domains/music/tracks/credits.ts": {
    maxCharacters: 200,
    why: "an artist, cut by cleanText of the agent",
  },
  "app/domains/people/accounts/rules.ts": { maxCharacters: 254, why: "checkEmail looks at the length first" },
  "workers/context.ts": { maxCharacters: 200, why: "CUE_ORIGIN, a setting" },
  "workers/own-host.ts": { maxCharacters: 200, why: "CUE_ORIGIN, a setting" },
  "durable-objects/inbox/mails.ts": { maxCharacters: 200, why: "CUE_ORIGIN, a setting" },
  "container/agent/config.ts": { maxCharacters: 200, why: "CUE_WORKER_URL, a setting" },
  "scripts/admin/command-line.ts": { maxCharacters: 200, why: "an argument of the command line" },
};

let product: Map<string, Found>;
beforeAll(() => {
  product = scanProduct();
}, 120_000);

/** Otherwise the time limit of a busy machine would decide; the other limits are numbers of steps. */
const untimed = { timeout: null, seedingTimeout: null, incubationTimeout: null, attackTimeout: null };

/** Returns recheck's complaint about each unsafe pattern, including undecided ones. */
async function complaintsAbout(patterns: readonly Pattern[]): Promise<string[]> {
  const places = new Map<string, Pattern[]>();
  for (const pattern of patterns) {
    const text = `/${pattern.source}/${pattern.flags}`;
    places.set(text, [...(places.get(text) ?? []), pattern]);
  }
  const complaints: string[] = [];
  for (const [text, found] of places) {
    const [{ source, flags } = { source: "", flags: "" }] = found;
    const result = await check(source, flags, { ...untimed, randomSeed: 1 });
    if (result.status === "safe") continue;
    const complexity = result.status === "vulnerable" ? result.complexity : undefined;
    const isSquare = complexity?.type === "polynomial" && complexity.degree <= 2;
    const attack = result.status === "vulnerable" ? result.attack.pattern : "";
    for (const { place } of found)
      if (!isSquare || bounded[place.split(":")[0] ?? ""] === undefined)
        complaints.push(`${place} ${text} ${complexity?.summary ?? "undecided"}: ${attack}`);
  }
  return complaints.toSorted();
}

test("no regular expression literal is slow on any input", { timeout: 300_000 }, async () => {
  const patterns = Array.from(product.values()).flatMap(({ literals }) => literals);
  expect(patterns.length).toBeGreaterThan(100);
  expect(await complaintsAbout(patterns)).toEqual([]);
});

test("no regular expression that is built at load time is slow on any input, and none is built later", {
  timeout: 300_000,
}, async () => {
  const builders = Array.from(product).filter(([, found]) => found.built > 0);
  const paths = builders.map(([path]) => path);
  const built = await patternsBuiltBy(paths, (path) => import(/* @vite-ignore */ `${projectFolder}/${path}`));
  for (const [path, found] of builders) {
    const count = built.filter(({ place }) => place === path).length;
    expect(count, `${path} builds a pattern after it has loaded`).toBeGreaterThanOrEqual(found.built);
  }
  expect(await complaintsAbout(built)).toEqual([]);
});

test("a file is listed as bounded only while it exists, with a small enough bound", () => {
  for (const [file, { maxCharacters, why }] of Object.entries(bounded)) {
    const found = product.get(file);
    expect((found?.literals.length ?? 0) + (found?.built ?? 0), file).toBeGreaterThan(0);
    expect(maxCharacters, why).toBeLessThanOrEqual(500);
  }
});

test("the patterns that stalled the encoder port are detected", { timeout: 300_000 }, async () => {
  const stalled = String.raw`
    const header = /^([!#$%&'*+.^_\`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/;
    const answer = /^(?:HTTP\/1\.[01] 100 .*?\r\n\r\n)*HTTP\/1\.[01] (?!100)(\d{3}) .*?\r\n\r\n/s;
    const fine = /^[a-z]+$/;
  `;
  const { literals } = patternsOf("stalled.ts", stalled.replaceAll("\\`", "`"));
  expect(literals).toHaveLength(3);
  const complaints = await complaintsAbout(literals);
  expect(complaints).toMatchObject([
    expect.stringMatching(/^stalled\.ts:2 .* 3rd degree polynomial/),
    expect.stringMatching(/^stalled\.ts:3 .* exponential/),
  ]);
});
