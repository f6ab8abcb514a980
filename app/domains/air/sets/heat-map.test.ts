import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { heatMap, heatOf, heats, heatTicks, segmentsPerTrack, spansOf } from "./heat-map.ts";

test.each([
  [0, "none"],
  [0.001, "cold"],
  [0.0299, "cold"],
  [0.03, "low"],
  [0.0799, "low"],
  [0.08, "medium"],
  [0.1499, "medium"],
  [0.15, "high"],
  [0.1999, "high"],
  [0.2, "hot"],
  [1, "hot"],
])("a segment with a share of %d of all cheers is %s", (share, heat) => {
  expect(heatOf(share)).toBe(heat);
});

describe("the heat map", () => {
  const set = { id: "set", startTime: 0 };

  test("splits each track's span into five segments with their shares of all cheers", () => {
    const spans = spansOf(
      [
        { id: "a", timestamp: 0 },
        { id: "b", timestamp: 100 },
      ],
      set,
      600,
    );
    const map = heatMap(spans, [0, 19, 20, 99, 100, 350, 599, 599, 599, 599]);
    expect(map.map(({ segments }) => segments.map(({ count }) => count))).toEqual([
      [2, 1, 0, 0, 1],
      [1, 0, 1, 0, 4],
    ]);
    expect(map[1]?.segments[4]).toEqual({ start: 500, end: 600, count: 4, share: 0.4, heat: "hot" });
    expect(map[0]?.segments.map(({ heat }) => heat)).toEqual(["hot", "medium", "none", "none", "medium"]);
  });

  test("counts early and late cheers at the ends, and treats a set without tracks as one span", () => {
    expect(spansOf([], set, 50)).toEqual([{ id: "set", start: 0, end: 50 }]);
    const [span] = heatMap(spansOf([{ id: "a", timestamp: 10 }], set, 60), [0, 60, 99]);
    expect(span?.segments.map(({ count }) => count)).toEqual([1, 0, 0, 0, 2]);
  });

  test("is empty without cheers, and missing without spans", () => {
    expect(heatMap([], [1, 2])).toEqual([]);
    const map = heatMap(spansOf([{ id: "a", timestamp: 0 }], set, 10), []);
    expect(map[0]?.segments.every(({ heat, share }) => heat === "none" && share === 0)).toBe(true);
  });

  const times = fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 40 });
  const sorted = times.map((list) => list.toSorted((a, b) => a - b));

  test("counts each cheer once and leaves no gap between segments for any tracks", () => {
    fc.assert(
      fc.property(sorted, times, fc.integer({ min: 0, max: 12_000 }), (starts, cheers, until) => {
        const tracks = starts.map((timestamp, index) => ({ id: String(index), timestamp }));
        const map = heatMap(spansOf(tracks, set, until), cheers);
        const segments = map.flatMap((span) => span.segments);
        expect(segments).toHaveLength(Math.max(1, tracks.length) * segmentsPerTrack);
        expect(segments.reduce((sum, { count }) => sum + count, 0)).toBe(cheers.length);
        const shares = segments.reduce((sum, { share }) => sum + share, 0);
        expect(shares).toBeCloseTo(cheers.length === 0 ? 0 : 1);
        for (const { heat, share } of segments) expect(heat).toBe(heatOf(share));
        for (const [index, { start }] of segments.slice(1).entries()) {
          expect(start).toBeCloseTo(segments[index]?.end ?? Number.NaN);
        }
      }),
    );
  });

  test("places ruler ticks at equal distances with the heat of their time", () => {
    const map = heatMap(spansOf([], set, 100), [1, 1, 99]);
    expect(heatTicks(map, 5).map(({ heat }) => heat)).toEqual(["hot", "none", "none", "none", "hot"]);
    expect(heatTicks(map, 5).map(({ at }) => at)).toEqual([0.1, 0.3, 0.5, 0.7, 0.9]);
    expect(heatTicks(map, 10)).toHaveLength(10);
    expect(heatTicks([], 3)).toEqual([]);
  });

  test("draws every segment of 120 tracks, including a single hot one between the ticks of a ruler", () => {
    const tracks = Array.from({ length: 120 }, (_, index) => ({
      id: String(index),
      timestamp: index * 60_000,
    }));
    const warm = 61 * 60_000 + 13_000;
    const map = heatMap(spansOf(tracks, set, 120 * 60_000), [warm, warm + 1, warm + 2]);
    for (const count of [60, 120]) {
      const ticks = heatTicks(map, count);
      expect(ticks).toHaveLength(120 * segmentsPerTrack);
      expect(ticks.filter(({ heat }) => heat === "hot")).toHaveLength(1);
    }
  });

  test("draws every segment and adds no heat for any tracks", () => {
    fc.assert(
      fc.property(sorted, times, fc.integer({ min: 1, max: 200 }), (starts, cheers, count) => {
        const tracks = starts.map((timestamp, index) => ({ id: String(index), timestamp }));
        const map = heatMap(spansOf(tracks, set, 10_000), cheers);
        const ticks = heatTicks(map, count);
        const segments = map.flatMap((span) => span.segments);
        expect(ticks.length).toBeGreaterThanOrEqual(segments.length);
        for (const heat of heats)
          expect(ticks.some((tick) => tick.heat === heat)).toBe(
            segments.some((segment) => segment.heat === heat),
          );
        for (const { at } of ticks) expect(at >= 0 && at <= 1).toBe(true);
      }),
    );
  });
});
