import { expect, test } from "vitest";
import { toCustomUrl } from "./custom-url.ts";

test("a custom URL has lower-case letters, digits and single dashes", () => {
  expect(toCustomUrl("  Café  Noir -- Late & Loud! ")).toBe("cafe-noir-late-loud");
  expect(toCustomUrl("舞台")).toBe("");
});
