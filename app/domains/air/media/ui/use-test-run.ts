import { useEffect, useEffectEvent, useRef, useState } from "react";
import { showFailure } from "#app/api-client.ts";
import type { TestConnectionView } from "../contract/encoder.ts";

interface TestCalls {
  begin: () => Promise<TestConnectionView>;
  /** Also sent while the page is being left. */
  end: () => Promise<unknown>;
}

export interface TestRun {
  /** The connection settings for the encoder, or null while no test runs. */
  connection: TestConnectionView | null;
  isStarting: boolean;
  begin: () => Promise<void>;
  stop: () => void;
  /** The server has ended it. */
  forget: () => void;
}

/** A mount to try an encoder on: it exists from `begin` until it is stopped or the page is left. */
export function useTestRun(calls: TestCalls): TestRun {
  const [connection, setConnection] = useState<TestConnectionView | null>(null);
  const [isStarting, setStarting] = useState(false);
  const isRunning = useRef(false);

  const sendEnd = () => {
    // The response is not needed; a test that is not ended expires within the hour.
    calls.end().catch(() => {});
  };
  const end = () => {
    if (!isRunning.current) return;
    isRunning.current = false;
    sendEnd();
  };

  const onLeave = useEffectEvent(end);
  useEffect(() => {
    const leave = () => onLeave();
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, []);

  const begin = async () => {
    setStarting(true);
    isRunning.current = true;
    try {
      const started = await calls.begin();
      if (isRunning.current) setConnection(started);
      // The page was left while the test started: the request to end it may have arrived first.
      else sendEnd();
    } catch (error) {
      isRunning.current = false;
      showFailure(error);
    } finally {
      setStarting(false);
    }
  };

  return {
    connection,
    isStarting,
    begin,
    stop: () => {
      end();
      setConnection(null);
    },
    forget: () => {
      isRunning.current = false;
    },
  };
}
