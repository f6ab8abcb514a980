import { describe, expect, test } from "vitest";
import { MediaClock } from "./media-clock.ts";

describe("the media clock", () => {
  test("is not shifted by a burst at the start", () => {
    const clock = new MediaClock();
    for (let n = 0; n < 50; n++) clock.stamp(10_000, 20); // a burst of one second of sound
    for (let n = 0; n < 100; n++) expect(clock.stamp(10_020 + n * 20, 20)).toBe(10_000 + n * 20);
  });

  test("stamps a late chunk with the time it was produced, not when it arrived", () => {
    const clock = new MediaClock();
    for (let n = 0; n < 10; n++) clock.stamp(1_020 + n * 20, 20);
    for (let n = 10; n < 30; n++) expect(clock.stamp(1_700, 20)).toBe(1_000 + n * 20);
  });

  test("follows a source that runs 100 ppm slow", () => {
    const clock = new MediaClock();
    let at = 0;
    let arrivedAt = 0;
    for (let n = 0; n < 30 * 60 * 50; n++) {
      arrivedAt = 20 + n * 20 * 1.0001;
      at = clock.stamp(arrivedAt, 20);
    }
    expect(arrivedAt - 20 - at).toBeLessThan(2);
  });

  test("catches up after sound is missing at the source, and never goes back", () => {
    const clock = new MediaClock();
    let last = 0;
    let arrivedAt = 0;
    for (let n = 0; n < 1_000; n++) {
      arrivedAt = 20 + n * 20 + (n >= 200 ? 3_000 : 0);
      const at = clock.stamp(arrivedAt, 20);
      expect(at).toBeGreaterThanOrEqual(last);
      last = at;
    }
    expect(arrivedAt - 20 - last).toBe(0);
  });
});
