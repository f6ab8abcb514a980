/** Encoders of steady tones, and the sound of what was recorded of them. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { ReplayGap } from "#app/domains/air/replays/contract.ts";
import type { CueInstance, Ingest } from "#tests/fixtures/instance.ts";
import type { Person } from "#tests/fixtures/people.ts";
import { encoderFormats } from "#tests/fixtures/rig/encoder-formats.ts";
import { largestBreak, withLostPackets } from "./tone-breaks.ts";

export const rate = 48_000;
/** Length of a recording's chunk. */
const chunkMs = 20_000;
/** A join is looked for this far around its place. */
export const aroundMs = 80;
/** So many other places say how far the sound usually is from its tone. */
const places = 300;

/** No whole number of periods in a packet: a lost one shifts the tone. */
export const toneOf = (performer: number): number => 312.5 + 75 * performer;

export function startTone(hz: number, { mount, password, port }: Ingest): ChildProcess {
  const input = `-v error -re -f lavfi -i sine=frequency=${hz}:sample_rate=${rate} -af volume=0.5 -ac 2`;
  const output = `${encoderFormats.mp3} icecast://source:${password}@127.0.0.1:${port}/${mount}`;
  return spawn("ffmpeg", `${input} ${output}`.split(" "), { stdio: "ignore" });
}

export async function stopTone(encoder: ChildProcess): Promise<void> {
  if (encoder.exitCode !== null) throw new Error("an encoder has ended");
  encoder.kill("SIGKILL");
  await once(encoder, "exit");
}

export interface CompleteReplay {
  id: string;
  startTime: number;
  duration: number;
  gaps: ReplayGap[];
}

/** The only recording of this performer, once it is complete. */
export async function completed(cue: CueInstance, performer: Person): Promise<CompleteReplay> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(1_000)) {
    const { body } = await performer.get<{ id: string; endTime: number | null }[]>("/api/replays/getMine");
    const [replay] = body;
    if (replay === undefined || replay.endTime === null) continue;
    const described = await fetch(`${cue.origin}/replay/${replay.id}.json`);
    return (await described.json()) as CompleteReplay;
  }
  throw new Error("A recording was not complete within two minutes.");
}

export async function fileOf(cue: CueInstance, id: string, kind: string): Promise<Uint8Array> {
  const response = await fetch(`${cue.origin}/replay/${id}.${kind}`);
  if (!response.ok) throw new Error(`${id}.${kind}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** One channel of a file, decoded by ffmpeg. */
export function decode(bytes: Uint8Array): Float32Array {
  const words = `-v error -i pipe:0 -f f32le -ac 1 -ar ${rate} pipe:1`.split(" ");
  const { stdout, status } = spawnSync("ffmpeg", words, { input: bytes, maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error("ffmpeg could not decode a recording.");
  return new Float32Array(stdout.buffer, stdout.byteOffset, stdout.byteLength >> 2).slice();
}

/** Returns where the chunks of a recording of this length are joined, ms. */
export const joinsOf = (duration: number): number[] =>
  Array.from({ length: Math.floor((duration - 1) / chunkMs) }, (_, place) => (place + 1) * chunkMs);

/** Places that are no joins, spread over a recording, ms. */
export const otherPlaces = (duration: number, count = places): number[] =>
  Array.from({ length: count }, (_, place) => 1_000 + ((duration - 2_000) * (place + 0.37)) / count);

/**
 * Whether a break is a click: three times what nearly all other places have. Not all: where the encoder was away, the
 * tone breaks by itself.
 */
export function clickAmong(elsewhere: readonly number[]): (found: number) => boolean {
  const usual = elsewhere.toSorted((a, b) => a - b)[Math.floor(elsewhere.length * 0.97)] ?? 0;
  return (found) => found > 3 * usual + 0.01;
}

export interface CheckedSound {
  joins: number;
  /** Joins at which the tone breaks more than it does elsewhere. */
  clicks: number;
  /** Number of found ones of the lost packets that are planted at the joins. */
  planted: number;
}

export function checkJoins(sound: Float32Array, duration: number, hz: number): CheckedSound {
  const joins = joinsOf(duration);
  const around = (at: number, of = sound) =>
    largestBreak(of, { hz, rate, from: at - aroundMs, to: at + aroundMs });
  const isClick = clickAmong(otherPlaces(duration).map((at) => around(at)));
  const damaged = withLostPackets(sound, joins, rate);
  return {
    joins: joins.length,
    clicks: joins.filter((at) => isClick(around(at))).length,
    planted: joins.filter((at) => isClick(around(at, damaged))).length,
  };
}
