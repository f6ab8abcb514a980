import { expect, test } from "vitest";
import { namesOfParts, readPart, sitemapPageSize, toIndex, toUrlSet } from "./rules.ts";

test("a sitemap has one part for pages, and one per 5,000 stages, performers or replays", () => {
  expect(namesOfParts({ stages: 0, performers: 0, replays: 0 })).toEqual(["pages"]);
  const counts = { stages: sitemapPageSize, performers: sitemapPageSize + 1, replays: 1 };
  expect(namesOfParts(counts)).toEqual(["pages", "stages-1", "performers-1", "performers-2", "replays-1"]);
  for (const name of namesOfParts(counts)) expect(readPart(name)).not.toBeNull();
});

test("other part names are invalid", () => {
  expect(readPart("performers-12")).toEqual({ kind: "performers", page: 12 });
  for (const none of ["", "stages", "stages-0", "stages--1", "stages-1e9", "stages-1234567", "users-1"])
    expect(readPart(none), none).toBeNull();
});

test("addresses are XML-escaped", () => {
  expect(toUrlSet("https://cue.example", ["/room/a&b<c>"])).toContain(
    "<url><loc>https://cue.example/room/a&amp;b&lt;c&gt;</loc></url>",
  );
  expect(toIndex("https://cue.example", ["pages"])).toContain(
    "<sitemap><loc>https://cue.example/sitemap/pages.xml</loc></sitemap>",
  );
});
