import { expect, test } from "vitest";
import { mentionCandidates } from "./mentions.ts";

test.each([
  ["hello @Nell, how are you", ["nell", "nell,", "nell, how", "nell, how are", "nell, how are you"]],
  ["@Nell Hart", ["nell", "nell hart"]],
  ["@NELL", ["nell"]],
  ["@Ωmega!", ["ωmega", "ωmega!"]],
  ["mail me at nell@example.com", []],
  ["@", []],
  ["nobody is called", []],
  ["a @b @c", ["b", "b @c", "c"]],
])("%s", (message, names) => {
  expect(mentionCandidates(message)).toEqual(names);
});

test("a message with too many names mentions none of them", () => {
  expect(mentionCandidates(Array.from({ length: 500 }, (_, n) => `@n${n}`).join(" ")).length).toBeLessThan(
    61,
  );
});
