import { readViewerClock, useViewerClock, type ViewerClock } from "#app/ui/clock.ts";
import { clockTime, shortDay } from "#app/ui/time-format.ts";
import { replaceUtcTimes } from "../utc-time.ts";

/** The server's sentence with its times in UTC as times of the viewer's own clock. In the browser only. */
export function withLocalTimes(sentence: string): string {
  return inClock(sentence, readViewerClock());
}

/** The same, for rendering: as it is until the viewer's clock is known (server, hydration). */
export function useLocalTimes(): (sentence: string) => string {
  const clock = useViewerClock();
  return (sentence) => (clock === null ? sentence : inClock(sentence, clock));
}

const inClock = (sentence: string, { zone, hour12 }: ViewerClock) =>
  replaceUtcTimes(sentence, (at) => `${shortDay(at, zone)}, ${clockTime(at, zone, hour12)}`);
