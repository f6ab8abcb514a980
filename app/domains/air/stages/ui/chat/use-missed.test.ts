import { expect, test } from "vitest";
import { countMissed, lookedUpTo, missedText } from "./use-missed.ts";

test("the badge of missed messages shows their number up to 50, then '50+'", () => {
  expect([1, 50, 51, 200].map(missedText)).toEqual(["1", "50", "50+", "50+"]);
});

test("messages after the last look are missed, except one's own from another device", () => {
  const messages = [
    { userId: "bo", time: 30 },
    { userId: "me", time: 20 },
    { userId: "bo", time: 10 },
  ];
  expect(countMissed(messages, 10, "me")).toBe(1);
  expect(countMissed(messages, 5, null)).toBe(3);
});

test("messages before the first snapshot are not missed, whatever the browser's clock says", () => {
  const messages = [{ time: 30 }, { time: 10 }];
  expect(lookedUpTo(null, messages, false)).toBe(30);
  expect(lookedUpTo(null, [], false)).toBe(0);
});

test("an open chat marks the newest message as seen, and a deletion does not move the mark back", () => {
  expect(lookedUpTo(10, [{ time: 30 }], false)).toBe(10);
  expect(lookedUpTo(10, [{ time: 30 }], true)).toBe(30);
  expect(lookedUpTo(30, [{ time: 10 }], true)).toBe(30);
});
