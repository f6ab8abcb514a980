import { expect, test } from "vitest";
import { decodePeaks } from "#packages/fingerprint/peak-format.ts";
import { resample } from "#packages/fingerprint/resample.ts";
import { makeMusic, withNoise } from "#tests/helpers/made-music.ts";
import { peaksOf } from "#tests/helpers/made-peaks.ts";
import { askedTriplets, hashCount, storedTriplets } from "./triplets.ts";
import { findCandidates, type Match } from "./votes.ts";

const seconds = 60;
const rate = 8_000;
const records = [1, 2, 3, 4, 5, 6].map((seed) => ({ seed, sound: makeMusic(seed, seconds) }));
const index: ReadonlyMap<number, Match[]> = Map.groupBy(
  records.flatMap(({ seed, sound }) =>
    storedTriplets(decodePeaks(peaksOf(sound)).peaks).map((triplet) => ({
      ...triplet,
      reference: `seed ${seed}`,
      owner: null,
    })),
  ),
  ({ hash }) => hash,
);

function find(sound: Float32Array) {
  const asked = askedTriplets(decodePeaks(peaksOf(sound)).peaks);
  const hashes = new Set(asked.map(({ hash }) => hash));
  return findCandidates(
    asked,
    [...hashes].flatMap((hash) => index.get(hash) ?? []),
  );
}

/** 25 s from the middle, at this speed. */
const partAt = (sound: Float32Array, speed = 1) =>
  resample(sound.subarray(30 * rate, 60 * rate), speed).subarray(0, 25 * rate);

test.each([0.93, 0.97, 1, 1.04, 1.07])(
  "a record at %s of its speed, in noise of 20 dB, is the likeliest",
  (speed) => {
    for (const { seed, sound } of records) {
      const played = withNoise(partAt(sound, speed), 20, seed);
      expect(find(played)[0]?.reference).toBe(`seed ${seed}`);
    }
  },
);

test("music that is in no reference has no candidate", () => {
  for (const seed of [101, 102, 103]) expect(find(makeMusic(seed, 25))).toEqual([]);
});

test("hashes are whole numbers below their count, which a database keeps exactly", () => {
  expect(Number.isSafeInteger(hashCount)).toBe(true);
  const found = askedTriplets(decodePeaks(peaksOf(makeMusic(7, 20))).peaks);
  expect(found.length).toBeGreaterThan(1_000);
  expect(found.every(({ hash }) => Number.isInteger(hash) && hash >= 0 && hash < hashCount)).toBe(true);
});

test("files of one owner leave room for what others have of the same sound", () => {
  const [{ sound }] = records as [(typeof records)[number]];
  const asked = askedTriplets(decodePeaks(peaksOf(partAt(sound))).peaks);
  const of = (reference: string, owner: number) =>
    storedTriplets(decodePeaks(peaksOf(sound)).peaks).map((triplet) => ({ ...triplet, reference, owner }));
  // The copies are asked first, and get as many votes.
  const copies = Array.from({ length: 30 }, (_, copy) => of(`copy ${copy}`, 1)).flat();
  const found = findCandidates(asked, [...copies, ...of("true", 2)]).map(({ reference }) => reference);
  expect(found).toHaveLength(4);
  expect(found).toContain("true");
});
