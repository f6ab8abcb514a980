/** Whether times that people give a line can be those of a performance. Pure. */

/** Clocks differ, and the first and the last record are not cut to the second. */
const toleranceMs = 5 * 60_000;

/** Null where the times are good; otherwise what is wrong, as a sentence that says what to do. Times are epoch ms. */
export function wrongTimes(
  line: { startsAt: number; endsAt: number | null },
  performance: { startsAt: number; endsAt: number | null },
  now: number,
): string | null {
  const from = performance.startsAt - toleranceMs;
  const to = (performance.endsAt ?? now) + toleranceMs;
  const { startsAt, endsAt } = line;
  if (startsAt < from || startsAt > to)
    return performance.endsAt === null
      ? "Choose a start within the performance, up to now."
      : "Choose a start within the performance.";
  if (endsAt === null) return null;
  if (endsAt <= startsAt) return "Choose an end after the start.";
  if (endsAt <= to) return null;
  return performance.endsAt === null
    ? "Choose an end that has already passed, or leave it empty."
    : "Choose an end before the end of the performance, or leave it empty.";
}
