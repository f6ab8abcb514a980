/** The files of a recording, as ffmpeg reads them: their duration, and a tone that runs through all of their joins. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mp3InfoOf } from "#app/domains/air/replays/mp3-info.ts";
import { opusEnd, opusHead } from "#app/domains/air/replays/opus-pages.ts";
import { chunkKey, type TapeFile, type TapeIndex } from "#app/domains/air/replays/tape-index.ts";
import { gapsIn } from "#app/domains/air/replays/timeline.ts";
import { encodeSound, toUplinkFrames } from "#scripts/demo/past/encode.ts";
import { recordInNode } from "#tests/helpers/recording-in-node.ts";
import { batchOf } from "#tests/helpers/tapes.ts";
import type { TapeSubject } from "../contract.ts";

const run = promisify(execFile);
const startAt = Date.parse("2030-05-01T12:00:00Z");
const batchMs = 5_000;
/** The encoder is cut off after this, and connects again after the pause. */
const beforeS = 67;
const pauseMs = 1_500;
const afterS = 31;
const folder = mkdtempSync(join(tmpdir(), "cue-tape-"));
const files: Record<TapeFile, string> = { opus: join(folder, "set.opus"), mp3: join(folder, "set.mp3") };
let index: TapeIndex;

const subject: TapeSubject = {
  broadcast: "01B",
  performance: "01B",
  room: "stage/s",
  stageId: "s",
  performerId: null,
  setId: null,
};

beforeAll(async () => {
  const { recording, bucket } = recordInNode();
  let connectedAt = startAt;
  for (const [connection, seconds] of [
    ["a", beforeS],
    ["b", afterS],
  ] as const) {
    const tone = await encodeSound(
      [],
      `aevalsrc=0.5*sin(2*PI*1000*t)|0.5*sin(2*PI*1000*t):s=48000:d=${seconds}[sound]`,
    );
    const frames = toUplinkFrames(tone, connectedAt);
    for (let ms = 0; ms <= seconds * 1_000; ms += batchMs) {
      const from = connectedAt + ms;
      const some = frames.filter(({ at }) => at >= from && at < from + batchMs);
      if (some.length > 0) recording.append(batchOf(subject, connection, some), from + batchMs);
    }
    connectedAt += seconds * 1_000 + pauseMs;
  }
  recording.end(subject.broadcast, connectedAt);
  recording.complete(connectedAt);
  await recording.chunks.putWaiting(subject.broadcast);
  index = recording.index(connectedAt) as TapeIndex;
  const chunks = (file: TapeFile) =>
    index.chunks.map(({ n }) => bucket.objects.get(chunkKey(index.id, n, file)) ?? new Uint8Array());
  writeFileSync(files.opus, Buffer.concat([opusHead(index), ...chunks("opus"), opusEnd(index)]));
  writeFileSync(files.mp3, Buffer.concat([mp3InfoOf(index), ...chunks("mp3")]));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function probedMs(file: string): Promise<number> {
  const words = "-v error -show_entries format=duration -of csv=p=0".split(" ");
  return 1_000 * Number((await run("ffprobe", [...words, file])).stdout);
}

/** The left channel, and what ffmpeg says about the file. */
async function decode(file: string): Promise<{ samples: Int16Array; complaints: string }> {
  const words = ["-v", "error", "-i", file, "-f", "s16le", "-ac", "1", "-ar", "48000", "-"];
  const { stdout, stderr } = await run("ffmpeg", words, { encoding: "buffer", maxBuffer: 100_000_000 });
  const bytes = new Uint8Array(stdout);
  return { samples: new Int16Array(bytes.buffer, 0, bytes.byteLength >> 1), complaints: stderr.toString() };
}

const windowMs = 10;
const windowSamples = 48 * windowMs;
/** Returns the level of each 10 ms, dB relative to the tone. */
function levelsOf(samples: Int16Array): number[] {
  const level = 0.5 * 32_768 * Math.SQRT1_2;
  return Array.from({ length: Math.floor(samples.length / windowSamples) }, (_, n) => {
    let sum = 0;
    for (const sample of samples.subarray(n * windowSamples, (n + 1) * windowSamples)) sum += sample ** 2;
    return 20 * Math.log10(Math.max(1, Math.sqrt(sum / windowSamples)) / level);
  });
}

test("the index has chunks of 20 s, the short pause filled, and one straight timeline", () => {
  expect(index.chunks.map(({ ms }) => ms).slice(0, -1)).toEqual([20_000, 20_000, 20_000, 20_000]);
  const wholeMs = beforeS * 1_000 + pauseMs + afterS * 1_000;
  expect(Math.abs(index.durationMs - wholeMs)).toBeLessThanOrEqual(60);
  expect(gapsIn(index.anchors)).toEqual([]);
});

test.each([
  ["opus", 20],
  ["mp3", 20],
] as const)("ffprobe finds the duration of the index in the %s file, within %i ms", async (file, most) => {
  expect(Math.abs((await probedMs(files[file])) - index.durationMs)).toBeLessThanOrEqual(most);
});

test.each(["opus", "mp3"] as const)(
  "ffmpeg decodes the %s file without a complaint, and the tone is unbroken but for the pause",
  async (file) => {
    const { samples, complaints } = await decode(files[file]);
    expect(complaints).toBe("");
    expect(Math.abs(samples.length / 48 - index.durationMs)).toBeLessThanOrEqual(60);
    // What an encoder begins and ends with, and what conceals the pause, is not the tone.
    const isAtAnEdge = (ms: number) =>
      ms < 100 ||
      ms > index.durationMs - 100 ||
      (ms > beforeS * 1_000 - 100 && ms < beforeS * 1_000 + pauseMs + 150);
    const uneven = levelsOf(samples).flatMap((level, n) =>
      Math.abs(level) > 1 && !isAtAnEdge(n * windowMs) ? [{ ms: n * windowMs, level }] : [],
    );
    expect(uneven).toEqual([]);
  },
);
