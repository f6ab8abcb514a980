import { expect, test } from "vitest";
import { artistPath } from "#app/paths.ts";
import { abbreviate } from "#app/ui/number.ts";
import { shownArtist, shownReleaseDate, shownTime, shownTitle } from "./shown.ts";

test("a missing title shows 'No title', and a missing artist 'No artist'", () => {
  expect([null, "", "One"].map(shownTitle)).toEqual(["No title", "No title", "One"]);
  expect([null, "", "Ana"].map(shownArtist)).toEqual(["No artist", "No artist", "Ana"]);
});

test("a past song shows a time 30 seconds before its recorded timestamp", () => {
  expect(shownTime(100_000)).toBe(70_000);
});

test("large numbers are abbreviated with one decimal and an upper-case suffix", () => {
  expect([0, 950, 1_000, 1_234, 15_349, 999_949, 2_000_000].map(abbreviate)).toEqual([
    "0",
    "950",
    "1K",
    "1.2K",
    "15.3K",
    "999.9K",
    "2M",
  ]);
});

test("an artist's name is one path segment", () => {
  expect(artistPath("AC/DC?")).toBe("/artists/AC%2FDC%3F");
  expect(artistPath("half \ud83d")).toBe("/artists/half%20%EF%BF%BD");
});

test("a release date is shown with its known precision", () => {
  expect(["2019", "2019-05", "2019-05-17", "2019-13", "spring"].map(shownReleaseDate)).toEqual([
    "2019",
    "May 2019",
    "May 17, 2019",
    "2019-13",
    "spring",
  ]);
});
