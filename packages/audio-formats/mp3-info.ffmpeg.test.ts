/** The result of ffprobe for MP3 whose bit rate varies, with and without the frame that tells its length. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { mp3DurationMs, mp3Frames } from "./mp3-frames.ts";
import { writeMp3Info } from "./mp3-info.ts";

/** Ten seconds of a tone and a minute of silence, which takes a fraction of the bits. */
const sound = "aevalsrc=if(lt(t\\,10)\\,random(0)-0.5\\,0):d=70:s=";

function encode(rate: number, channels: number): Uint8Array {
  const words = `-v error -f lavfi -i ${sound}${rate} -ac ${channels} -c:a libmp3lame -q:a 2 -write_xing 0 -id3v2_version 0 -f mp3 -`;
  return new Uint8Array(execFileSync("ffmpeg", words.split(" "), { maxBuffer: 10_000_000 }));
}

const folder = mkdtempSync(join(tmpdir(), "cue-mp3-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function probedMs(...parts: Uint8Array[]): number {
  const file = join(folder, "sound.mp3");
  writeFileSync(file, Buffer.concat(parts));
  const words = "-v error -show_entries format=duration -of csv=p=0".split(" ");
  return Number(execFileSync("ffprobe", [...words, file])) * 1_000;
}

test.each([
  [44_100, 2],
  [48_000, 1],
  [22_050, 2],
  [16_000, 1],
])("a file of %i Hz and %i channels has the length of its frames", (rate, channels) => {
  const bytes = encode(rate, channels);
  const durationMs = mp3DurationMs(bytes);
  const info = writeMp3Info({
    header: [...bytes.subarray(0, 4)],
    durationMs,
    bytes: bytes.byteLength,
    bytesBefore: (part) => Math.floor(part * bytes.byteLength),
  });
  expect(mp3Frames(info)).toHaveLength(1);
  expect(Math.abs(probedMs(info, bytes) - durationMs)).toBeLessThan(1);
  expect(Math.abs(probedMs(bytes) - durationMs)).toBeGreaterThan(1_000);
});
