import { expect, test } from "vitest";
import { restrictionText } from "./restriction-text.ts";

const now = Date.UTC(2026, 10, 28, 21, 30);
const utc = { zone: "UTC", hour12: false };
const hourMs = 3_600_000;

test("a time-out says until when, in the reader's clock, and ends with its time", () => {
  const restriction = { until: now + hourMs };
  expect(restrictionText(restriction, now, utc)).toContain("until 22:30.");
  expect(restrictionText(restriction, now, { zone: "America/New_York", hour12: true })).toContain("5:30 PM");
  expect(restrictionText(restriction, now + hourMs, utc)).toBeNull();
});

test("a time-out until tomorrow names the day", () => {
  expect(restrictionText({ until: now + 24 * hourMs }, now, utc)).toContain("until tomorrow, 21:30.");
});

test("a ban has no time; without a restriction there is nothing to say", () => {
  expect(restrictionText({ until: null }, now, utc)).toContain("You are banned");
  expect(restrictionText(null, now, utc)).toBeNull();
});
