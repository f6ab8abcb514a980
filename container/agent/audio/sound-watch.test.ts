import { describe, expect, test } from "vitest";
import { mapFrames, music, stuck, toPcm } from "#container/tests/sounds.ts";
import { LevelMeter } from "./level-meter.ts";
import { type SoundState, SoundWatch } from "./sound-watch.ts";

/** The result after each half second. */
function watch(...sounds: Float32Array[]): SoundState[] {
  const meter = new LevelMeter();
  const judge = new SoundWatch();
  return sounds.flatMap((sound) => meter.push(toPcm(sound)).map((window) => judge.push(window)));
}
const last = (states: SoundState[]) => states.at(-1)?.heard;
const fine = { isClipping: false, monoMs: 0, leftOnlyMs: 0, rightOnlyMs: 0, loopMs: null };
const song = music(10);
const quiet = (seconds: number) => new Float32Array(seconds * 48_000 * 2);

test("music has no fault at any moment, also at low level and close to full scale", () => {
  const loud = mapFrames(song, (left, right) => [Math.tanh(left * 6), Math.tanh(right * 6)]);
  for (const sound of [song, mapFrames(song, (left, right) => [left / 60, right / 60]), loud])
    for (const state of watch(sound)) expect(state.heard).toEqual(fine);
});

test("silence starts after three seconds below -60 dBFS and ends with the first sound", () => {
  const silent = watch(song.subarray(0, 96_000), quiet(4), song.subarray(0, 48_000)).map(
    ({ silentMs }) => silentMs,
  );
  expect(silent).toEqual([0, 0, 0, 0, 0, 0, 0, 3_000, 3_500, 4_000, 0]);
});

describe("a stereo source", () => {
  test("with equal channels is mono for as long as that lasts", () => {
    const mono = mapFrames(song, (left) => [left, left]);
    expect(last(watch(mono))?.monoMs).toBe(10_000);
    expect(last(watch(mono, song))?.monoMs).toBe(0);
  });

  test("with one channel 40 dB quieter lacks that side", () => {
    expect(last(watch(mapFrames(song, (left) => [left, left / 200])))).toEqual({
      ...fine,
      leftOnlyMs: 10_000,
    });
    expect(last(watch(mapFrames(song, (_, right) => [0, right])))).toEqual({ ...fine, rightOnlyMs: 10_000 });
  });

  test("in a quiet passage neither counts nor resets the count, and silence resets it", () => {
    const mono = mapFrames(song, (left) => [left, left]).subarray(0, 48_000 * 2 * 4);
    expect(last(watch(mono, quiet(2), mono))?.monoMs).toBe(8_000);
    expect(last(watch(mono, quiet(4), mono))?.monoMs).toBe(4_000);
  });
});

describe("clipping", () => {
  const driven = mapFrames(song, (left, right) => [left * 8, right * 8]);

  test("is reported at the second clipped half second, and for five seconds after it", () => {
    const states = watch(driven.subarray(0, 48_000 * 2 * 2), song).map(({ heard }) => heard.isClipping);
    expect(states.slice(0, 2)).toEqual([false, true]);
    expect(states.lastIndexOf(true)).toBe(3 + 10);
  });

  test("is not reported for a single clipped moment", () => {
    const states = watch(driven.subarray(0, 23_000 * 2), song);
    expect(states.some(({ heard }) => heard.isClipping)).toBe(false);
  });
});

describe("a loop", () => {
  test.each([20, 46.4, 92.9, 185.8, 230])(
    "of %d ms from a stuck driver is detected within six seconds",
    (loopMs) => {
      const states = watch(stuck(song, 2_000, loopMs)).map(({ heard }) => heard.loopMs);
      expect(states[15] ?? 0).toBeCloseTo(loopMs, 0);
      expect(states.slice(0, 6)).toEqual([null, null, null, null, null, null]);
      expect(last(watch(stuck(song, 2_000, loopMs), song))?.loopMs).toBeNull();
    },
  );

  test("is not detected in a beat, a held tone or a held chord", () => {
    const sine = (hertz: number, t: number) => 0.2 * Math.sin(2 * Math.PI * hertz * t);
    const beat = stuck(song, 2_000, 468.75);
    const tone = mapFrames(song, (_, __, t) => [sine(100, t), sine(100, t)]);
    const chord = mapFrames(song, (_, __, t) => {
      const sum = sine(100, t) + sine(125, t) + sine(150, t) + sine(800, t);
      return [sum, sum];
    });
    for (const sound of [beat, tone, chord])
      expect(watch(sound).map(({ heard }) => heard.loopMs)).toEqual(Array.from({ length: 20 }, () => null));
  });
});
