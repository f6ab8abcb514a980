import { expect, test } from "vitest";
import { mountsOfStats } from "./stats.ts";

test("no, one and several mounts are parsed", () => {
  const stats = (sources: string) =>
    `<?xml version="1.0"?>\n<icestats><clients>1</clients>${sources}</icestats>`;
  expect(mountsOfStats(stats(""))).toEqual([]);
  expect(mountsOfStats(stats('<source mount="/a"><title>-</title></source>'))).toEqual(["a"]);
  expect(
    mountsOfStats(stats('<source mount="/1e5"><title>&quot;]]&gt;</title></source><source mount="/b"/>')),
  ).toEqual(["1e5", "b"]);
});

test("an incomplete or unknown document is an error, not an empty list", () => {
  expect(() => mountsOfStats('<icestats><source mount="/a">')).toThrow();
  expect(() => mountsOfStats("<html/>")).toThrow();
});
