/** The rule for passing a stream test: the server has heard five seconds of solid sound from the encoder. */
import type { TestStatus } from "./contract/encoder.ts";

export interface TestProgress {
  status: TestStatus;
  /** 0 to 255, the scale on which a test's level is shown. */
  level: number;
  isConnected: boolean;
}

/** The stored state of a running test: the status, and for how many tenths of a second the sound was solid. */
export interface TestCount {
  status: TestStatus;
  count: number;
}

export const untested: TestCount = { status: "testing", count: 0 };

/** A level above this counts up, any other counts down. */
const solidLevel = 30;
/** Tenths of a second of solid sound that pass the test. */
const solidCounts = 50;
/** Each level fact of the agent counts for half a second. */
const countsPerFact = 5;
/** Start of the scale: 60 dB below full scale, the lowest mark of a performer's meter. */
const floorDb = -60;

/**
 * The level of a test: 0 to 255 over the 60 dB below full scale, so that 30 is about -53 dBFS: quiet music
 * passes, the hiss of an open input does not.
 */
export function toTestLevel(rmsDb: number): number {
  return Math.round(Math.min(1, Math.max(0, 1 - rmsDb / floorDb)) * 255);
}

/** Applies one event of the encoder. A completed test stays completed; a new connection restarts the count. */
export function decideTestProgress(
  test: TestCount,
  event: { type: "connected" } | { type: "disconnected" } | { type: "level"; level: number },
): TestCount {
  if (test.status === "completed") return test;
  switch (event.type) {
    case "connected":
      return { status: "connected", count: 0 };
    case "disconnected":
      return untested;
    case "level": {
      const step = event.level > solidLevel ? countsPerFact : -countsPerFact;
      const count = Math.max(0, test.count + step);
      if (count >= solidCounts) return { status: "completed", count };
      if (event.level > 0 || test.status === "audioDetected") return { status: "audioDetected", count };
      return { status: "connected", count };
    }
  }
}
