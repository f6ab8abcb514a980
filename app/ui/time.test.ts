import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { ServerNow } from "./clock.ts";
import { Elapsed, TimeRange, TimeSince } from "./time.tsx";
import { isHalfDayClock } from "./viewer-clock.ts";

/** Returns the rendered text at this time, without its markup. */
function shown(element: React.ReactNode, now: number): string {
  const page = renderToString(createElement(ServerNow.Provider, { value: now }, element));
  return page.replaceAll(/<[^>]*>/g, "");
}

const tenPast = Date.UTC(2026, 10, 21, 21, 10);

test.each([
  [0, "0 s"],
  [1_000, "1 s"],
  [59_900, "59 s"],
  [60_000, "1 min"],
  [119_000, "1 min"],
  [120_000, "2 min"],
])("%d ms after a start, the elapsed time is %s at any second of the minute", (ms, words) => {
  for (const since of [tenPast, tenPast + 20_000, tenPast + 59_000])
    expect(shown(createElement(Elapsed, { since }), since + ms)).toBe(words);
});

test("a minute ago starts exactly a minute after the event", () => {
  const at = tenPast + 45_000;
  expect(shown(createElement(TimeSince, { at }), at + 59_000)).toBe("just now");
  expect(shown(createElement(TimeSince, { at }), at + 60_000)).toBe("1 min ago");
});

test("the server adds UTC to its times, and browsers hide them until their own zone is known", () => {
  const range = createElement(TimeRange, { start: tenPast, end: null, withDay: false, isZoned: true });
  expect(shown(range, tenPast)).toBe("21:10 UTC");
  const markup = renderToString(createElement(ServerNow.Provider, { value: tenPast }, range));
  expect(markup.match(/<(?:time|abbr)[^>]* data-unzoned=""/g)).toHaveLength(2);
});

test("the reader's clock has 12 hours only if the browser and the preferred language both count to 12", () => {
  expect(isHalfDayClock(["en-US", "en-US"])).toBe(true);
  expect(isHalfDayClock(["en-US", "de-DE"])).toBe(false);
  expect(isHalfDayClock(["en-GB", "en-US"])).toBe(false);
  // What browsers pass on where the system has no language.
  expect(isHalfDayClock(["en-US", "C"])).toBe(true);
  expect(isHalfDayClock(["de-DE", "en_US.UTF-8"])).toBe(false);
});
