import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import * as z from "zod/mini";
import { callApi, showFailure } from "#app/api-client.ts";
import { showToast } from "#app/ui/toast.tsx";
import { DjTestView, TestConnectionView, type TestStatus } from "../contract.ts";
import { type EncoderAnswer, useEncoder } from "./use-encoder.ts";

export interface StreamTest {
  /** What to connect the encoder with, or null while no test runs. */
  connection: TestConnectionView | null;
  answer: EncoderAnswer;
  status: TestStatus;
  isStarting: boolean;
  begin: () => Promise<void>;
  stop: () => void;
}

/**
 * One stream test: a mount of its own, asked about every 2 s; passed when the server says so, over when it is
 * stopped or the page is left.
 */
export function useStreamTest(type: "dj" | "musician"): StreamTest {
  const [connection, setConnection] = useState<TestConnectionView | null>(null);
  const [isStarting, setStarting] = useState(false);
  const navigate = useNavigate();
  const answer = useEncoder(connection?.mount ?? null);
  const status: TestStatus = answer.encoder ? answer.encoder.status : "testing";

  const running = useRef<string | null>(null);
  const end = useCallback(() => {
    const url = running.current;
    if (url === null) return;
    running.current = null;
    // Nobody waits for the answer; a test that is not ended dies of age within the hour.
    callApi("/api/sets/endInitialTest", { answer: z.unknown(), body: { url }, isParting: true }).catch(
      () => {},
    );
  }, []);

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
      const started = await callApi("/api/sets/initialTest", {
        answer: TestConnectionView,
        body: { url: null },
      });
      running.current = started.url;
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

  useEffect(() => {
    if (status !== "completed") return;
    const pass = async () => {
      try {
        await callApi("/api/djs/test", { answer: DjTestView, body: { type } });
        running.current = null;
        showToast("confirm", "Your stream test is passed. You can now broadcast.");
        await navigate("/djs");
      } catch (error) {
        showFailure(error);
      }
    };
    void pass();
  }, [status, type, navigate]);

  return { connection, answer, status, isStarting, begin, stop };
}
