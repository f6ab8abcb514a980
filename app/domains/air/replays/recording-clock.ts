/**
 * The clock of a recorded performance, by which every page and file tells the times of what was played in it: a position
 * is the time on air since the first sound, without what lies between two broadcasts or was not received. Browser-safe.
 */
import * as z from "zod/mini";
import { positionAt, timeAt } from "./timeline.ts";

/** Anchors by position, at least one: from this position (ms) on, time passes as it did live from `at` (epoch ms). */
export const RecordingClock = z.array(z.object({ position: z.number(), at: z.number() }));
export type RecordingClock = z.infer<typeof RecordingClock>;

/** The position of a time; 0 before the start. */
export const offsetIn = (clock: RecordingClock, at: number): number => positionAt(clock, at) ?? 0;

/** The time of a position, epoch ms. */
export const timeIn = (clock: RecordingClock, offset: number): number => timeAt(clock, offset);

/** The clock of a performance that is not recorded; `broadcasts` in their order, at least one. */
export function clockOf(
  broadcasts: readonly { startedAt: number; endedAt: number | null }[],
): RecordingClock {
  let position = 0;
  return broadcasts.map(({ startedAt }, index) => {
    const before = broadcasts[index - 1];
    if (before !== undefined) position += Math.max(0, (before.endedAt ?? startedAt) - before.startedAt);
    return { position, at: startedAt };
  });
}
