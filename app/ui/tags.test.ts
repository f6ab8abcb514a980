import { expect, test } from "vitest";
import { tagSeparators, withTags } from "./tags.ts";

const limits = { max: 5, maxLength: 12 };

test("tags are trimmed, truncated and deduplicated in any case and form", () => {
  const found = withTags(
    ["House"],
    ["  deep   house ", "HOUSE", "ｈｏｕｓｅ", "", "a very long tag"],
    limits,
  );
  expect(found).toEqual(["House", "deep house", "a very long"]);
});

test("a sixth tag is refused", () => {
  const found = withTags(["1", "2", "3"], "4, 5, 6".split(tagSeparators), limits);
  expect(found).toEqual(["1", "2", "3", "4", "5"]);
});

test("Arabic, Chinese and Japanese commas separate tags", () => {
  expect(withTags([], "طرب، 電子，夜、a".split(tagSeparators), limits)).toEqual(["طرب", "電子", "夜", "a"]);
});
