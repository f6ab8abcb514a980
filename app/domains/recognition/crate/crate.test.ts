import { expect, test } from "vitest";
import { readFrames, readPcmLayout } from "#packages/audio-formats/pcm-file.ts";
import { commonShare } from "#packages/fingerprint/same-recording.ts";
import { makeMusic } from "#tests/helpers/made-music.ts";
import { isSweep } from "#tests/helpers/sweep.ts";
import { Fingerprinter } from "./fingerprint.ts";
import { id3Length, Mp3Splitter } from "./mp3-frames.ts";
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

test("samples of a WAV are read as they are written", async () => {
  const samples = [0, 0.5, -0.5, 0.25];
  const head = new DataView(new ArrayBuffer(44));
  const text = (at: number, name: string) =>
    new TextEncoder().encode(name).forEach((byte, index) => head.setUint8(at + index, byte));
  text(0, "RIFF");
  text(8, "WAVE");
  text(12, "fmt ");
  head.setUint32(16, 16, true);
  head.setUint16(20, 1, true);
  head.setUint16(22, 2, true);
  head.setUint32(24, 44_100, true);
  head.setUint16(34, 24, true);
  text(36, "data");
  head.setUint32(40, samples.length * 6, true);
  const data = samples.flatMap((sample) => {
    const value = Math.round(sample * 2 ** 23) & 0xffffff;
    const bytes = [value & 255, (value >> 8) & 255, value >> 16];
    return [...bytes, ...bytes];
  });
  const file = new Blob([head.buffer, Uint8Array.from(data)]);
  const layout = await readPcmLayout(file);
  if (layout === null) throw new Error("it was not read");
  expect(layout).toMatchObject({ rate: 44_100, channels: 2, width: 3, from: 44 });
  const bytes = new DataView(await file.slice(layout.from, layout.to).arrayBuffer());
  expect([...readFrames(bytes, layout)]).toEqual(samples);
  expect(await readPcmLayout(new Blob(["no sound at all"]))).toBeNull();
});

test("MP3 frames are found across pieces, behind a tag, and not in what only looks like one", () => {
  // MPEG 1, Layer III, 128 kbit/s, 44.1 kHz: 417 bytes.
  const frame = Uint8Array.from({ length: 417 }, (_, at) => [0xff, 0xfb, 0x90, 0x00][at] ?? at & 0x7f);
  const tag = Uint8Array.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 20, ...Array(20).fill(0)]);
  expect(id3Length(tag)).toBe(30);
  const stray = Uint8Array.from([0xff, 0xfb, 0x90, 0x00, 1, 2, 3]);
  const all = Uint8Array.from([
    ...stray,
    ...frame,
    ...frame,
    ...frame,
    ...new TextEncoder().encode("TAG..."),
  ]);
  for (const piece of [64, 100, 10_000]) {
    const splitter = new Mp3Splitter();
    const found = [];
    for (let at = 0; at < all.length; at += piece) found.push(...splitter.push(all.subarray(at, at + piece)));
    expect(found.map(({ header }) => header)).toEqual(
      Array(3).fill({ rate: 44_100, channels: 2, length: 417 }),
    );
  }
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
