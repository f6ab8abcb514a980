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

test("where a track has ended the chapter is an ID, until another is known or the end", () => {
  const tracks = [
    { ...track(0, "One"), end: 60_000 },
    { ...track(90_000, "Two"), end: 200_000 },
    { ...track(110_000, "Sample"), end: 120_000 },
    { ...track(190_000, "Three"), end: 250_000 },
  ];
  const chapters = chaptersOf("A set", tracks);
  expect(chapters).toEqual([
    { start: 0, title: "Ana – One" },
    { start: 60_000, title: "ID" },
    { start: 90_000, title: "Ana – Two" },
    { start: 110_000, title: "Ana – Sample" },
    { start: 120_000, title: "Ana – Two" },
    { start: 190_000, title: "Ana – Three" },
    { start: 250_000, title: "ID" },
  ]);
  const ends = toJsonChapters(chapters, 300_000).chapters.map(({ endTime }) => endTime);
  expect(ends).toEqual([60, 90, 110, 120, 190, 250, 300]);
});

test("JSON chapters are in seconds", () => {
  expect(toJsonChapters([{ start: 1_500, title: "One" }])).toEqual({
    version: "1.2.0",
    chapters: [{ startTime: 1.5, title: "One" }],
  });
});
