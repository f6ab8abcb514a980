import { expect, test } from "vitest";
import { durationOf, slowUntil } from "./slow-mode.ts";

const said = (userId: string, time: number) => ({ userId, time });

test("slow mode counts from one's own last message, whatever others have written since", () => {
  const messages = [said("bo", 9_000), said("ana", 8_000), said("ana", 2_000)];
  expect(slowUntil(messages, "ana", 30)).toBe(38_000);
});

test("slow mode does not delay a first message, and nothing when it is off", () => {
  expect(slowUntil([said("bo", 9_000)], "ana", 30)).toBeNull();
  expect(slowUntil([said("ana", 9_000)], "ana", 0)).toBeNull();
});

test.each([
  [1, "1 second"],
  [30, "30 seconds"],
  [60, "1 minute"],
  [90, "90 seconds"],
  [300, "5 minutes"],
  [3_600, "1 hour"],
])("%i s is shown as “%s”", (seconds, words) => expect(durationOf(seconds)).toBe(words));
