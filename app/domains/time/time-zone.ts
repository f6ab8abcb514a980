import { Temporal } from "temporal-polyfill";

/** True for a zone that the runtime knows by its IANA name; offsets such as "+02:00" keep no local time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

/** Minutes past the full hour on a clock in that zone; seconds and less count as a part. */
export function localMinuteOf(instant: number, timeZone: string): number {
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
  return local.minute + local.second / 60 + local.millisecond / 60_000;
}
