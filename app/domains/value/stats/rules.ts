/** A time on air (ms) in hours, to a tenth: half an hour is 0.5. */
export const toHours = (onAirMs: number): number => Math.round(onAirMs / 360_000) / 10;
