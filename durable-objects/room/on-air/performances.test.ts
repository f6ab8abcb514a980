import fc from "fast-check";
import { expect, test } from "vitest";
import { endPerformance, type OpenPerformance, performanceGapMs, performanceOf } from "./performances.ts";

const minuteMs = 60_000;

interface Stay {
  performerId: string | null;
  setId: string | null;
  /** Time since the end of the previous one of any performer. */
  gapMs: number;
  lengthMs: number;
}

/** Returns the performances that a room makes of consecutive broadcasts. */
function play(
  stays: readonly Stay[],
): { id: string; startedAt: number; endedAt: number; performance: string }[] {
  let open: OpenPerformance[] = [];
  let now = 1_000;
  return stays.map(({ performerId, setId, gapMs, lengthMs }, index) => {
    const broadcast = { id: `b${index}`, startedAt: now + gapMs, onAir: { performerId, setId } };
    const performance = performanceOf(broadcast, open);
    now = broadcast.startedAt + lengthMs;
    open = endPerformance(open, { ...broadcast, performance, endedAt: now });
    return { id: broadcast.id, startedAt: broadcast.startedAt, endedAt: now, performance };
  });
}

const stay = (performerId: string | null, gapMs = 0, setId: string | null = null): Stay => ({
  performerId,
  setId,
  gapMs,
  lengthMs: minuteMs,
});
const performances = (...stays: Stay[]) => play(stays).map(({ performance }) => performance);

test("an encoder that reconnects within half an hour continues its performance, and later starts a new one", () => {
  expect(performances(stay("ada"), stay("ada", minuteMs), stay("ada", performanceGapMs - 1))).toEqual([
    "b0",
    "b0",
    "b0",
  ]);
  expect(performances(stay("ada"), stay("ada", performanceGapMs))).toEqual(["b0", "b1"]);
});

test("each performer has their own performance when they alternate, and so do unnamed broadcasts", () => {
  const turns = performances(stay("ada"), stay("ben"), stay("ada"), stay(null), stay("ben"), stay(null));
  expect(turns).toEqual(["b0", "b1", "b0", "b3", "b1", "b3"]);
});

test("a set is one performance despite long gaps, and excludes broadcasts outside it", () => {
  const evening = performances(
    stay("ada", 0, "late"),
    stay("ada", 2 * performanceGapMs, "late"),
    stay("ada", minuteMs),
    stay("ada", minuteMs, "next"),
  );
  expect(evening).toEqual(["late", "late", "b2", "next"]);
});

test("broadcasts of one performer without sets form one performance unless a gap is too long", () => {
  const anyStay = fc.record({
    performerId: fc.constantFrom("ada", "ben", null),
    setId: fc.constant(null),
    gapMs: fc.integer({ min: 0, max: 40 }).map((minutes) => minutes * minuteMs),
    lengthMs: fc.integer({ min: 1, max: 30 }).map((minutes) => minutes * minuteMs),
  });
  fc.assert(
    fc.property(fc.array(anyStay, { maxLength: 40 }), (stays) => {
      const played = play(stays);
      for (const performerId of ["ada", "ben", null]) {
        const own = played.filter((_, index) => stays[index]?.performerId === performerId);
        for (const [index, { performance, startedAt }] of own.entries()) {
          const last = own[index - 1];
          const goesOn = last !== undefined && startedAt - last.endedAt < performanceGapMs;
          expect(performance).toBe(goesOn ? last.performance : own[index]?.id);
        }
      }
    }),
  );
});
