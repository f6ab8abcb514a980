import { useViewerClock } from "#app/ui/clock.ts";
import { readViewerClock } from "#app/ui/viewer-clock.ts";
import { inClock } from "./in-clock.ts";

/** The server's sentence with its times in UTC as times of the viewer's own clock. In the browser only. */
export function withLocalTimes(sentence: string): string {
  return inClock(sentence, readViewerClock());
}

/** The same, for rendering: as it is until the viewer's clock is known (server, hydration). */
export function useLocalTimes(): (sentence: string) => string {
  const clock = useViewerClock();
  return (sentence) => (clock === null ? sentence : inClock(sentence, clock));
}
