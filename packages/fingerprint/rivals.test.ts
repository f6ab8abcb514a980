import { expect, test } from "vitest";
import type { Follower } from "./follow.ts";
import { Rivals } from "./rivals.ts";

const follower = (matched: number[]) => ({ matched }) as unknown as Follower;
const peaks = (count: number, first = 0) => Array.from({ length: count }, (_, place) => first + place);

test("an edit that is found again at another place is still a version of what was heard at the first", () => {
  const rivals = new Rivals();
  const original = follower(peaks(100));
  const edit = follower(peaks(90));
  rivals.note(original, edit);
  expect(rivals.isWithin(edit, original)).toBe(true);
  expect(rivals.isVersion(original, edit, 0.8)).toBe(true);

  const later = follower(peaks(10));
  rivals.replace(edit, later);
  original.matched = peaks(12);
  rivals.note(original, later);
  expect(rivals.isWithin(later, original)).toBe(true);
  expect(rivals.isVersion(original, later, 0.8)).toBe(true);

  rivals.forget(later);
  expect(rivals.isWithin(later, original)).toBe(false);
});

test("two recordings that are heard at once explain different peaks, and are no versions", () => {
  const rivals = new Rivals();
  const one = follower(peaks(100));
  const other = follower(peaks(60, 90));
  rivals.note(one, other);
  expect(rivals.isWithin(other, one)).toBe(false);
  expect(rivals.isRelated(one, other)).toBe(false);
});
