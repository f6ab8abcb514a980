import { expect, test } from "vitest";
import { titleWith } from "./use-title-count.ts";

test("the title shows the unread count up to 99, and no count for zero", () => {
  expect(titleWith("Home · Cue", 0)).toBe("Home · Cue");
  expect(titleWith("Home · Cue", 3)).toBe("(3) Home · Cue");
  expect(titleWith("(3) Home · Cue", 100)).toBe("(99+) Home · Cue");
  expect(titleWith("(99+) Home · Cue", 0)).toBe("Home · Cue");
});
