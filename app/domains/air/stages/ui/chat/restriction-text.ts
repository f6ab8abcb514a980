import { clockTime, dayLabel, isSameDay } from "#app/ui/time-format.ts";
import type { ViewerClock } from "#app/ui/viewer-clock.ts";
import { bannedText } from "../../live/banned-text.ts";
import type { Restriction } from "../../live/moderation-rules.ts";

/** Returns why the reader cannot write, and until when in their clock; null once they can again. `now`: epoch ms. */
export function restrictionText(
  restriction: Restriction | null,
  now: number,
  { zone, hour12 }: ViewerClock,
): string | null {
  if (restriction === null) return null;
  const { until } = restriction;
  if (until === null) return bannedText;
  if (until <= now) return null;
  const time = clockTime(until, zone, hour12);
  const day = isSameDay(until, now, zone) ? "" : `${inSentence(dayLabel(until, now, zone))}, `;
  return `You are timed out of this chat until ${day}${time}. You can still listen and read.`;
}

/** Names of days are written large, "tomorrow" is not. */
const inSentence = (day: string) => (day === "Tomorrow" ? "tomorrow" : day);
