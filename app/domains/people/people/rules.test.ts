import { expect, test } from "vitest";
import { decideTags } from "./rules.ts";

test("tags are trimmed and deduplicated case-insensitively", () => {
  expect(decideTags([" House ", "HOUSE", "\u202e", "ＨＯＵＳＥ", "deep  house"])).toEqual({
    ok: true,
    tags: ["House", "deep house"],
  });
  expect(decideTags(["a", "b", "c", "d", "e", "E"])).toMatchObject({ ok: true });
  expect(decideTags(["a", "b", "c", "d", "e", "f"])).toEqual({ ok: false, code: "too-many-tags" });
});
