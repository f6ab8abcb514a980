import { expect, test } from "vitest";
import { makeMusic, withNoise } from "#tests/helpers/made-music.ts";
import { peaksOf } from "#tests/helpers/made-peaks.ts";
import { decodePeaks } from "../ear/peak-format.ts";
import { resample } from "../ear/resample.ts";
import { askedTriplets, hashCount, storedTriplets } from "./triplets.ts";
import { findCandidates, type Match } from "./votes.ts";

const seeds = [1, 2, 3, 4, 5, 6];
const seconds = 90;
const index = new Map<number, Match[]>();
for (const seed of seeds) {
  const { peaks } = decodePeaks(peaksOf(makeMusic(seed, seconds)));
  for (const triplet of storedTriplets(peaks)) {
    const match = { ...triplet, reference: `seed ${seed}` };
    index.set(triplet.hash, [...(index.get(triplet.hash) ?? []), match]);
  }
}

function find(sound: Float32Array) {
  const asked = askedTriplets(decodePeaks(peaksOf(sound)).peaks);
  const hashes = new Set(asked.map(({ hash }) => hash));
  return findCandidates(
    asked,
    [...hashes].flatMap((hash) => index.get(hash) ?? []),
  );
}

/** 25 s from the middle. */
const part = (sound: Float32Array) => sound.subarray(30 * 8_000, 55 * 8_000);

test.each([0.93, 0.97, 1, 1.04, 1.07])(
  "a record at %s of its speed, in noise of 20 dB, is the likeliest",
  (speed) => {
    for (const seed of seeds) {
      const played = withNoise(part(resample(makeMusic(seed, seconds), speed)), 20, seed);
      expect(find(played)[0]?.reference).toBe(`seed ${seed}`);
    }
  },
);

test("music that is in no reference has no candidate", () => {
  for (const seed of [101, 102, 103]) expect(find(part(makeMusic(seed, seconds)))).toEqual([]);
});

test("hashes are whole numbers below their count, which a database keeps exactly", () => {
  expect(Number.isSafeInteger(hashCount)).toBe(true);
  const found = askedTriplets(decodePeaks(peaksOf(makeMusic(7, 20))).peaks);
  expect(found.length).toBeGreaterThan(1_000);
  expect(found.every(({ hash }) => Number.isInteger(hash) && hash >= 0 && hash < hashCount)).toBe(true);
});
