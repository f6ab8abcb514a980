import { expect, test } from "vitest";
import { countIndependent, minVoiceAgeMs } from "./independent.ts";

const now = Date.UTC(2026, 10, 27);
const voice = (id: string, referrerId: string | null = null, createdAt = now - minVoiceAgeMs) => ({
  id,
  referrerId,
  createdAt,
});

test.each([
  ["nobody", [], 0],
  ["two who do not know each other", [voice("a"), voice("b")], 2],
  ["one who was here for a shorter time", [voice("a"), voice("b", null, now - minVoiceAgeMs + 1)], 1],
  ["one who has referred the other", [voice("a"), voice("b", "a")], 1],
  ["the same, named in the other order", [voice("b", "a"), voice("a")], 1],
  ["two whom a third one has referred", [voice("a", "c"), voice("b", "c")], 1],
  ["a chain, and one beside it", [voice("c", "b"), voice("a"), voice("b", "a"), voice("d")], 2],
])("%s: counted once each", (_, voices, count) => {
  expect(countIndependent(voices, now)).toBe(count);
});
