import { expect, test } from "vitest";
import { quietUntil } from "./quiet-hours.ts";

const at = (text: string) => Date.parse(text);
const clock = (text: string) => {
  const [hours = 0, minutes = 0] = text.split(":").map(Number);
  return hours * 60 + minutes;
};
const until = (from: string, to: string, timeZone: string, now: string) => {
  const end = quietUntil({ from: clock(from), to: clock(to), timeZone }, at(now));
  return end === null ? null : new Date(end).toISOString();
};

test.each([
  [
    "over night, before midnight",
    "22:00",
    "07:00",
    "UTC",
    "2026-03-10T23:00:00Z",
    "2026-03-11T07:00:00.000Z",
  ],
  ["over night, after midnight", "22:00", "07:00", "UTC", "2026-03-10T03:00:00Z", "2026-03-10T07:00:00.000Z"],
  ["by day", "13:00", "15:00", "UTC", "2026-03-10T14:59:59Z", "2026-03-10T15:00:00.000Z"],
  ["the first minute is quiet", "22:00", "07:00", "UTC", "2026-03-10T22:00:00Z", "2026-03-11T07:00:00.000Z"],
  ["the last is over", "22:00", "07:00", "UTC", "2026-03-10T07:00:00Z", null],
  ["outside", "22:00", "07:00", "UTC", "2026-03-10T12:00:00Z", null],
  ["the same time twice is none", "08:00", "08:00", "UTC", "2026-03-10T08:00:00Z", null],
  ["in their own zone", "22:00", "07:00", "Asia/Tokyo", "2026-03-10T14:00:00Z", "2026-03-10T22:00:00.000Z"],
  ["their zone is awake", "22:00", "07:00", "Asia/Tokyo", "2026-03-10T23:00:00Z", null],
  // The night of 28 to 29 March is an hour shorter, that of 24 to 25 October an hour longer.
  ["clocks forward", "22:00", "07:00", "Europe/Berlin", "2026-03-28T22:00:00Z", "2026-03-29T05:00:00.000Z"],
  ["clocks back", "22:00", "07:00", "Europe/Berlin", "2026-10-24T21:00:00Z", "2026-10-25T06:00:00.000Z"],
  [
    "an end that is skipped",
    "22:00",
    "02:30",
    "Europe/Berlin",
    "2026-03-28T22:00:00Z",
    "2026-03-29T01:30:00.000Z",
  ],
])("quiet hours: %s", (_, from, to, timeZone, now, end) => {
  expect(until(from, to, timeZone, now)).toBe(end);
});
