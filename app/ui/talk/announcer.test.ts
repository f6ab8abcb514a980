import { expect, test } from "vitest";
import { announcementOf, type Said } from "./announcer.tsx";

const said = ["third", "second", "first"].map(
  (words, index): Said => ({ by: "Ada", words, at: 3 - index, isOwn: false }),
);

test("new messages are spelled out in the order they were written, and many are counted", () => {
  expect(announcementOf(said.slice(0, 2), said)).toBe("Ada: second. Ada: third");
  expect(announcementOf(said, said)).toBe("3 new messages");
});

test("a deleted message is not kept for screen readers", () => {
  expect(announcementOf(said.slice(0, 1), said.slice(1))).toBe("");
  expect(announcementOf(said.slice(0, 2), said.slice(1))).toBe("");
});
