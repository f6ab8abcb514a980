/** Compares the definitions of awards in db/migrations, their rules in code and their badges in public/badges. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { awardRules, groupOf, ruleBatches } from "./rules.ts";

const badges = new URL("../../../../public/badges/", import.meta.url);
const migrations = new URL("../../../../db/migrations/", import.meta.url);
const statements = readdirSync(migrations)
  .filter((name) => name.endsWith(".sql"))
  .toSorted()
  .map((name) => readFileSync(new URL(name, migrations), "utf8"));
const definitions = statements.flatMap(readDefinitions).map((definition) => ({
  ...definition,
  badge: laterBadges().get(definition.id) ?? definition.badge,
}));

/** The badges that later migrations give to awards, by award. */
function laterBadges(): Map<string, string> {
  const given = statements.flatMap((sql) => [
    ...sql.matchAll(/UPDATE `awards` SET `badge` = '([^']+)' WHERE `id` = '([^']+)'/g),
  ]);
  return new Map(given.map(([, badge = "", id = ""]) => [id, badge]));
}

/** Every row that a migration inserts into `awards`. */
function readDefinitions(sql: string) {
  const [, inserted = ""] = /INSERT INTO `awards` [^;]*VALUES([^;]*);/.exec(sql) ?? [];
  const rows = inserted.matchAll(
    /\('([^']+)', '([^']+)', '([^']+)', '([^']+)', '([^']+)', (?:'([^']+)'|NULL), ([01]), (\d+), (?:'[^']+'|NULL)\)/g,
  );
  return Array.from(
    rows,
    ([, id = "", title, name = "", musicianTitle, musicianName = "", badge, isGeneral, position]) => ({
      id,
      title,
      name,
      musicianTitle,
      musicianName,
      badge: badge ?? null,
      isGeneral: isGeneral === "1",
      position: Number(position),
    }),
  );
}

test("every award has a badge, every badge a drawing, and every drawing belongs to a badge", () => {
  const named = definitions.map(({ badge }) => (badge ?? "").replace("/badges/", ""));
  expect(named.toSorted()).toEqual(readdirSync(badges).toSorted());
  for (const name of named) {
    const svg = readFileSync(new URL(name, badges), "utf8");
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 40 40"/);
    expect(svg).not.toMatch(/<script|<foreignObject|href|url\(|on\w+=/i);
  }
});

test("every award that everyone can earn has a rule, and its name contains the rule's number", () => {
  const ruled = awardRules.map(({ award }) => award);
  expect(new Set(ruled).size).toBe(ruled.length);
  expect(
    definitions
      .filter(({ isGeneral }) => isGeneral)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(ruled.filter((id) => id !== "pioneer").toSorted());
  for (const { award, count, atLeast } of awardRules) {
    const { name = "", musicianName = "" } = definitions.find(({ id }) => id === award) ?? {};
    const number = (count === "onAirMs" ? atLeast / 3_600_000 : atLeast).toLocaleString("en");
    if (atLeast > 1) for (const text of [name, musicianName]) expect(text).toMatch(new RegExp(`^${number} `));
  }
});

test("awards have unique titles in both wordings and unique positions", () => {
  for (const of of ["title", "musicianTitle", "position"] as const)
    expect(new Set(definitions.map((definition) => definition[of])).size).toBe(definitions.length);
});

test("the wording for musicians says performances and songs instead of sets and tracks", () => {
  for (const { name, musicianName } of definitions) {
    expect(musicianName).toBe(
      name
        .replace(/\bsets\b/, "performances")
        .replace(/\bset\b/, "performance")
        .replace(/\btracks\b/, "songs"),
    );
  }
});

test("awards are grouped into stage, listening and performing", () => {
  expect(["local", "keen-ear", "ten-sets"].map(groupOf)).toEqual(["stage", "listening", "performing"]);
});

test("rules in one batch share the same count and scope", () => {
  for (const rules of ruleBatches(awardRules))
    expect(new Set(rules.map(({ count, isOfStage }) => `${count} ${isOfStage}`)).size).toBe(1);
  expect(ruleBatches(awardRules).flat()).toHaveLength(awardRules.length);
});
