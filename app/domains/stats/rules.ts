const halfHourMs = 1_800_000;

/** A time on air (ms) in hours, rounded to half ones. */
export function toHours(onAirMs: number): number {
  return Math.round(onAirMs / halfHourMs) / 2;
}
