import { expect, test } from "vitest";
import { inClock } from "./ui/in-clock.ts";
import { replaceUtcTimes, utcTime } from "./utc-time.ts";

test("the server's times in UTC can be replaced in its sentences, in every month", () => {
  for (let month = 0; month < 12; month++) {
    const [from, to] = [Date.UTC(2026, month, 3, 21, 5), Date.UTC(2027, month, 28, 0, 30)];
    const sentence = `Ada asks to move “Night, 24 UTC” from ${utcTime(from)} to ${utcTime(to)}.`;
    expect(replaceUtcTimes(sentence, (at) => `<${at}>`)).toBe(
      `Ada asks to move “Night, 24 UTC” from <${from}> to <${to}>.`,
    );
  }
});

test("a reader sees the time of their own clock", () => {
  const sentence = `Your set “Dawn” was moved to ${utcTime(Date.UTC(2026, 10, 27, 20, 30))}.`;
  const berlin = { zone: "Europe/Berlin", hour12: false };
  expect(inClock(sentence, berlin)).toBe("Your set “Dawn” was moved to Fri, Nov 27, 21:30.");
  const newYork = { zone: "America/New_York", hour12: true };
  expect(inClock(sentence, newYork)).toBe("Your set “Dawn” was moved to Fri, Nov 27, 3:30 PM.");
});
