import { lengthText } from "#app/ui/time-format.ts";

const halfHourMs = 30 * 60_000;

/** The length of a performance (ms) in half hours; a shorter one as `lengthText` has it. */
export function performanceLabel(lengthMs: number): string {
  const halfHours = Math.round(lengthMs / halfHourMs);
  if (halfHours <= 1) return `${lengthText(Math.min(lengthMs, halfHourMs))} performance`;
  return `${halfHours / 2} hour performance`;
}
