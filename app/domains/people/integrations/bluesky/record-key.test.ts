import { expect, test } from "vitest";
import { recordKeyOf } from "./record-key.ts";

test("a post's record has the same key for every attempt, and each post its own", async () => {
  const keys = await Promise.all(Array.from({ length: 500 }, (_, n) => recordKeyOf(`live:${n}`)));
  expect(new Set(keys).size).toBe(500);
  expect(await recordKeyOf("live:7")).toBe(keys[7]);
  // Timestamp identifiers of 2024.
  for (const key of keys)
    expect(key).toMatch(/^3k[hijklmnopqrstuvwxyz][2-7a-z]{10}$|^3l[2-7a-f][2-7a-z]{10}$/);
});
