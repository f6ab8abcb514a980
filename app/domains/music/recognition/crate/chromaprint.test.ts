import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeMusic } from "#tests/helpers/made-music.ts";
import { isSweep } from "#tests/helpers/sweep.ts";
import { isAcoustIdPrint } from "./acoustid-print.ts";
import { type Chromaprint, openChromaprint } from "./chromaprint.ts";
import { Fingerprinter } from "./fingerprint.ts";

const wasmBinary = readFileSync(
  createRequire(import.meta.url).resolve("@unimusic/chromaprint/dist/chromaprint.wasm"),
);
const folder = mkdtempSync(join(tmpdir(), "cue-chromaprint-"));

beforeAll(() => {
  // It runs in windows and workers only.
  vi.stubGlobal("WorkerGlobalScope", class {});
});
afterAll(() => {
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true });
});

function printOf(chromaprint: Chromaprint, sound: Float32Array, rate: number): string {
  chromaprint.start(rate);
  for (let at = 0; at < sound.length; at += 70_001) chromaprint.push(sound.subarray(at, at + 70_001));
  const print = chromaprint.finish() ?? "";
  expect(isAcoustIdPrint(print)).toBe(true);
  return print;
}

test("one file after the other, each with its own; nothing after 120 s changes it", async () => {
  const chromaprint = await openChromaprint({ wasmBinary });
  const [one, other] = [makeMusic(1, 130), makeMusic(2, 30)];
  const print = printOf(chromaprint, one, 8_000);
  expect(printOf(chromaprint, other, 8_000)).not.toBe(print);
  expect(printOf(chromaprint, one.subarray(0, 120 * 8_000), 8_000)).toBe(print);
});

test("it is made of the same sound as the peaks; without Chromaprint there is none", async () => {
  const chromaprint = await openChromaprint({ wasmBinary });
  const sound = makeMusic(3, 12);
  const finish = (fingerprinter: Fingerprinter) => {
    fingerprinter.push(sound);
    return fingerprinter.finish().acoustid;
  };
  expect(finish(new Fingerprinter(8_000, chromaprint))).toBe(printOf(chromaprint, sound, 8_000));
  expect(finish(new Fingerprinter(8_000))).toBeNull();
});

test("a file without sound that Chromaprint can use has none", async () => {
  const chromaprint = await openChromaprint({ wasmBinary });
  chromaprint.start(0);
  chromaprint.push(new Float32Array(10));
  expect(chromaprint.finish()).toBeNull();
  chromaprint.start(8_000);
  chromaprint.push(makeMusic(4, 20));
  expect(chromaprint.finish()).toMatch(/^AQ/);
});

const hasPeers = ["fpcalc", "ffmpeg"].every((tool) => spawnSync(tool, ["-version"]).status === 0);

/** The part of the bits of two fingerprints that differ, 0.5 of strangers, part by part from the beginning. */
function difference(wanted: number[], print: string): number {
  const own = rawOf(print);
  // From sound of 8 kHz it ends about a second earlier.
  expect(Math.abs(own.length - wanted.length)).toBeLessThanOrEqual(10);
  const length = Math.min(own.length, wanted.length);
  let bits = 0;
  for (let at = 0; at < length; at++)
    for (let left = (own[at]! ^ wanted[at]!) >>> 0; left !== 0; left &= left - 1) bits++;
  return bits / (32 * length);
}

/** The parts that the compressed form stands for, by the format of Chromaprint's `fingerprint_compressor.cpp`. */
function rawOf(print: string): number[] {
  const bytes = Buffer.from(print, "base64url");
  const count = (bytes[1]! << 16) | (bytes[2]! << 8) | bytes[3]!;
  const read = (from: number, width: number) => {
    let value = 0;
    for (let bit = 0; bit < width; bit++)
      value |= ((bytes[4 + ((from + bit) >> 3)]! >> ((from + bit) & 7)) & 1) << bit;
    return value;
  };
  // Distances between bits that are set, each of 3 bits; 0 ends a part, 7 goes on in 5 bits behind all of them.
  const steps: number[] = [];
  let at = 0;
  for (let ended = 0; ended < count; at += 3) {
    const step = read(at, 3);
    steps.push(step);
    if (step === 0) ended++;
  }
  at = Math.ceil(at / 8) * 8;
  const parts: number[] = [];
  let [part, bit] = [0, 0];
  for (let step of steps) {
    if (step === 7) {
      step += read(at, 5);
      at += 5;
    }
    if (step === 0) {
      // Each part is stored as what differs from the one before.
      parts.push((part ^ (parts.at(-1) ?? 0)) >>> 0);
      [part, bit] = [0, 0];
      continue;
    }
    bit += step;
    part |= 1 << (bit - 1);
  }
  return parts;
}

/** Decoded to one channel, as the browser does it. */
function decode(path: string, rate: number): Float32Array {
  const bytes = execFileSync(
    "ffmpeg",
    ["-v", "error", "-i", path, "-f", "f32le", "-ac", "1", "-ar", String(rate), "pipe:1"],
    { maxBuffer: 100_000_000 },
  );
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

test.runIf(hasPeers).each(isSweep ? [44_100, 48_000, 8_000] : [48_000])(
  "from sound of %i Hz it is nearly that of fpcalc of the same file",
  async (rate) => {
    const chromaprint = await openChromaprint({ wasmBinary });
    const path = join(folder, `${rate}.mp3`);
    writeFileSync(join(folder, "sound"), Buffer.from(makeMusic(7, 125).buffer));
    const input = ["-v", "error", "-f", "f32le", "-ar", "8000", "-ac", "1", "-i", join(folder, "sound")];
    execFileSync("ffmpeg", input.concat("-ar", "44100", "-ac", "2", "-b:a", "192k", "-y", path));
    const said = JSON.parse(execFileSync("fpcalc", ["-raw", "-json", path], { encoding: "utf8" })) as {
      fingerprint: number[];
    };
    const differs = difference(said.fingerprint, printOf(chromaprint, decode(path, rate), rate));
    const stranger = difference(said.fingerprint, printOf(chromaprint, makeMusic(8, 125), 8_000));
    expect(differs).toBeLessThan(0.02);
    expect(stranger).toBeGreaterThan(0.25);
  },
);
