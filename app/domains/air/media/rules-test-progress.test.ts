import { expect, test } from "vitest";
import { decideTestProgress, type TestCount, toTestLevel, untested } from "./rules-test-progress.ts";

function hear(...levels: number[]): TestCount {
  return levels.reduce<TestCount>(
    (count, level) => decideTestProgress(count, { type: "level", level }),
    decideTestProgress(untested, { type: "connected" }),
  );
}
const halfSeconds = (count: number, level: number) => Array.from({ length: count }, () => level);

test("five seconds of loud sound pass the test, and half a second less does not", () => {
  expect(hear(...halfSeconds(9, 31)).status).toBe("audioDetected");
  expect(hear(...halfSeconds(10, 31)).status).toBe("completed");
  expect(hear(...halfSeconds(100, 30)).status).toBe("audioDetected");
});

test("quieter sound decreases the count down to zero", () => {
  expect(hear(...halfSeconds(9, 200), 0, 0, 200, 200).status).toBe("audioDetected");
  expect(hear(...halfSeconds(50, 0), ...halfSeconds(10, 200)).status).toBe("completed");
});

test("any sound is detected, and silence is not", () => {
  expect(hear(...halfSeconds(100, 0)).status).toBe("connected");
  expect(hear(1).status).toBe("audioDetected");
  expect(hear(1, 0).status).toBe("audioDetected");
});

test("an interrupted test restarts, and a passed one stays passed", () => {
  expect(decideTestProgress(hear(...halfSeconds(9, 200)), { type: "disconnected" })).toEqual(untested);
  expect(decideTestProgress(hear(...halfSeconds(10, 200)), { type: "disconnected" }).status).toBe(
    "completed",
  );
});

test("the level scale covers the 60 dB below full scale", () => {
  expect([-120, -60, -53, -52, -18, 0, 3].map(toTestLevel)).toEqual([0, 0, 30, 34, 179, 255, 255]);
});
