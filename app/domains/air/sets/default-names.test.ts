import { expect, test } from "vitest";
import { defaultUploadName } from "./default-names.ts";

test("the default upload name contains the name of the set, or the date without one", () => {
  const at = Date.UTC(2026, 10, 21, 23, 30);
  expect(defaultUploadName(" Night Drive ", at, "UTC")).toBe("Night Drive - Cue Music");
  expect(defaultUploadName("  ", at, "UTC")).toBe("Performance on Cue Music - November 21, 2026");
  expect(defaultUploadName("", at, "Europe/Berlin")).toBe("Performance on Cue Music - November 22, 2026");
});
