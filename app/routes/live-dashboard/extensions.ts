import { bookingLimits } from "#app/domains/air/sets/contract/requests.ts";
import type { LiveSet } from "#app/domains/air/stages/live/set-updates.ts";
import { countOf } from "#app/ui/number.ts";

const minuteMs = 60_000;
const choices = [5, 15, 30, 60] as const;

/** Reasons why a set cannot be extended. */
const noExtension = {
  next: "This set cannot be extended: the next one starts too soon.",
  longest: `This set cannot be extended: a set is at most ${countOf(bookingLimits.managerHours, "hour", "hours")} long.`,
} as const;

/**
 * Returns the numbers of minutes by which a set can be extended: until the stage's next set, and to the longest length
 * of a set.
 */
export function extensionsOf(
  { startTime, endTime }: Pick<LiveSet, "startTime" | "endTime">,
  nextStart: number | null,
): number[] {
  const latest = Math.min(
    nextStart ?? Number.POSITIVE_INFINITY,
    startTime + bookingLimits.managerHours * 60 * minuteMs,
  );
  return choices.filter((minutes) => endTime + minutes * minuteMs <= latest);
}

/** Returns the text for a manager where `extensionsOf` is empty. */
export function whyNoExtension({ endTime }: Pick<LiveSet, "endTime">, nextStart: number | null): string {
  const isNextSoon = nextStart !== null && nextStart < endTime + choices[0] * minuteMs;
  return isNextSoon ? noExtension.next : noExtension.longest;
}
