import { useRef, useState } from "react";

/**
 * Work that a button or a form starts: whether it is running, and how to start it. It is not started again until it has
 * ended. Errors are passed to `onFailure`; `run` itself never throws.
 *
 * Not for work that leads to another page: it is no longer busy once it is done, while the page or the row is still
 * shown for a moment.
 */
export function useWork(onFailure: (error: unknown) => void) {
  const [isBusy, setBusy] = useState(false);
  // A second press may come before the state is rendered.
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
