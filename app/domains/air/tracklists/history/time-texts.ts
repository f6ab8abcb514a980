/** Dates, times of day and lengths as DJ software writes them. */

const secondMs = 1_000;
const minuteMs = 60_000;
const hourMs = 3_600_000;

/** `3:45`, `05:43.21`, `1:02:03` or seconds; null for anything else. */
export function parseLength(text: string): number | null {
  const short = text.trim().slice(0, 24);
  if (/^\d{1,6}(?:[.,]\d{1,6})?$/u.test(short)) return Math.round(Number(short.replace(",", ".")) * secondMs);
  const parts = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{2}(?:[.,]\d{1,6})?)$/u.exec(short);
  if (parts === null) return null;
  const [, hours = "0", minutes = "0", seconds = "0"] = parts;
  return Math.round(
    Number(hours) * hourMs + Number(minutes) * minuteMs + Number(seconds.replace(",", ".")) * secondMs,
  );
}

export interface TimeOfDay {
  ms: number;
  /** Minutes east of UTC, where the text says so. */
  zoneMin: number | null;
  isTwelveHours: boolean;
}

const time =
  /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:[.,]\d{1,9})? ?([ap])?\.?m?\.? ?(?:(z|utc|gmt)|([+-])(\d{2}):?(\d{2}))?$/iu;

/** `22:03`, `10:03:07 PM`, `22:03:07Z`, `22:03:07+01:00`. */
export function parseTimeOfDay(text: string): TimeOfDay | null {
  const parts = time.exec(
    text
      .slice(0, 40)
      .replace(/[\u00A0\u202F]/gu, " ")
      .trim(),
  );
  if (parts === null) return null;
  const [, hours = "", minutes = "", seconds = "0", half, isUtc, sign, zoneHours, zoneMinutes] = parts;
  const isTwelveHours = half !== undefined;
  const hour = isTwelveHours ? (Number(hours) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hours);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const east = sign === undefined ? null : Number(zoneHours) * 60 + Number(zoneMinutes);
  return {
    ms: hour * hourMs + Number(minutes) * minuteMs + Number(seconds) * secondMs,
    zoneMin: isUtc === undefined ? east && (sign === "-" ? -east : east) : 0,
    isTwelveHours,
  };
}

const date = /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})/u;

/** A date and, after it, a time. `isUtc`: the text names its zone; otherwise `at` is a local time as if in UTC. */
export function parseDateTime(text: string): { at: number; isUtc: boolean; hasTime: boolean } | null {
  const short = text.trim().slice(0, 60);
  const parts = date.exec(short);
  if (parts === null) return null;
  const rest = short.slice(parts[0].length).replace(/^[T, ]{1,3}/u, "");
  const clock = rest === "" ? null : parseTimeOfDay(rest);
  if (rest !== "" && clock === null) return null;
  const day = toDay(parts.slice(1, 4).map(Number), clock?.isTwelveHours === true);
  if (day === null) return null;
  const zoneMin = clock?.zoneMin ?? null;
  return {
    at: day + (clock?.ms ?? 0) - (zoneMin ?? 0) * minuteMs,
    isUtc: zoneMin !== null,
    hasTime: clock !== null,
  };
}

/** Year first, otherwise the day: the month is first only where it must be, or beside a clock of twelve hours. */
function toDay(numbers: readonly number[], isAmerican: boolean): number | null {
  const [first = 0, second = 0, third = 0] = numbers;
  const isYearFirst = first > 31;
  const isMonthFirst = !isYearFirst && (second > 12 || (isAmerican && first <= 12));
  const year = isYearFirst ? first : third < 100 ? 2_000 + third : third;
  const month = isYearFirst || !isMonthFirst ? second : first;
  const day = isYearFirst ? third : isMonthFirst ? second : first;
  if (year < 1_990 || year > 2_200 || month < 1 || month > 12 || day < 1 || day > 31) return null;
  return Date.UTC(year, month - 1, day);
}
