import { useRef, useState } from "react";
import { pendingChanges } from "./pending-changes.ts";

/** Another page waits no longer for a change: without a network it reports that itself. */
const longestWaitMs = 5_000;

/**
 * Optimistic state that presses change by calls: shown immediately, reverted when the server refuses. Calls are made
 * one after the other, however fast the presses are, and the response to the last one counts. `loaded` is the page's
 * data; a new object replaces the displayed state. `onFailure` is called for each refusal.
 * Another page is loaded when the calls have been answered: it would show the state before them.
 */
export function useShownAtOnce<T>(loaded: T, onFailure: (error: unknown) => void) {
  const [state, setState] = useState({ loaded, settled: loaded, shown: loaded });
  if (state.loaded !== loaded) setState({ loaded, settled: loaded, shown: loaded });
  const queue = useRef(Promise.resolve());
  const lastTurn = useRef(0);
  /** `call` returns the resulting state. */
  const change = (next: T, call: () => Promise<T>): void => {
    lastTurn.current += 1;
    const turn = lastTurn.current;
    const isLast = () => turn === lastTurn.current;
    setState((now) => ({ ...now, shown: next }));
    queue.current = queue.current.then(async () => {
      try {
        const answer = await call();
        setState((now) => ({ ...now, settled: answer, shown: isLast() ? answer : now.shown }));
      } catch (error) {
        setState((now) => (isLast() ? { ...now, shown: now.settled } : now));
        onFailure(error);
      }
    });
    keepPending(queue.current);
  };
  return { shown: state.shown, change };
}

function keepPending(calls: Promise<void>): void {
  const limit = new Promise((resolve) => setTimeout(resolve, longestWaitMs));
  const change = Promise.race([calls, limit]);
  pendingChanges.add(change);
  void change.then(() => pendingChanges.delete(change));
}
