import { expect, test } from "vitest";
import { countMissed, lookedUpTo, missedWords } from "./use-missed.ts";

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

test("what was there when the chat was first heard is not missed, whatever the browser's clock says", () => {
  const messages = [{ time: 30 }, { time: 10 }];
  expect(lookedUpTo(null, messages, false)).toBe(30);
  expect(lookedUpTo(null, [], false)).toBe(0);
});

test("one looks as far as the newest message while the chat is in view, and not back where it is deleted", () => {
  expect(lookedUpTo(10, [{ time: 30 }], false)).toBe(10);
  expect(lookedUpTo(10, [{ time: 30 }], true)).toBe(30);
  expect(lookedUpTo(30, [{ time: 10 }], true)).toBe(30);
});
