import { expect, test } from "vitest";
import { fnv1a } from "./fnv1a.ts";

test("the numbers are those of the algorithm's own examples", () => {
  expect(["", "a", "foobar"].map(fnv1a)).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968]);
});

test("ids are spread evenly over a power of two", () => {
  const counts = Array.from({ length: 32 }, () => 0);
  for (let n = 0; n < 32_000; n++) {
    const place = fnv1a(`01JBTQ4M7Z0000000000${String(n).padStart(6, "0")}`) % counts.length;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  expect(Math.min(...counts)).toBeGreaterThan(800);
  expect(Math.max(...counts)).toBeLessThan(1_200);
});
