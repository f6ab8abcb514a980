/** A new stream of a Vorbis chain continues the sound exactly where the previous one ended. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { Ffmpeg } from "./ffmpeg.ts";
import { SniffedSource } from "./source.ts";
import { SourceRates } from "./source-limits.ts";

const sampleRate = 48_000;
const hertz = 440;
const amplitude = 0.4;
/** Not multiples of a block, because tracks end anywhere. */
const linkFrames = [70_011, 60_096, 65_537];

/** One continuous tone, split into streams with a title each. */
function chain(pageMs: number): Buffer {
  let start = 0;
  return Buffer.concat(
    linkFrames.map((frames, index) => {
      const tone = `aevalsrc=exprs=${amplitude}*sin(2*PI*${hertz}*(t+${start / sampleRate})):sample_rate=${sampleRate}`;
      start += frames;
      const filter = `${tone},atrim=end_sample=${frames}`;
      const words = `-ac 2 -c:a libvorbis -b:a 192k -page_duration ${pageMs * 1_000} -metadata title=${index} -f ogg`;
      return execFileSync("ffmpeg", [
        "-v",
        "error",
        "-f",
        "lavfi",
        "-i",
        filter,
        ...words.split(" "),
        "pipe:1",
      ]);
    }),
  );
}

/** The left channel, as the meter gets it from the same ffmpeg that produces the packets. */
async function decode(bytes: Buffer): Promise<Int16Array> {
  const pcm: Buffer[] = [];
  let ffmpeg: Ffmpeg | undefined;
  let stop = () => {};
  const source: SniffedSource = new SniffedSource(
    {
      onKind: ({ feed }) => {
        ffmpeg = new Ffmpeg({
          format: feed,
          preamble: source.preamble(),
          onSamples: (samples) => pcm.push(samples),
          onExit: () => {},
          onBusy: () => {},
        });
        stop = ffmpeg.start();
      },
      onFormat: () => {},
      onFeed: (fed) => ffmpeg?.write(fed),
      onMp3: () => {},
      onOpus: () => {},
      onChange: () => {},
      onTitle: () => {},
    },
    new SourceRates(() => 0),
  );
  for (let at = 0; at < bytes.length; at += 500) source.push(bytes.subarray(at, at + 500));
  for (let length = -1; pcm.length === 0 || length !== pcm.length; await sleep(500)) length = pcm.length;
  stop();
  return left(Buffer.concat(pcm));
}

function left(pcm: Buffer): Int16Array {
  return Int16Array.from({ length: pcm.length >> 2 }, (_, frame) => pcm.readInt16LE(frame * 4));
}

/** The largest deviation from a steady tone (each of whose samples follows from the two before), 1 being full scale. */
function largestStep(sound: Int16Array): number {
  const factor = 2 * Math.cos((2 * Math.PI * hertz) / sampleRate);
  const settled = sound.subarray(4_800);
  let largest = 0;
  for (let i = 2; i < settled.length; i++) {
    const expected = factor * (settled[i - 1] ?? 0) - (settled[i - 2] ?? 0);
    largest = Math.max(largest, Math.abs((settled[i] ?? 0) - expected));
  }
  return largest / 32_768;
}

test.each([20, 1_000])(
  "a title change loses no sample and causes no click, with pages of %d ms",
  async (pageMs) => {
    const sound = await decode(chain(pageMs));
    // With a click it would be 0.3.
    expect(largestStep(sound)).toBeLessThan(0.02);
    // The tone keeps its phase from the first stream to the last.
    const all = linkFrames.reduce((sum, frames) => sum + frames, 0);
    expect(all - sound.length).toBeLessThan(4_800 + 1_024);
  },
);

const hasOggdec = spawnSync("oggdec", ["--version"]).status === 0;

test.skipIf(!hasOggdec)("oggdec of vorbis-tools decodes the same samples", async () => {
  const folder = mkdtempSync(join(tmpdir(), "cue-vorbis-"));
  try {
    const bytes = chain(20);
    writeFileSync(join(folder, "chain.ogg"), bytes);
    execFileSync("oggdec", ["-Q", "-R", "-o", join(folder, "raw"), join(folder, "chain.ogg")]);
    const theirs = left(readFileSync(join(folder, "raw")));
    const ours = await decode(bytes);
    // ffmpeg drops the very first block.
    const offset = [0, 128, 576, 704, 1_024].find(
      (frames) => difference(ours, theirs.subarray(frames)) < 0.001,
    );
    expect(offset).toBeDefined();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function difference(a: Int16Array, b: Int16Array): number {
  return a.reduce((max, sample, i) => Math.max(max, Math.abs(sample - (b[i] ?? 0))), 0) / 32_768;
}
