/**
 * Text for instants (epoch ms) and durations (ms), in a given zone. Pure: the caller provides time and zone, so that
 * the server and the browser agree on the first paint.
 */
const dayMs = 86_400_000;

/** The calendar day of an instant in a zone as a day number, so that two days can be subtracted. */
function dayNumber(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
  }).formatToParts(at);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Math.round(Date.UTC(read("year"), read("month") - 1, read("day")) / dayMs);
}

/** Whether two instants fall on the same calendar day of the zone. */
export function isSameDay(a: number, b: number, zone: string): boolean {
  return dayNumber(a, zone) === dayNumber(b, zone);
}

/** Yesterday, Today, Tomorrow, the weekday within six days, otherwise month and day (with the year if it differs). */
export function dayLabel(at: number, now: number, zone: string): string {
  const distance = dayNumber(at, zone) - dayNumber(now, zone);
  if (distance === -1) return "Yesterday";
  if (distance === 0) return "Today";
  if (distance === 1) return "Tomorrow";
  if (Math.abs(distance) < 7) return weekday(at, zone);
  const yearOf = (instant: number) =>
    new Intl.DateTimeFormat("en-US", { timeZone: zone, year: "numeric" }).format(instant);
  return new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    month: "short",
    day: "numeric",
    ...(yearOf(at) === yearOf(now) ? {} : { year: "numeric" }),
  }).format(at);
}

/** The time if it was today, the weekday if it was in the six days before, otherwise as `dayLabel`. */
export function timeOrDay(at: number, now: number, zone: string, hour12: boolean): string {
  const daysAgo = dayNumber(now, zone) - dayNumber(at, zone);
  if (daysAgo === 0) return clockTime(at, zone, hour12);
  return daysAgo === 1 ? weekday(at, zone) : dayLabel(at, now, zone);
}

function weekday(at: number, zone: string): string {
  return new Intl.DateTimeFormat("en-US", { timeZone: zone, weekday: "long" }).format(at);
}

/** `November 21, 2026`: for permanent dates, such as when something was earned. */
export function fullDate(at: number, zone: string): string {
  return new Intl.DateTimeFormat("en-US", { timeZone: zone, dateStyle: "long" }).format(at);
}

/** `Sat, Nov 28`: one of many days to choose from. */
export function shortDay(at: number, zone: string): string {
  return new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    weekday: "short",
    month: "short",
    day: "numeric",
  }).format(at);
}

/** `9:30 PM` or `21:30`, by the viewer's hour cycle. */
export function clockTime(at: number, zone: string, hour12: boolean): string {
  return new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hour: hour12 ? "numeric" : "2-digit",
    minute: "2-digit",
    hourCycle: hour12 ? "h12" : "h23",
  }).format(at);
}

/** The name of the zone at that instant: `GMT+1`, `PST`, `UTC`. */
export function shortZone(at: number, zone: string): string {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "short" }).formatToParts(at);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? zone;
}

/** The zone with its name at that instant: `Europe/Berlin (GMT+1)`; `UTC` alone, which has no other name. */
export function fullZone(at: number, zone: string): string {
  const [short, name] = [shortZone(at, zone), zone.replace(/^Etc\//, "").replaceAll("_", " ")];
  return short === name ? name : `${name} (${short})`;
}

/** Time since, in the largest useful unit: `just now`, `4 min ago`, `2 h ago`, `3 days ago`. */
export function timeSince(at: number, now: number): string {
  const elapsed = Math.max(0, now - at);
  if (elapsed < 60_000) return "just now";
  // As durations are written.
  if (elapsed < 3_600_000) return `${Math.floor(elapsed / 60_000)} min ago`;
  if (elapsed < dayMs) return `${Math.floor(elapsed / 3_600_000)} h ago`;
  const format = new Intl.RelativeTimeFormat("en", { numeric: "always" });
  if (elapsed < 30 * dayMs) return format.format(-Math.floor(elapsed / dayMs), "day");
  if (elapsed < 365 * dayMs) return format.format(-Math.floor(elapsed / (30 * dayMs)), "month");
  return format.format(-Math.floor(elapsed / (365 * dayMs)), "year");
}

/** Whether a time range is shorter than a minute: no set is booked for less, so someone has ended it. */
export function endedAtOnce(start: number, end: number | null): boolean {
  return end !== null && end - start < 60_000;
}

/** An elapsed time: `40 s`, `12 min`, `2 h 05 min`, `3 d 4 h`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${String(minutes % 60).padStart(2, "0")} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** The length of a set or a performance: in whole minutes, rounded; in seconds where it is shorter than a minute. */
export function lengthText(ms: number): string {
  return duration(ms < 60_000 ? ms : Math.round(ms / 60_000) * 60_000);
}

/** The parts of a countdown, largest first: `2d 04h 11m 09s`, without leading zero parts. */
export function countdownParts(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const two = (value: number) => String(value).padStart(2, "0");
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3_600) % 24;
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = `${two(minutes)}m ${two(seconds % 60)}s`;
  if (days > 0) return `${days}d ${two(hours)}h ${rest}`;
  if (hours > 0) return `${hours}h ${rest}`;
  return `${minutes}m ${two(seconds % 60)}s`;
}
