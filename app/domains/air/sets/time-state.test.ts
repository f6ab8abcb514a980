import { expect, it } from "vitest";
import { setTimeState } from "./time-state.ts";

const set = { startTime: 1_000_000, endTime: 2_000_000 };

it("a set is live from a minute before its start until its end", () => {
  expect(setTimeState(set, 939_999)).toBe("upcoming");
  expect(setTimeState(set, 940_000)).toBe("live");
  expect(setTimeState(set, 1_999_999)).toBe("live");
  expect(setTimeState(set, 2_000_000)).toBe("ended");
});

it("a set without an end stays live", () => {
  expect(setTimeState({ ...set, endTime: null }, 9e12)).toBe("live");
});
