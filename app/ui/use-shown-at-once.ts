import { useRef, useState } from "react";

/**
 * What presses change by calls: shown at once as it will be, taken back when the server refuses. Calls are made one
 * after the other, however fast the presses come, and the answer to the last one stands. `loaded` is what the page came
 * with; another object than before is newer news and replaces what was shown. `onFailure` is told of each refusal.
 */
export function useShownAtOnce<T>(loaded: T, onFailure: (error: unknown) => void) {
  const [state, setState] = useState({ loaded, settled: loaded, shown: loaded });
  if (state.loaded !== loaded) setState({ loaded, settled: loaded, shown: loaded });
  const queue = useRef(Promise.resolve());
  const lastTurn = useRef(0);
  /** `call` answers how it stands afterwards. */
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
  };
  return { shown: state.shown, change };
}
