import { expect, test } from "vitest";
import { punctualityNote } from "./punctuality.ts";

const set = { startTime: 0, endTime: 3_600_000 };
const minuteMs = 60_000;

test.each<[string, number | null | undefined, number, string | null]>([
  ["that nobody asked about", undefined, 30, null],
  ["in its first minute", null, 0.9, null],
  ["that nobody plays", null, 1, "Starting late"],
  ["that nobody played", null, 60, "Not played"],
  ["heard early", -2, 30, null],
  ["heard within a minute", 0.9, 30, null],
  ["heard after a minute", 1, 30, "Started 1 minute late"],
  ["heard after seven minutes", 7.2, 90, "Started 7 minutes late"],
])("a set %s", (_, heardAfter, minutes, note) => {
  const heardAt = typeof heardAfter === "number" ? heardAfter * minuteMs : heardAfter;
  expect(punctualityNote({ ...set, heardAt }, minutes * minuteMs)).toBe(note);
});
