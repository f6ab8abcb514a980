import { expect, test } from "vitest";
import { foldPlace, toCityLabel } from "./rules-cities.ts";

test("a city name is normalized across accents, case and punctuation", () => {
  for (const [name, folded] of [
    ["Zürich", "zurich"],
    ["ZÜRICH", "zurich"],
    ["Łódź", "lodz"],
    ["Tromsø", "tromso"],
    ["Weißenburg", "weissenburg"],
    ["İstanbul", "istanbul"],
    ["Xi’an", "xian"],
    ["Saint-Étienne", "saint etienne"],
    ["St. Louis", "st louis"],
    ["Ｔｏｋｙｏ", "tokyo"],
    ["東京", "東京"],
    ["Москва", "москва"],
    [" % _ ' ", ""],
  ] as const)
    expect(foldPlace(name)).toBe(folded);
});

test("a label has name, region and country without repetition", () => {
  expect(toCityLabel({ name: "Portland", region: "Oregon", country: "US" })).toBe(
    "Portland, Oregon, United States",
  );
  expect(toCityLabel({ name: "Tokyo", region: "Tokyo", country: "JP" })).toBe("Tokyo, Japan");
  expect(toCityLabel({ name: "Monaco", region: "", country: "MC" })).toBe("Monaco");
  expect(toCityLabel({ name: "Nowhere", region: "", country: "ZY" })).toBe("Nowhere, ZY");
});
