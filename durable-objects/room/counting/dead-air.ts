/** Time for which a stage's own address sends silence to its players when no one is on air there. */
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";

/**
 * Longer than a late performer and a short pause; a radio that stays on overnight is not sent silence until morning.
 */
export const maxDeadAirMs = 10 * 60_000;

/**
 * Whether someone is expected on air again soon: a set is on or starts within ten minutes, or the last sound is no
 * older than that. `endedAt`: when the last broadcast ended, epoch ms, if there was one.
 */
export function isSoundExpected(
  { sets, endedAt }: { sets: readonly Pick<SetView, "startTime" | "endTime">[]; endedAt?: number },
  now: number,
): boolean {
  if (endedAt !== undefined && now - endedAt < maxDeadAirMs) return true;
  return sets.some(
    ({ startTime, endTime }) =>
      startTime - maxDeadAirMs <= now && now < (endTime ?? Number.POSITIVE_INFINITY),
  );
}
