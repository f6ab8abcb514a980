import { useCallback, useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { callApi, showFailure } from "#app/api-client.ts";
import { SetTestView } from "#app/domains/sets/contract/changes.ts";

/** The audio test of one set: over when it is stopped or the page is left. */
export function useSetTest(setId: string) {
  const [connection, setConnection] = useState<SetTestView | null>(null);
  const [isStarting, setStarting] = useState(false);
  const isRunning = useRef(false);

  const end = useCallback(() => {
    if (!isRunning.current) return;
    isRunning.current = false;
    const body = { set: setId };
    // Nobody waits for the answer; a test that is not ended dies of age within the hour.
    callApi("/api/sets/endTest", { answer: z.unknown(), body, isParting: true }).catch(() => {});
  }, [setId]);

  useEffect(() => {
    window.addEventListener("pagehide", end);
    return () => {
      window.removeEventListener("pagehide", end);
      end();
    };
  }, [end]);

  const begin = async () => {
    setStarting(true);
    try {
      const started = await callApi("/api/sets/test", { answer: SetTestView, body: { set: setId } });
      isRunning.current = true;
      setConnection(started);
    } catch (error) {
      showFailure(error);
    } finally {
      setStarting(false);
    }
  };
  const stop = () => {
    end();
    setConnection(null);
  };
  return {
    /** What to connect the encoder with, or null while no test runs. */
    connection,
    isStarting,
    begin,
    stop,
  };
}
