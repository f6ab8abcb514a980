import { createContext, useContext, useSyncExternalStore } from "react";
import { readViewerClock, type ViewerClock } from "./viewer-clock.ts";

/** The server's time when it rendered (epoch ms): the time of the first paint on both sides. */
export const ServerNow = createContext(0);

function subscribeEvery(stepMs: number) {
  return (onTick: () => void) => {
    let timer: ReturnType<typeof setTimeout>;
    const schedule = () => {
      // Aligned to the step, so that all countdowns on the page change simultaneously.
      timer = setTimeout(
        () => {
          onTick();
          schedule();
        },
        stepMs - (Date.now() % stepMs),
      );
    };
    schedule();
    return () => clearTimeout(timer);
  };
}

const subscribers = new Map<number, (onTick: () => void) => () => void>();

function subscriberOf(stepMs: number) {
  const known = subscribers.get(stepMs);
  if (known) return known;
  const made = subscribeEvery(stepMs);
  subscribers.set(stepMs, made);
  return made;
}

/**
 * The time now in epoch ms, rounded down to `stepMs` and updated each step. Hydrates without a mismatch. What says the
 * state of a set takes steps of a second: it is said at once.
 */
export function useNow(stepMs = 1_000): number {
  const serverNow = useContext(ServerNow);
  const floor = (at: number) => at - (at % stepMs);
  return useSyncExternalStore(
    subscriberOf(stepMs),
    () => floor(Date.now()),
    () => floor(serverNow),
  );
}

/**
 * The result of `words` for the time now (epoch ms), checked each second and rendered only when it changes. `words`
 * gets whole seconds, so that its result does not change within one.
 */
export function useTimeText(words: (now: number) => string): string {
  const serverNow = useContext(ServerNow);
  const wordsAt = (at: number) => words(at - (at % 1_000));
  return useSyncExternalStore(
    subscriberOf(1_000),
    () => wordsAt(Date.now()),
    () => wordsAt(serverNow),
  );
}

const never = () => () => {};

/** The viewer's zone and hour cycle, or null on the server and during hydration. */
export function useViewerClock(): ViewerClock | null {
  return useSyncExternalStore(never, readViewerClock, () => null);
}
