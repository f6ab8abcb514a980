import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { foldPlace } from "#app/domains/people/people/rules-cities.ts";
import { openDb } from "#db/client.ts";
import { cities } from "#db/schema/index.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";

let person: Person;
beforeAll(async () => {
  person = await makePerson();
  const rows = [
    ["Portland", "Oregon", "US", 632_309],
    ["Portland", "Maine", "US", 66_681],
    ["Portland", "Victoria", "AU", 10_800],
    ["Porto", "Porto", "PT", 249_633],
    ["Zürich", "Zurich", "CH", 341_730],
    ["München", "Bavaria", "DE", 1_260_391],
    ["東京", "Tokyo", "JP", 8_336_599],
    ...Array.from({ length: 12 }, (_, at) => ["San Pedro", `Region ${at}`, "MX", 5000 + at] as const),
    ["San Pedro", "Region 0", "MX", 9000],
  ] as const;
  const values = rows.map(([name, region, country, population], index) => {
    return { id: index + 1, name, searchName: foldPlace(name), region, country, population };
  });
  for (let at = 0; at < values.length; at += 10)
    await openDb(env.DB)
      .insert(cities)
      .values(values.slice(at, at + 10));
});

async function labels(city: string): Promise<string[]> {
  const found = await answerOf<{ id: number; name: string; label: string }[]>(
    request("/api/users/searchCity", { as: person, body: { city } }),
  );
  return found.map(({ label }) => label);
}

test("cities are found by the start of their name, largest first", async () => {
  expect(await labels("PORT")).toEqual([
    "Portland, Oregon, United States",
    "Porto, Portugal",
    "Portland, Maine, United States",
    "Portland, Victoria, Australia",
  ]);
  expect(await labels("portland, or")).toHaveLength(3);
  expect(await labels("land")).toEqual([]);
});

test("search ignores accents, case and script", async () => {
  for (const city of ["zurich", "ZÜRICH", "zu\u0308r"])
    expect(await labels(city)).toEqual(["Zürich, Zurich, Switzerland"]);
  expect(await labels("mun")).toEqual(["München, Bavaria, Germany"]);
  expect(await labels("東")).toEqual(["東京, Tokyo, Japan"]);
});

test("search returns at most eight cities with distinct labels", async () => {
  const found = await labels("san pedro");
  expect(found).toHaveLength(8);
  expect(new Set(found).size).toBe(8);
  expect(found[0]).toBe("San Pedro, Region 0, Mexico");
});

test("an empty query finds nothing, and wildcards are literal", async () => {
  for (const city of ["", "  ", ",", ", Oregon", "%", "_ortland", "*", "'; drop table cities; --", "\0"])
    expect(await labels(city)).toEqual([]);
});

test("search refuses a query that is too long or not a text", async () => {
  for (const body of [{}, { city: 1 }, { city: null }, { city: ["a"] }, { city: "x".repeat(101) }])
    expect((await request("/api/users/searchCity", { as: person, body })).status).toBe(400);
});
