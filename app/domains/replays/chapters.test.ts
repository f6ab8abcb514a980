import { expect, test } from "vitest";
import { chaptersOf, toJsonChapters } from "./chapters.ts";

const track = (start: number, title: string, artist = "Ana") => ({ start, title, artist });

test("tracks are chapters, and the first chapter starts with the sound", () => {
  expect(chaptersOf("A set", [track(1_500, "One"), track(60_000, "Two", "")])).toEqual([
    { start: 0, title: "A set" },
    { start: 1_500, title: "Ana – One" },
    { start: 60_000, title: "Two" },
  ]);
  expect(chaptersOf("A set", [])).toEqual([{ start: 0, title: "A set" }]);
});

test("of tracks at the same position the last is the chapter", () => {
  expect(chaptersOf("A set", [track(0, "Before"), track(0, "At the start")])).toEqual([
    { start: 0, title: "Ana – At the start" },
  ]);
});

test("JSON chapters are in seconds", () => {
  expect(toJsonChapters([{ start: 1_500, title: "One" }])).toEqual({
    version: "1.2.0",
    chapters: [{ startTime: 1.5, title: "One" }],
  });
});
