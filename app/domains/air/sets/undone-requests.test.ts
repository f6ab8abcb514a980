import { expect, test } from "vitest";
import { slotsOf } from "#app/domains/base/time/series.ts";
import { requestsFor } from "./undone-requests.ts";

const timeZone = "Europe/Berlin";
const facts = { name: "Late", description: "", mixcloud: false, mixcloudName: "" };
/** Three weeks around the change of the clocks on 25 October 2026. */
const series = { startsAt: Date.UTC(2026, 9, 16, 18), endsAt: Date.UTC(2026, 9, 16, 19), weeks: 3, timeZone };
const weeks = slotsOf(series).map((slot) => ({ ...facts, ...slot }));

test("the weeks of a series become one request again, also across a clock change", () => {
  expect(requestsFor(weeks, timeZone)).toEqual([{ ...facts, ...series }]);
});

test("the weeks before and after a cancelled week become separate requests", () => {
  const [first, , third] = weeks;
  if (!first || !third) throw new Error("no weeks");
  expect(requestsFor([first, third], timeZone)).toMatchObject([
    { startsAt: first.startsAt, weeks: 1 },
    { startsAt: third.startsAt, weeks: 1 },
  ]);
});

test("a moved or renamed week keeps its changes", () => {
  const [first, second] = weeks;
  if (!first || !second) throw new Error("no weeks");
  const renamed = { ...second, name: "Later" };
  expect(requestsFor([first, renamed], timeZone)).toMatchObject([{ name: "Late" }, { name: "Later" }]);
});
