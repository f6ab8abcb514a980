import { expect, test } from "vitest";
import { changedText } from "./changed-text.ts";

const before = { startTime: Date.UTC(2026, 10, 28, 15), endTime: Date.UTC(2026, 10, 28, 15, 49) };
const message = "Set updated";
const newYork = { zone: "America/New_York", hour12: true };

test("an extension says until when, in the reader's clock", () => {
  const after = { ...before, endTime: before.endTime + 5 * 60_000, message };
  expect(changedText(before, after, newYork)).toBe("Extended to 10:54 AM");
  expect(changedText(before, after, { zone: "UTC", hour12: false })).toBe("Extended to 15:54");
});

test("any other change keeps its message, also an extension that was only requested", () => {
  const later = { startTime: before.startTime + 60_000, endTime: before.endTime + 60_000, message };
  expect(changedText(before, later, newYork)).toBe(message);
  expect(changedText(before, { ...before, message: "Set request sent" }, newYork)).toBe("Set request sent");
});
