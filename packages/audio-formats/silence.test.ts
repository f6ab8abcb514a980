import { expect, test } from "vitest";
import { silentMp3Frame } from "./silence.ts";

test("a silent MP3 frame copies the format of the previous frame without padding and checksum", () => {
  // 128 kbit/s, 44.1 kHz, joint stereo, padded, with a checksum.
  const { bytes, durationMs } = silentMp3Frame(Uint8Array.of(0xff, 0xfa, 0x92, 0x64, 1, 2, 3));
  expect([bytes.length, ...bytes.subarray(0, 5)]).toEqual([417, 0xff, 0xfb, 0x90, 0x64, 0]);
  expect(durationMs).toBeCloseTo(26.122, 2);
  // MPEG-2, 64 kbit/s, 22.05 kHz.
  const low = silentMp3Frame(Uint8Array.of(0xff, 0xf3, 0x80, 0xc0));
  expect([low.bytes.length, low.durationMs.toFixed(3)]).toEqual([208, "26.122"]);
});

test("the default silent MP3 frame has 160 kbit/s at 48 kHz", () => {
  for (const like of [
    null,
    new Uint8Array(0),
    Uint8Array.of(0xff, 0xff, 0xff, 0xff),
    Uint8Array.of(1, 2, 3, 4),
  ]) {
    const { bytes, durationMs } = silentMp3Frame(like);
    expect([bytes.length, durationMs]).toEqual([480, 24]);
  }
});
