import { expect, test } from "vitest";
import { makeMusic, withNoise } from "#tests/helpers/made-music.ts";
import { ladder, obliqueLadder } from "./ladder.ts";
import { LandmarkIndex, type Reference } from "./landmark-index.ts";
import { encodePeaks } from "./peak-format.ts";
import { extractPeaks } from "./peak-stream.ts";
import { Peaks, strong } from "./peaks.ts";
import { resample } from "./resample.ts";
import { commonShare, isSameRecording } from "./same-recording.ts";
import { hopSamples } from "./scale.ts";
import { Query } from "./search.ts";

const encode = (sound: Float32Array) =>
  encodePeaks({ frames: sound.length / hopSamples, peaks: extractPeaks(sound) });
const sounds = Array.from({ length: 12 }, (_, seed) => makeMusic(seed + 20, 24));
const references: Reference[] = sounds.map((sound, place) => ({ id: `${place}`, peaks: encode(sound) }));

function find(index: LandmarkIndex, place: number): string | undefined {
  const live = extractPeaks(sounds[place]!.slice(5 * 8_000, 15 * 8_000));
  const query = new Query(live, 0, 600, { mask: strong, wanted: strong, fanOut: 6 });
  return query.search(index, ladder(0))[0]?.reference;
}

test("references that come one by one are found like those that come at once", () => {
  const index = new LandmarkIndex();
  for (const reference of references) index.add([reference]);
  expect(index.size).toBe(12);
  expect(index.segments.length).toBeLessThanOrEqual(6);
  expect(find(index, 0)).toBe("0");
  expect(find(index, 11)).toBe("11");
});

test("what was removed is not found, before and after the rebuild", () => {
  const index = new LandmarkIndex();
  index.add(references);
  index.remove(["3"]);
  expect(find(index, 3)).not.toBe("3");
  expect(find(index, 4)).toBe("4");
  const bytes = index.bytes;
  index.set(references.slice(6));
  expect(index.size).toBe(6);
  expect(index.bytes).toBeLessThan(bytes);
  expect(find(index, 4)).not.toBe("4");
  expect(find(index, 7)).toBe("7");
});

test("where time and pitch are changed by two numbers, the oblique ladder finds it and the usual one does not", () => {
  const index = new LandmarkIndex();
  index.add(references);
  const { times, bins, marks, count } = extractPeaks(sounds[8]!.slice(5 * 8_000, 15 * 8_000));
  const live = new Peaks();
  for (let each = 0; each < count; each++) live.push(times[each]! / 1.036, bins[each]! * 0.96, marks[each]!);
  const query = new Query(live, 0, 600, { mask: strong, wanted: strong, fanOut: 6 });
  const [found] = query.search(index, obliqueLadder(0.06));
  expect(found).toMatchObject({ reference: "8", playback: "keyLock" });
  expect(found!.speed).toBeCloseTo(1.036, 2);
  expect(found!.transposed).toBeCloseTo(0.96, 2);
  const usual = query.search(index, ladder(0.06))[0]?.votes ?? 0;
  expect(usual).toBeLessThan(found!.votes / 3);
});

test("a rip of the same record, noisier and a little faster, is the same recording", () => {
  const rip = encode(withNoise(resample(sounds[1]!, 1.004), 25, 2));
  expect(commonShare(references[1]!.peaks, rip)).toBeGreaterThan(0.95);
  expect(isSameRecording(references[1]!.peaks, rip)).toBe(true);
});

test("a version that shares its first half is another recording", () => {
  const version = Float32Array.from([...sounds[1]!.slice(0, 12 * 8_000), ...sounds[2]!.slice(12 * 8_000)]);
  const share = commonShare(references[1]!.peaks, encode(version));
  expect(share).toBeGreaterThan(0.3);
  expect(share).toBeLessThan(0.7);
});

test("two tracks have nothing in common", () => {
  expect(commonShare(references[4]!.peaks, references[5]!.peaks)).toBeLessThan(0.1);
});
