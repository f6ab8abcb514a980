import { expect, test } from "vitest";
import { waitSentence } from "./waits.ts";

test.each([
  ["chat-timeout", 479_000, "You can write again in 8 minutes"],
  ["chat-timeout", 24 * 3_600_000, "You can write again in 24 hours"],
  ["chat-timeout", 60_000, "You can write again in 1 minute"],
  ["chat-timeout", 200, "You can write again in 1 second"],
  ["chat-timeout", 0, "You can write again now"],
  ["slow-mode", 29_100, "Slow mode: you can write again in 30 seconds"],
  ["slow-mode", -5, "Slow mode: you can write again now"],
  ["rate-limited", 1_000, undefined],
])("%s with %i ms to go says %j", (code, waitMs, words) => {
  expect(waitSentence(code, waitMs)).toBe(words);
});
