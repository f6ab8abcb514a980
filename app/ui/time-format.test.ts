import { describe, expect, it } from "vitest";
import {
  clockTime,
  countdownParts,
  dayLabel,
  duration,
  endedAtOnce,
  fullZone,
  lengthText,
  shortZone,
  timeOrDay,
  timeSince,
} from "./time-format.ts";

const now = Date.UTC(2026, 10, 21, 23, 30);
const hour = 3_600_000;

describe("dayLabel", () => {
  it("counts calendar days in the viewer's zone, not spans of 24 hours", () => {
    expect(dayLabel(now + hour, now, "UTC")).toBe("Tomorrow");
    expect(dayLabel(now + hour, now, "America/New_York")).toBe("Today");
    expect(dayLabel(now - 24 * hour, now, "UTC")).toBe("Yesterday");
  });

  it("names the weekday within six days, then the date, then the year as well", () => {
    expect(dayLabel(now + 72 * hour, now, "UTC")).toBe("Tuesday");
    expect(dayLabel(now + 10 * 24 * hour, now, "UTC")).toBe("Dec 1");
    expect(dayLabel(now + 60 * 24 * hour, now, "UTC")).toBe("Jan 20, 2027");
  });

  it("still says Tomorrow across the night of a clock change", () => {
    const beforeChange = Date.UTC(2026, 9, 25, 3, 30); // 23:30 in New York, a week before the change
    expect(dayLabel(beforeChange + 25 * hour, beforeChange, "America/New_York")).toBe("Monday");
    const night = Date.UTC(2026, 10, 1, 3, 30); // 23:30 EDT on 31 October
    expect(dayLabel(night + 25 * hour, night, "America/New_York")).toBe("Tomorrow");
  });
});

describe("clockTime", () => {
  it("uses the viewer's 12- or 24-hour clock", () => {
    expect(clockTime(now, "UTC", true)).toBe("11:30 PM");
    expect(clockTime(now, "UTC", false)).toBe("23:30");
  });
});

describe("shortZone", () => {
  it("is the zone's abbreviation on that day", () => {
    const [winter, summer] = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)];
    expect([shortZone(winter, "America/New_York"), shortZone(summer, "America/New_York")]).toEqual([
      "EST",
      "EDT",
    ]);
    expect([shortZone(winter, "Europe/Berlin"), shortZone(summer, "Europe/Berlin")]).toEqual([
      "GMT+1",
      "GMT+2",
    ]);
    expect(shortZone(winter, "UTC")).toBe("UTC");
  });
});

it("a zone is named once", () => {
  const at = Date.UTC(2026, 10, 27);
  expect([fullZone(at, "UTC"), fullZone(at, "Etc/UTC")]).toEqual(["UTC", "UTC"]);
  expect(fullZone(at, "America/New_York")).toBe("America/New York (EST)");
});

describe("durations", () => {
  it("drops leading zero parts of a countdown and rounds up to the running second", () => {
    expect(countdownParts(1)).toBe("0m 01s");
    expect(countdownParts(2 * hour + 61_000)).toBe("2h 01m 01s");
    expect(countdownParts(50 * hour)).toBe("2d 02h 00m 00s");
  });

  it("never goes below zero", () => {
    expect(countdownParts(-5_000)).toBe("0m 00s");
    expect(duration(-1)).toBe("0 s");
    expect(timeSince(now + 5_000, now)).toBe("just now");
  });

  it("states how long something has run", () => {
    expect(duration(65 * 60_000)).toBe("1 h 05 min");
    expect(timeSince(now - 2 * hour, now)).toBe("2 h ago");
  });
});

describe("timeOrDay", () => {
  const shown = (hoursAgo: number, zone = "UTC") => timeOrDay(now - hoursAgo * hour, now, zone, false);

  it("is the time if today, the weekday if this week, otherwise month-day", () => {
    expect(shown(1)).toBe("22:30");
    expect(shown(24)).toBe("Friday");
    expect(shown(6 * 24)).toBe("Sunday");
    expect(shown(7 * 24)).toBe("Nov 14");
    expect(shown(400 * 24)).toBe("Oct 17, 2025");
  });

  it("uses the viewer's own day", () => {
    expect(shown(24, "Asia/Tokyo")).toBe("Saturday");
    expect(shown(10, "Asia/Tokyo")).toBe("Saturday");
    expect(shown(8, "Asia/Tokyo")).toBe("00:30");
  });
});

it("a length is rounded to minutes, and shown in seconds only while it has none", () => {
  const lengths = [0, 29_999, 59_999, 60_000, 100_000, 3_570_000, 5_400_000].map(lengthText);
  expect(lengths).toEqual(["0 s", "29 s", "59 s", "1 min", "2 min", "1 h 00 min", "1 h 30 min"]);
});

it("a time range shorter than a minute was ended by someone", () => {
  expect(endedAtOnce(now, now + 20_000)).toBe(true);
  expect(endedAtOnce(now, now)).toBe(true);
  expect(endedAtOnce(now, now + 60_000)).toBe(false);
  expect(endedAtOnce(now, null)).toBe(false);
});
