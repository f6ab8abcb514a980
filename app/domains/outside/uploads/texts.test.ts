import { expect, test } from "vitest";
import { UploadProblem, type UploadView } from "./contract.ts";
import { canTryAgain, remedyOf, stateOf } from "./texts.ts";

const upload: UploadView = {
  replay: "r",
  set: "s",
  name: "Late bus",
  status: "waiting",
  bytesSent: 0,
  bytesTotal: 0,
  url: null,
  problem: null,
  details: null,
  nextTryAt: null,
  requestedAt: 0,
};

test("the state says how far an upload is", () => {
  expect(stateOf(upload)).toBe("Waiting: starts within five minutes");
  expect(stateOf({ ...upload, problem: "rate-limit" })).toBe("Waiting to try again");
  const sending = { ...upload, status: "sending", bytesSent: 12_900_000, bytesTotal: 86_100_000 } as const;
  expect(stateOf(sending)).toBe("Uploading: 12 of 87 MB");
  expect(stateOf({ ...upload, status: "done" })).toBe("Uploaded");
});

test("every problem has a remedy, and what cannot get better is not tried again", () => {
  const hopeless = UploadProblem.options.filter((problem) => {
    expect(remedyOf({ problem })).toMatch(/\.$/);
    return !canTryAgain({ ...upload, status: "failed", problem });
  });
  expect(hopeless).toEqual(["withdrawn", "no-sound", "too-large"]);
  expect(canTryAgain({ ...upload, problem: "unreachable" })).toBe(false);
});
