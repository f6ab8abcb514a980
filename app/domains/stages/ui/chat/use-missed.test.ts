import { expect, test } from "vitest";
import { countMissed, missedWords } from "./use-missed.ts";

test("the badge of missed messages shows their number, and '50+' above 50", () => {
  expect([1, 50, 51, 200].map(missedWords)).toEqual(["1", "50", "50+", "50+"]);
});

test("what is newer than the last look is missed, but for one's own messages from another device", () => {
  const messages = [
    { userId: "bo", time: 30 },
    { userId: "me", time: 20 },
    { userId: "bo", time: 10 },
  ];
  expect(countMissed(messages, 10, "me")).toBe(1);
  expect(countMissed(messages, 5, null)).toBe(3);
});
