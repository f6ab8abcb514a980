const halfHourMs = 1_800_000;

/** Time on air in half hours, as performers count it. */
export function toHours(onAirMs: number): number {
  return Math.round(onAirMs / halfHourMs) / 2;
}
