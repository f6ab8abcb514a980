import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const files = new URL("../../../public/badges/", import.meta.url);
const definitions = readFileSync(
  new URL("../../../db/migrations/0004_award_definitions.sql", import.meta.url),
  "utf8",
);

test("every badge of an award is a drawing, and every drawing is the badge of one", () => {
  const named = Array.from(definitions.matchAll(/'\/badges\/([a-z-]+\.svg)'/g), ([, name]) => name);
  expect(new Set(named)).toEqual(new Set(readdirSync(files)));
  for (const name of readdirSync(files)) {
    const svg = readFileSync(new URL(name, files), "utf8");
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 40 40"/);
    expect(svg).not.toMatch(/<script|<foreignObject|href|url\(|on\w+=/i);
  }
});
