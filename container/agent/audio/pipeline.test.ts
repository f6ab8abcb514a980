/** The way of a source's sound, with real ffmpeg and without a door, Icecast or a room. */
import { execFile, execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { UplinkFrame } from "#app/domains/air/media/contract/frames.ts";
import { decodeMp3, decodeOpus, shareOfTone } from "#container/tests/listening.ts";
import { assemble, startCursor } from "#durable-objects/tape/assemble.ts";
import type { ArrivedConnection, WaitingFrame } from "#durable-objects/tape/waiting-frames.ts";
import { concat } from "#packages/audio-formats/bytes.ts";
import { mp3DurationMs } from "#packages/audio-formats/mp3-frames.ts";
import { isSweep } from "#tests/helpers/sweep.ts";
import { ServerClock } from "../server-clock.ts";
import { noStalls } from "../stall-watch.ts";
import type { RoutedUplink } from "../uplink/routed-uplink.ts";
import { Pipeline } from "./pipeline.ts";

const stops: (() => void)[] = [];
afterAll(() => {
  for (const stop of stops) stop();
});

const run = promisify(execFile);

/** Encodes without blocking this process: it reads what other ffmpegs make. */
async function encoded(sound: string, words: string): Promise<Buffer> {
  const all = ["-v", "error", "-f", "lavfi", "-i", sound, ...words.split(" "), "pipe:1"];
  const { stdout } = await run("ffmpeg", all, { encoding: "buffer", maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

function startPipeline() {
  const frames: UplinkFrame[] = [];
  const faults: string[] = [];
  const silences: (number | null)[] = [];
  const uplink = { send: (frame: UplinkFrame) => frames.push(frame), delayMs: () => null };
  const ignore = () => {};
  const pipeline = new Pipeline(new ServerClock(), noStalls, {
    uplink: uplink as unknown as RoutedUplink,
    listener: {
      onDecoded: ignore,
      onFirstAudio: ignore,
      onTitle: ignore,
      onLevel: ignore,
      onSamples: ignore,
      onSamplesRestart: ignore,
      onSilence: (since) => silences.push(since),
      onFault: ({ code, message }) => faults.push(`${code}: ${message}`),
    },
  });
  const stop = pipeline.start();
  stops.push(stop);
  const of = (kind: UplinkFrame["kind"]) => frames.filter((frame) => frame.kind === kind);
  return { pipeline, of, faults, silences, stop };
}

/** Waits until there is so much of both; a decoder may hold the last of it back. */
async function waitFor({ of }: Pick<ReturnType<typeof startPipeline>, "of">, seconds: number): Promise<void> {
  const mp3Ms = () => of("mp3").reduce((sum, { payload }) => sum + mp3DurationMs(payload), 0);
  for (const until = performance.now() + 20_000; performance.now() < until; await sleep(100))
    if (of("opus").length * 20 >= seconds * 1_000 && mp3Ms() >= seconds * 1_000) return;
}

/** Waits until nothing more comes: on a busy machine one kind may be ahead of the other until then. */
async function waitForEnd({ of }: Pick<ReturnType<typeof startPipeline>, "of">): Promise<void> {
  const count = () => of("opus").length + of("mp3").length;
  for (let before = -1; before !== count(); await sleep(500)) before = count();
}

const sine = (hertz: number, seconds: number, rate: number, layout: string) =>
  `aevalsrc=exprs=0.4*sin(2*PI*${hertz}*t)${layout === "stereo" ? `|0.4*sin(2*PI*${hertz}*t)` : ""}:s=${rate}:d=${seconds}:c=${layout}`;
const ogg = "-page_duration 200000 -f ogg";

const first = sine(440, 3, 44_100, "stereo");
const allForms: [name: string, one: string, two: string, second: string][] = [
  [
    "FLAC with smaller blocks",
    `-c:a flac ${ogg}`,
    `-c:a flac -frame_size 1152 ${ogg}`,
    sine(880, 3, 44_100, "stereo"),
  ],
  ["FLAC of 48 kHz and one channel", `-c:a flac ${ogg}`, `-c:a flac ${ogg}`, sine(880, 3, 48_000, "mono")],
  [
    "FLAC of 24 bits",
    `-c:a flac -sample_fmt s16 ${ogg}`,
    `-c:a flac -sample_fmt s32 ${ogg}`,
    sine(880, 3, 44_100, "stereo"),
  ],
  [
    "Vorbis of 48 kHz and one channel",
    `-c:a libvorbis ${ogg}`,
    `-c:a libvorbis ${ogg}`,
    sine(880, 3, 48_000, "mono"),
  ],
  [
    "Vorbis of another quality",
    `-c:a libvorbis -q:a 2 ${ogg}`,
    `-c:a libvorbis -q:a 8 ${ogg}`,
    sine(880, 3, 44_100, "stereo"),
  ],
  ["Opus of one channel", `-c:a libopus ${ogg}`, `-c:a libopus ${ogg}`, sine(880, 3, 48_000, "mono")],
  ["Opus, then Vorbis", `-c:a libopus ${ogg}`, `-c:a libvorbis ${ogg}`, sine(880, 3, 44_100, "stereo")],
  ["Opus, then FLAC", `-c:a libopus ${ogg}`, `-c:a flac ${ogg}`, sine(880, 3, 44_100, "stereo")],
  ["Vorbis, then Opus", `-c:a libvorbis ${ogg}`, `-c:a libopus ${ogg}`, sine(880, 3, 44_100, "stereo")],
  [
    "MP3 of 48 kHz and one channel",
    "-c:a libmp3lame -f mp3",
    "-c:a libmp3lame -f mp3",
    sine(880, 3, 48_000, "mono"),
  ],
  ["MP3 of 22 kHz", "-c:a libmp3lame -f mp3", "-c:a libmp3lame -f mp3", sine(880, 3, 22_050, "stereo")],
  ["AAC of 48 kHz and one channel", "-c:a aac -f adts", "-c:a aac -f adts", sine(880, 3, 48_000, "mono")],
  [
    "AAC in LATM of 48 kHz and one channel",
    "-c:a aac -f latm",
    "-c:a aac -f latm",
    sine(880, 3, 48_000, "mono"),
  ],
];

/** A chain in Ogg, another codec, and frames without a container. */
const kinds = ["Vorbis of 48 kHz and one channel", "Opus, then FLAC", "MP3 of 48 kHz and one channel"];
const forms = isSweep ? allForms : allForms.filter(([name]) => kinds.includes(name));

describe.concurrent("sound goes on when the source's parameters change:", { timeout: 120_000 }, () => {
  test.each(forms)("%s", async (_, one, two, second) => {
    const { pipeline, of, faults, stop } = startPipeline();
    const bytes = Buffer.concat([await encoded(first, one), await encoded(second, two)]);
    for (let at = 0; at < bytes.length; at += 4_096) pipeline.push(bytes.subarray(at, at + 4_096));
    await waitFor({ of }, 5.7);
    await waitForEnd({ of });
    // The last frames wait for a whole message until then.
    stop();
    expect(faults).toEqual([]);
    const sounds = { opus: await decodeOpus(of("opus")), mp3: decodeMp3(of("mp3")) };
    for (const [kind, sound] of Object.entries(sounds)) {
      const seconds = sound.length / 48_000;
      expect(seconds, kind).toBeGreaterThan(5.6);
      expect(seconds, kind).toBeLessThan(6.4);
      expect(shareOfTone(sound.subarray(48_000, 2 * 48_000), 440), kind).toBeGreaterThan(0.95);
      expect(shareOfTone(sound.subarray(4 * 48_000, 5 * 48_000), 880), kind).toBeGreaterThan(0.95);
    }
    expect(Math.abs(sounds.opus.length - sounds.mp3.length) / 48).toBeLessThan(250);
  });
});

/** Joins what has come, as the room's tape does. */
function record(frames: Record<"opus" | "mp3", UplinkFrame[]>) {
  const payloads: Uint8Array[] = [];
  const waiting = (of: UplinkFrame[]) =>
    new Map(
      of.map(({ seq, at, isDiscontinuity, payload }): [number, WaitingFrame] => {
        payloads.push(payload);
        return [seq, { batch: 0, offset: payloads.length - 1, length: payload.length, at, isDiscontinuity }];
      }),
    );
  const connection: ArrivedConnection = {
    name: "c",
    firstArrivedAt: 0,
    held: {},
    opus: waiting(frames.opus),
    mp3: waiting(frames.mp3),
    levels: new Map(),
  };
  const { packets, mp3 } = assemble(startCursor, [connection], {
    now: 1e12,
    isFinal: true,
    maxPackets: 1e6,
    missingSince: () => 0,
    read: ({ offset }) => payloads[offset] ?? new Uint8Array(),
  });
  return { packets, mp3: concat(mp3) };
}

const hertzOf = (second: number) => 600 + 300 * second;

/** Returns where in the sound each second's tone begins, ms; NaN where it is not heard. */
function onsets(sound: Float32Array, seconds: number): number[] {
  const block = 480;
  return Array.from({ length: seconds }, (_, second) => {
    for (let at = 0; at + 4 * block <= sound.length; at += block / 4) {
      const piece = sound.subarray(at, at + block);
      const isLoud = piece.reduce((sum, sample) => sum + sample * sample, 0) / block > 0.01;
      if (isLoud && shareOfTone(sound.subarray(at + block, at + 4 * block), hertzOf(second)) > 0.9)
        return at / 48;
    }
    return Number.NaN;
  });
}

const sources = {
  MP3: "-ac 2 -c:a libmp3lame -b:a 128k -write_xing 0 -id3v2_version 0 -f mp3",
  Opus: `-ac 2 -c:a libopus -frame_duration 20 ${ogg}`,
  Vorbis: `-ac 2 -c:a libvorbis ${ogg}`,
};

const seconds = 8;
const sound = `aevalsrc=exprs=if(lt(mod(t\\,1)\\,0.2)\\,0.5*sin(2*PI*(600+300*floor(t))*t)\\,0):s=48000:d=${seconds}`;
const recorded = new Map<string, ReturnType<typeof startPipeline>>();

/** ffmpeg starts seconds late, and stays so far behind: as on a machine that is busy while an encoder connects. */
async function broadcastLate(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "cue-late-"));
  const path = process.env.PATH ?? "";
  const ffmpeg = execFileSync("which", ["ffmpeg"], { encoding: "utf8" }).trim();
  const running: (ReturnType<typeof startPipeline> & { bytes: Buffer; sent: number })[] = [];
  for (const [name, words] of Object.entries(sources)) {
    const source = startPipeline();
    recorded.set(name, source);
    running.push({ ...source, bytes: await encoded(sound, words), sent: 0 });
  }
  chmodSync(folder, 0o755);
  const late = `#!/bin/sh\nsleep 3\nexec ${ffmpeg} -re "$@"\n`;
  writeFileSync(join(folder, "ffmpeg"), late, { mode: 0o755 });
  process.env.PATH = `${folder}:${path}`;
  const startedAt = performance.now();
  for (let share = 0; share < 1; await sleep(20)) {
    share = Math.min(1, (performance.now() - startedAt) / 1_000 / seconds);
    for (const source of running) {
      const due = Math.ceil(share * source.bytes.length);
      source.pipeline.push(source.bytes.subarray(source.sent, due));
      source.sent = due;
    }
  }
  process.env.PATH = path;
  for (const source of running) await waitFor(source, seconds - 0.3);
  rmSync(folder, { recursive: true });
}

describe("the MP3 and the Opus of a recording are the same sound at the same time,", () => {
  beforeAll(broadcastLate, 120_000);

  test.each(Object.keys(sources))("of a source that sends %s", async (name) => {
    const source = recorded.get(name);
    if (source === undefined) throw new Error("nothing is recorded");
    const { packets, mp3 } = record({ opus: source.of("opus"), mp3: source.of("mp3") });
    const inOpus = onsets(await decodeOpus(packets.map((payload) => ({ payload }))), seconds);
    const inMp3 = onsets(decodeMp3([{ payload: Buffer.from(mp3) }]), seconds);
    for (let second = 1; second < seconds - 1; second++) {
      expect(inOpus[second], `tone ${second}`).toBeGreaterThan(0);
      expect(Math.abs((inMp3[second] ?? Number.NaN) - (inOpus[second] ?? 0)), `tone ${second}`).toBeLessThan(
        45,
      );
    }
  });
});
