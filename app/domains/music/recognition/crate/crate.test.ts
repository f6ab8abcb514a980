import { expect, test } from "vitest";
import { commonShare } from "#packages/fingerprint/same-recording.ts";
import { makeMusic } from "#tests/helpers/made-music.ts";
import { isSweep } from "#tests/helpers/sweep.ts";
import { Fingerprinter } from "./fingerprint.ts";
import { crateLimits, faultOf } from "./rules.ts";
import { fromName } from "./tags.ts";

function printOf(sound: Float32Array, rate: number, piece = 10_007) {
  const fingerprinter = new Fingerprinter(rate);
  for (let at = 0; at < sound.length && !fingerprinter.isFull; at += piece)
    fingerprinter.push(sound.subarray(at, at + piece));
  return fingerprinter.finish();
}

/** Tones of 8 kHz music at another rate: linear interpolation is enough for what the ear looks at. */
const atRate = (sound: Float32Array, rate: number) =>
  Float32Array.from({ length: Math.floor((sound.length * rate) / 8_000) - 8 }, (_, at) => {
    const place = (at * 8_000) / rate;
    const [before, part] = [Math.floor(place), place % 1];
    return (sound[before] ?? 0) * (1 - part) + (sound[before + 1] ?? 0) * part;
  });

test("the same sound at any rate, in pieces of any length, has the same peaks", () => {
  const music = makeMusic(5, 30);
  const whole = printOf(music, 8_000, music.length);
  expect(faultOf(whole.peaks, 30_000)).toBeNull();
  expect(printOf(music, 8_000).peaks).toEqual(whole.peaks);
  for (const rate of isSweep ? [44_100, 48_000, 32_000] : [44_100])
    expect(commonShare(printOf(atRate(music, rate), rate).peaks, whole.peaks)).toBeGreaterThan(0.9);
});

test("of a long track the beginning is kept, within what a crate takes", () => {
  const minute = makeMusic(6, 60);
  const fingerprinter = new Fingerprinter(8_000);
  let minutes = 0;
  for (; minutes < 40 && !fingerprinter.isFull; minutes++) fingerprinter.push(minute);
  const { peaks, heardMs } = fingerprinter.finish();
  expect(minutes).toBeLessThan(40);
  expect(heardMs).toBeGreaterThan(6 * 60_000);
  expect(peaks.length).toBeLessThanOrEqual(crateLimits.peaksBytes);
  expect(peaks.length).toBeGreaterThan(0.9 * crateLimits.peaksBytes);
  expect(faultOf(peaks, 45 * 60_000)).toBeNull();
});

test("a file's name says what its tags do not", () => {
  const named = (name: string) => {
    const { artists, title } = fromName(name);
    return [...artists, title];
  };
  expect(named("01 Ada - Tides.mp3")).toEqual(["Ada", "Tides"]);
  expect(named("03. Ada_Lovelace - Tides - Dub.flac")).toEqual(["Ada Lovelace", "Tides - Dub"]);
  expect(named("Tides.wav")).toEqual(["Tides"]);
  expect(named("1999.mp3")).toEqual(["1999"]);
  expect(named("no-ending")).toEqual(["no-ending"]);
});
