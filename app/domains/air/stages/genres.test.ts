import { expect, test } from "vitest";
import { genreKey, genrePath, genresOf } from "./genres.ts";

test("a list of genres is split at separators and deduplicated with the last spelling", () => {
  expect(genresOf("House, Techno / Dub Techno;house")).toEqual([
    { key: "house", name: "house" },
    { key: "techno", name: "Techno" },
    { key: "dub-techno", name: "Dub Techno" },
  ]);
  expect(genresOf(" ハウス、テクノ ").map(({ key }) => key)).toEqual(["ハウス", "テクノ"]);
  for (const none of ["", " , ", "🎧", "!?"]) expect(genresOf(none)).toEqual([]);
});

test("a genre has the same key in any spelling, and is found again by its path", () => {
  for (const name of ["Électro Swing", "ELECTRO  SWING", "e\u0301lectro-swing"]) {
    expect(genreKey(name)).toBe("electro-swing");
  }
  for (const name of ["Drum & Bass", "Ёлка", "テクノ", "Rock ’n’ Roll"]) {
    const key = genreKey(name);
    expect(genreKey(key)).toBe(key);
    expect(genrePath({ key })).toMatch(/^\/genres\/[\w%.-]+$/);
  }
});
