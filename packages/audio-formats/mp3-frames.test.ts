import { expect, test } from "vitest";
import { id3Length } from "./id3-header.ts";
import { Mp3Frames } from "./mp3-frames.ts";
import { readMp3Header } from "./mp3-header.ts";

test("MP3 frames are found across pieces, behind a tag, and not in what only looks like one", () => {
  // MPEG 1, Layer III, 128 kbit/s, 44.1 kHz: 417 bytes.
  const frame = Uint8Array.from({ length: 417 }, (_, at) => [0xff, 0xfb, 0x90, 0x00][at] ?? at & 0x7f);
  const tag = Uint8Array.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 20, ...Array(20).fill(0)]);
  expect(id3Length(tag)).toBe(30);
  expect(id3Length(tag.with(5, 0x10))).toBe(40);
  const stray = Uint8Array.from([0xff, 0xfb, 0x90, 0x00, 1, 2, 3]);
  const all = Uint8Array.from([
    ...stray,
    ...frame,
    ...frame,
    ...frame,
    ...new TextEncoder().encode("TAG..."),
  ]);
  for (const piece of [64, 100, 10_000]) {
    const frames = new Mp3Frames({ confirmsEach: true });
    const found = [];
    for (let at = 0; at < all.length; at += piece) found.push(...frames.push(all.subarray(at, at + piece)));
    expect(found.map(({ bytes, ...format }) => ({ ...format, length: bytes.length }))).toEqual(
      Array(3).fill({ sampleRate: 44_100, channels: 2, length: 417, durationMs: (1_152 / 44_100) * 1_000 }),
    );
  }
});

test("of a live stream a frame counts when it is complete, once two in a row have been seen", () => {
  const frame = Uint8Array.from({ length: 417 }, (_, at) => [0xff, 0xfb, 0x90, 0x00][at] ?? at & 0x7f);
  const frames = new Mp3Frames();
  expect(frames.push(frame)).toEqual([]);
  expect(frames.push(frame.subarray(0, 3)).map(({ bytes }) => bytes.length)).toEqual([417]);
  expect(frames.push(frame.subarray(3)).map(({ bytes }) => bytes.length)).toEqual([417]);
  // Damaged bytes: in sync again with the next two.
  expect(frames.push(Uint8Array.of(0xff, 0xff, 1, 2))).toEqual([]);
  expect(frames.push(frame)).toEqual([]);
  expect(frames.push(frame).map(({ bytes }) => bytes.length)).toEqual([417, 417]);
});

test.each([
  // The four bytes, then: Hz, channels, bytes, samples.
  [[0xff, 0xfb, 0xa4, 0x00], 48_000, 2, 480, 1_152],
  [[0xff, 0xfb, 0x92, 0x64], 44_100, 2, 418, 1_152],
  [[0xff, 0xf3, 0x80, 0xc0], 22_050, 1, 208, 576],
  [[0xff, 0xe3, 0x84, 0xc0], 12_000, 1, 384, 576],
])("a header says what follows: %j", (bytes, sampleRate, channels, length, samples) => {
  expect(readMp3Header(Uint8Array.from([9, ...bytes]), 1)).toMatchObject({
    sampleRate,
    channels,
    length,
    samples,
  });
  expect(readMp3Header(Uint8Array.from(bytes.slice(0, 3)))).toMatchObject({ sampleRate, length });
});

test.each([
  ["no sync", [0xff, 0x1b, 0x90, 0]],
  ["layer II", [0xff, 0xfd, 0x90, 0]],
  ["no version", [0xff, 0xeb, 0x90, 0]],
  ["a free bit rate", [0xff, 0xfb, 0x00, 0]],
  ["no bit rate", [0xff, 0xfb, 0xf0, 0]],
  ["no sample rate", [0xff, 0xfb, 0x9c, 0]],
  ["nothing", []],
])("%s is no header", (_, bytes) => expect(readMp3Header(Uint8Array.from(bytes))).toBeNull());
