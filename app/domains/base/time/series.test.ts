import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shiftsOf } from "./clock-changes.ts";
import { slotsOf } from "./series.ts";
import { isTimeZone, localMinuteOf, offsetAt } from "./time-zone.ts";
import { dataFrom, dataUntil, dataVersion, zones } from "./zone-data.ts";

const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;

/** The local time according to the platform's own formatter: another implementation than the one under test. */
const clocks = new Map<string, Intl.DateTimeFormat>();
function wallTime(instant: number, timeZone: string): string {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat("en-GB", {
      timeZone,
      hourCycle: "h23",
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
    });
    clocks.set(timeZone, clock);
  }
  return clock.format(instant);
}

/** The expected start of a week: the local time of the first; if that is skipped, the end of the gap. */
function checkWeek(start: number, expected: string, timeZone: string): string | null {
  const said = wallTime(start, timeZone);
  if (said === expected) {
    // The first of two equal local times: an hour (or half an hour) before must differ.
    const earlier = [30, 60, 120].find(
      (minutes) => wallTime(start - minutes * 60_000, timeZone) === expected,
    );
    return earlier === undefined ? null : `${expected} was there ${earlier} minutes before`;
  }
  // Skipped: a minute before, the local time was before the wanted one, which never occurs.
  const before = wallTime(start - 60_000, timeZone);
  return before < expected || before.slice(0, 3) !== expected.slice(0, 3)
    ? null
    : `${said} in the place of ${expected}`;
}

describe("a weekly series over the changes of the clocks", () => {
  test("keeps its local time in every zone from 2024 to 2037", () => {
    const wrong: string[] = [];
    // Zones that share their rules are one clock under many names.
    const clocks = zones.map(([, names]) => names.split(" ", 1)[0] ?? "");
    expect(clocks.length).toBeGreaterThan(50);
    for (const timeZone of clocks) {
      // Series that cross both changes of each year, at hours that are skipped and doubled somewhere.
      for (let year = 2024; year <= 2037; year++) {
        for (const hour of [0.5, 1.5, 2.5, 12]) {
          const day = Date.UTC(year, 1, 25);
          const startsAt = day + hour * hourMs - offsetByIntl(day, timeZone);
          const slots = slotsOf({ startsAt, endsAt: startsAt + hourMs, weeks: 45, timeZone });
          const expected = wallTime(startsAt, timeZone);
          for (const { startsAt: start, endsAt } of slots) {
            const fault = start === startsAt ? null : checkWeek(start, expected, timeZone);
            if (fault !== null) wrong.push(`${timeZone} ${new Date(start).toISOString()}: ${fault}`);
            if (endsAt - start !== hourMs) wrong.push(`${timeZone}: a set of another length`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test("moves a skipped time to the first existing one, and uses the first of a repeated time", () => {
    const at = (text: string) => Date.parse(text);
    const berlin = (first: string) =>
      slotsOf({ startsAt: at(first), endsAt: at(first) + hourMs, weeks: 2, timeZone: "Europe/Berlin" })[1];
    expect(berlin("2026-03-22T02:30+01:00")?.startsAt).toBe(at("2026-03-29T03:00+02:00"));
    expect(berlin("2026-10-18T02:30+02:00")?.startsAt).toBe(at("2026-10-25T02:30+02:00"));
  });

  test("reports the shift of each week", () => {
    const startsAt = Date.parse("2026-10-18T20:00+02:00");
    const slots = slotsOf({ startsAt, endsAt: startsAt + hourMs, weeks: 3, timeZone: "Europe/Berlin" });
    expect(shiftsOf(slots)).toEqual([0, hourMs, hourMs]);
  });

  test("has whole weeks between sets in zones without clock changes", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1.7e12, max: 2.1e12 }),
        fc.integer({ min: 1, max: 26 }),
        (startsAt, weeks) => {
          const slots = slotsOf({ startsAt, endsAt: startsAt + 1, weeks, timeZone: "UTC" });
          expect(slots.map((slot) => slot.startsAt)).toEqual(
            Array.from({ length: weeks }, (_, week) => startsAt + week * weekMs),
          );
        },
      ),
      { numRuns: 200, seed: 7 },
    );
  });
});

test("zones are valid by name, not by offset", () => {
  expect(["Europe/Berlin", "UTC", "Asia/Kathmandu"].every(isTimeZone)).toBe(true);
  expect(["+02:00", "", "Mars/Olympus", "Europe", "__proto__"].some(isTimeZone)).toBe(false);
});

test("a zone offset of three quarters of an hour is read correctly", () => {
  expect(localMinuteOf(Date.parse("2026-05-01T12:15:00Z"), "Asia/Kathmandu")).toBe(0);
});

test("a series in a zone whose rules have changed lately keeps its local time", () => {
  const thursdays = (timeZone: string, first: string) =>
    slotsOf({ startsAt: Date.parse(first), endsAt: Date.parse(first) + hourMs, weeks: 4, timeZone });
  // The clocks of British Columbia stay on summer time from 2026 on.
  expect(shiftsOf(thursdays("America/Vancouver", "2026-10-22T20:00-07:00"))).toEqual([0, 0, 0, 0]);
  expect(shiftsOf(thursdays("America/Los_Angeles", "2026-10-22T20:00-07:00"))).toEqual([
    0,
    0,
    hourMs,
    hourMs,
  ]);
});

describe("the zone data", () => {
  test("is that of the pinned Node: after an update, run `npm run time-zones`", () => {
    expect(dataVersion).toBe(process.versions.tz);
    const all = new Set(zones.flatMap(([, names]) => names.split(" ")));
    expect(Intl.supportedValuesOf("timeZone").filter((name) => !all.has(name))).toEqual([]);
  });

  test("says of every zone at every time what Node says", () => {
    const wrong: string[] = [];
    const checked = new Set<string>();
    for (const [, names] of zones)
      for (const name of names.split(" ")) {
        const { timeZone } = new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions();
        // Many names are one zone.
        if (checked.has(timeZone)) continue;
        checked.add(timeZone);
        for (let at = Date.UTC(dataFrom); at < Date.UTC(dataUntil); at += 15 * 24 * hourMs)
          if (offsetByIntl(at, name) !== offsetAt(at, name))
            wrong.push(`${name} ${new Date(at).toISOString()}`);
      }
    expect(wrong).toEqual([]);
  });
});

const offsetClocks = new Map<string, Intl.DateTimeFormat>();
/** The offset according to the platform: `GMT-07:00`, or `GMT` alone. */
function offsetByIntl(instant: number, timeZone: string): number {
  const clock =
    offsetClocks.get(timeZone) ?? new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  offsetClocks.set(timeZone, clock);
  const name = clock.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = "0", minutes = "0"] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * hourMs + Number(minutes) * 60_000) || 0;
}
