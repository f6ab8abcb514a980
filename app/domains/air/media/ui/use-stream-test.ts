import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";
import { callApi, showFailure } from "#app/api-client.ts";
import { showToast } from "#app/ui/toast.tsx";
import { endTestCall, passTestCall, startTestCall } from "../calls/media.ts";
import type { TestStatus } from "../contract/encoder.ts";
import type { JustPassed } from "../contract/just-passed.ts";
import { type EncoderPoll, useEncoder } from "./use-encoder.ts";
import { type TestRun, useTestRun } from "./use-test-run.ts";

/** The server chooses the mount. */
const calls = {
  begin: () => callApi(startTestCall, { url: null }),
  end: () => callApi(endTestCall, { url: null }, { isParting: true }),
};

export interface StreamTest extends Omit<TestRun, "forget"> {
  poll: EncoderPoll;
  status: TestStatus;
}

/**
 * One stream test: a mount for it, polled every 2 s; passed when the server says so. It is ended when it is stopped or the
 * page is left, but not by passing it: the mount is its performer's then. Who has passed one before
 * (`hasPassedBefore`) tests on.
 */
export function useStreamTest(type: "dj" | "musician", hasPassedBefore: boolean): StreamTest {
  const { forget, ...run } = useTestRun(calls);
  const navigate = useNavigate();
  const poll = useEncoder(run.connection?.mount ?? null);
  const status: TestStatus = poll.view?.encoder ? poll.view.encoder.status : "testing";

  const pass = useEffectEvent(async () => {
    if (hasPassedBefore) return;
    try {
      await callApi(passTestCall, { type });
      forget();
      showToast("confirm", "You passed the stream test. You can now broadcast.");
      await navigate("/djs", { state: { hasJustPassed: true } satisfies JustPassed });
    } catch (error) {
      showFailure(error);
    }
  });
  useEffect(() => {
    if (status === "completed") void pass();
  }, [status]);

  return { ...run, poll, status };
}
