import { useSyncExternalStore } from "react";

const everyMs = 250;

const subscribe = (onTick: () => void) => {
  const timer = setInterval(onTick, everyMs);
  return () => clearInterval(timer);
};
const never = () => () => {};

/** Whole seconds until slow mode allows the next message, as ms; 0: now. `until` is server time, epoch ms. */
export function useSlowWait(until: number | null, serverNow: () => number): number {
  return useSyncExternalStore(
    until === null ? never : subscribe,
    () => (until === null ? 0 : Math.max(0, Math.ceil((until - serverNow()) / 1_000) * 1_000)),
    () => 0,
  );
}
