import { expect, test } from "vitest";
import { ownMedia } from "./own-media.ts";

test("media of this site is shown", () => {
  expect(ownMedia("/pictures/abc.webp")).toBe("/pictures/abc.webp");
});

test.each([
  null,
  undefined,
  "",
  "https://elsewhere.example/cover.jpg",
  "//elsewhere.example/cover.jpg",
  "/\\elsewhere.example/cover.jpg",
  "data:image/svg+xml,<svg/>",
  "javascript:alert(1)",
  "cover.jpg",
])("%j is not shown, because the content policy would block it", (address) =>
  expect(ownMedia(address)).toBeNull(),
);
