import { useRef, useState } from "react";

/**
 * The work that a button or a form begins: whether it is under way, and what begins it. Until it has ended it is not
 * begun again. What it throws is told to `onFailure`; `run` itself never throws.
 *
 * Not for work that leads away from where it was begun: it is busy no longer once it is done, and the page or the row
 * is still there for a moment.
 */
export function useWork(onFailure: (error: unknown) => void) {
  const [isBusy, setBusy] = useState(false);
  // A second press may come before the state is drawn.
  const isUnderWay = useRef(false);

  const run = async (work: () => Promise<void>) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      onFailure(error);
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  };
  return { isBusy, run };
}
