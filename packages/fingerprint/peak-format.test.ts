import { expect, test } from "vitest";
import { makeMusic } from "#tests/helpers/made-music.ts";
import { decodePeaks, encodePeaks } from "./peak-format.ts";
import { extractPeaks } from "./peak-stream.ts";
import { strong } from "./peaks.ts";
import { hopSamples } from "./scale.ts";

const seconds = 30;
const sound = makeMusic(5, seconds);
const frames = sound.length / hopSamples;
const bytes = encodePeaks({ frames, peaks: extractPeaks(sound) });

test("what is written is read: times to an eighth of a frame, frequencies to a thirty-second of a bin", () => {
  const found = extractPeaks(sound);
  const wanted = [...Array(found.count).keys()].filter((each) => (found.marks[each]! & strong) !== 0);
  const { peaks, frames: length } = decodePeaks(bytes);
  expect(length).toBe(frames);
  expect(peaks.count).toBe(wanted.length);
  const times = wanted.map((each) => found.times[each]!).toSorted((a, b) => a - b);
  for (const [place, time] of times.entries())
    expect(Math.abs(peaks.times[place]! - time)).toBeLessThan(0.126);
});

test("a track of five and a half minutes takes 30 to 60 kB", () => {
  const size = (bytes.length / seconds) * 330;
  expect(size).toBeGreaterThan(20_000);
  expect(size).toBeLessThan(60_000);
});

test.each([
  ["of another version", Uint8Array.from([9, ...bytes.slice(1)])],
  ["cut off", bytes.slice(0, -1)],
  ["with more behind them", Uint8Array.from([...bytes, 0])],
  ["behind the end", Uint8Array.from([1, 2, 1, 9, 1, 0])],
  ["that are none", new Uint8Array(0)],
])("peaks %s are refused", (_, wrong) => {
  expect(() => decodePeaks(wrong)).toThrow(RangeError);
});
