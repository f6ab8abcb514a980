import { expect, test } from "vitest";
import { makeMusic, withNoise } from "#tests/helpers/made-music.ts";
import { isLikeNoise } from "./noise.ts";
import { extractPeaks } from "./peak-stream.ts";
import { explained } from "./peaks.ts";

const seconds = 14;
const now = 800;
const quiet = new Float32Array(seconds * 8_000).fill(1e-3);
const noise = (seed: number) => extractPeaks(withNoise(quiet, -40, seed));

test.each([1, 2, 3])("noise is like noise: %i", (seed) => {
  expect(isLikeNoise(noise(seed), now)).toBe(true);
});

test.each([1, 2, 3, 4])("music is not like noise: %i", (seed) => {
  expect(isLikeNoise(extractPeaks(makeMusic(seed, seconds)), now)).toBe(false);
});

test("of sound that is explained nothing is said", () => {
  const peaks = noise(2);
  peaks.marks.fill(explained);
  expect(isLikeNoise(peaks, now)).toBe(false);
});
