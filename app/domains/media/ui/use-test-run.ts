import { useEffect, useEffectEvent, useRef, useState } from "react";
import * as z from "zod/mini";
import { callApi, showFailure } from "#app/api-client.ts";
import { TestConnectionView } from "../contract.ts";

interface Call {
  path: `/api/${string}`;
  body: object;
}

export interface TestRun {
  /** What to connect the encoder with, or null while no test runs. */
  connection: TestConnectionView | null;
  isStarting: boolean;
  begin: () => Promise<void>;
  stop: () => void;
  /** The server has ended it by itself. */
  forget: () => void;
}

/** A mount to try an encoder on: there from `begin` until it is stopped or the page is left. */
export function useTestRun(calls: { begin: Call; end: Call }): TestRun {
  const [connection, setConnection] = useState<TestConnectionView | null>(null);
  const [isStarting, setStarting] = useState(false);
  const isRunning = useRef(false);

  const sendEnd = () => {
    const { path, body } = calls.end;
    // Nobody waits for the answer; a test that is not ended dies of age within the hour.
    callApi(path, { answer: z.unknown(), body, isParting: true }).catch(() => {});
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
      const { path, body } = calls.begin;
      const started = await callApi(path, { answer: TestConnectionView, body });
      if (isRunning.current) setConnection(started);
      // The page was left while it began: what was sent then may have come first.
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
