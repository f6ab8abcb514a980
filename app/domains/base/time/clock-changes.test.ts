import { expect, test } from "vitest";
import { clockChanges } from "./clock-changes.ts";
import { slotsOf } from "./series.ts";

const hourMs = 3_600_000;

/** Four Saturdays at 21:00 in Berlin, around the end of summer time on 25 October 2026. */
function berlinSaturdays() {
  const startsAt = Date.UTC(2026, 9, 10, 19);
  return slotsOf({ startsAt, endsAt: startsAt + 2 * hourMs, weeks: 4, timeZone: "Europe/Berlin" });
}

test("in the zone of the series the local time stays, and the week of the change is reported", () => {
  const [change, ...others] = clockChanges(berlinSaturdays(), "Europe/Berlin");
  expect(change).toMatchObject({ week: 4, isThere: true, isHere: false });
  expect(others).toEqual([]);
});

test("in a zone without clock changes the local time changes from that week on", () => {
  expect(clockChanges(berlinSaturdays(), "UTC")).toMatchObject([{ week: 4, isThere: true, isHere: true }]);
});

test("a clock change only in the viewer's zone is reported", () => {
  const startsAt = Date.UTC(2026, 9, 10, 19);
  const slots = slotsOf({ startsAt, endsAt: startsAt + hourMs, weeks: 4, timeZone: "UTC" });
  expect(clockChanges(slots, "Europe/Berlin")).toMatchObject([{ week: 4, isThere: false, isHere: true }]);
});

test("a single set and a series without a clock change report nothing", () => {
  const all = berlinSaturdays();
  expect(clockChanges(all.slice(0, 1), "UTC")).toEqual([]);
  expect(clockChanges(all.slice(0, 3), "UTC")).toEqual([]);
});
