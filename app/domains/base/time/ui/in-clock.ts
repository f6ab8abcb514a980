import { clockTime, shortDay } from "#app/ui/time-format.ts";
import type { ViewerClock } from "#app/ui/viewer-clock.ts";
import { replaceUtcTimes } from "../utc-time.ts";

/** A sentence of the server with its times in UTC as times of its reader's clock: `Fri, Nov 27, 9:30 PM`. */
export const inClock = (sentence: string, { zone, hour12 }: ViewerClock): string =>
  replaceUtcTimes(sentence, (at) => `${shortDay(at, zone)}, ${clockTime(at, zone, hour12)}`);
