/** Recordings of steady tones: whether their lengths are right, and whether the joins of their chunks can be heard. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { addPerson } from "#tests/fixtures/database.ts";
import { CueInstance } from "#tests/fixtures/instance.ts";
import type { Person } from "#tests/fixtures/people.ts";
import { encoderFormats } from "#tests/fixtures/rig/encoder-formats.ts";
import type { BenchOptions } from "../options.ts";
import { type Chapter, ms } from "../report.ts";
import { largestBreak, withLostPackets } from "./tone-breaks.ts";

const performers = 5;
/** Chunks of a recording. */
const chunkMs = 20_000;
const rate = 48_000;
/** A join is looked for this far around its place. */
const aroundMs = 80;
/** One encoder leaves after this time, and is back after the second. */
const leaves = { afterMs: 47_000, forMs: 1_500 } as const;
/** Between two performers' beginnings: no chunk of one ends with another's. */
const staggerMs = 1_300;

interface Own {
  id: string;
  duration: number;
  endTime: number | null;
}

interface Checked {
  /** The decoded file is so much longer than the recording says, ms. */
  off: { opus: number; mp3: number };
  joins: number;
  /** Joins at which the tone breaks more than it does anywhere else. */
  clicks: { opus: number; mp3: number };
  /** Of as many lost packets that are planted at the joins, those that are found. */
  planted: { opus: number; mp3: number };
}

/** Five performers on their profiles at the same time, `minutes` long: as many joins as one would have in five times that. */
export async function benchReplayJoins({ minutes }: BenchOptions): Promise<Chapter> {
  const cue = await CueInstance.start();
  try {
    const checked = await Promise.all(
      Array.from({ length: performers }, (_, place) => broadcast(cue, place, minutes * 60_000)),
    );
    const sum = (of: (each: Checked) => number) => checked.reduce((all, each) => all + of(each), 0);
    const most = (of: (each: Checked) => number) => Math.max(...checked.map((each) => Math.abs(of(each))));
    return {
      name: "replay-joins",
      title: "Joins of recordings",
      method: `${performers} performers send a steady tone each to their own profile for ${minutes} minutes, ${staggerMs / 1_000} s apart; the last one's encoder is away for ${leaves.forMs / 1_000} s. The files are decoded by ffmpeg. Around a join of two chunks the sound is compared with the tone that fits it best: a click is three times what 97 % of 300 other places have.`,
      figures: [
        { what: "recordings, joins of chunks", value: `${checked.length}, ${sum(({ joins }) => joins)}` },
        {
          what: "joins with a click, Opus / MP3",
          value: `${sum(({ clicks }) => clicks.opus)} / ${sum(({ clicks }) => clicks.mp3)}`,
          aim: "0",
        },
        {
          what: "found of a lost packet planted at each join, Opus / MP3",
          value: `${sum(({ planted }) => planted.opus)} / ${sum(({ planted }) => planted.mp3)}`,
          aim: "all",
        },
        {
          what: "decoded Opus beside the length that is said, at most",
          value: ms(most(({ off }) => off.opus)),
          aim: "± 20 ms",
        },
        { what: "decoded MP3 beside it, at most", value: ms(most(({ off }) => off.mp3)) },
      ],
      voidBecause: [],
    };
  } finally {
    await cue.stop();
  }
}

async function broadcast(cue: CueInstance, place: number, forMs: number): Promise<Checked> {
  const performer = await addPerson(cue, `Tone${place}`);
  const { mount, password } = await cue.makePerformer(performer.username);
  // No whole number of periods in a packet: a lost one shifts the tone.
  const hz = 312.5 + 75 * place;
  await sleep(place * staggerMs);
  const send = () => startTone(hz, `127.0.0.1:${cue.ingestPort}`, mount, password);
  let encoder = send();
  let left = forMs;
  if (place === performers - 1) {
    await sleep(leaves.afterMs);
    await stop(encoder);
    await sleep(leaves.forMs);
    encoder = send();
    left -= leaves.afterMs;
  }
  await sleep(left);
  await stop(encoder);
  const replay = await completed(performer);
  const [opus, mp3] = await Promise.all(["opus", "mp3"].map((kind) => check(cue, replay, kind, hz)));
  if (opus === undefined || mp3 === undefined) throw new Error("no file");
  return {
    off: { opus: opus.off, mp3: mp3.off },
    joins: opus.joins,
    clicks: { opus: opus.clicks, mp3: mp3.clicks },
    planted: { opus: opus.planted, mp3: mp3.planted },
  };
}

function startTone(hz: number, host: string, mount: string, password: string): ChildProcess {
  const input = `-v error -re -f lavfi -i sine=frequency=${hz}:sample_rate=${rate} -af volume=0.5 -ac 2`;
  const output = `${encoderFormats.mp3} icecast://source:${password}@${host}/${mount}`;
  return spawn("ffmpeg", `${input} ${output}`.split(" "), { stdio: "ignore" });
}

async function stop(encoder: ChildProcess): Promise<void> {
  if (encoder.exitCode !== null) throw new Error("an encoder has ended");
  encoder.kill("SIGKILL");
  await once(encoder, "exit");
}

async function completed(performer: Person): Promise<Own> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(1_000)) {
    const [replay] = (await performer.get<Own[]>("/api/replays/getMine")).body;
    if (replay !== undefined && replay.endTime !== null) return replay;
  }
  throw new Error("A recording was not complete within two minutes.");
}

async function check(cue: CueInstance, { id, duration }: Own, kind: string, hz: number) {
  const response = await fetch(`${cue.origin}/replay/${id}.${kind}`);
  if (!response.ok) throw new Error(`${id}.${kind}: ${response.status}`);
  const sound = decode(new Uint8Array(await response.arrayBuffer()));
  const joins = Array.from(
    { length: Math.floor((duration - 1) / chunkMs) },
    (_, place) => (place + 1) * chunkMs,
  );
  const around = (at: number, of = sound) =>
    largestBreak(of, { hz, rate, from: at - aroundMs, to: at + aroundMs });
  // Where the encoder was away the tone breaks by itself: the middle of what is found elsewhere is compared.
  const elsewhere = Array.from({ length: 300 }, (_, place) =>
    around(1_000 + ((duration - 2_000) * (place + 0.37)) / 300),
  );
  const usual = elsewhere.toSorted((a, b) => a - b)[Math.floor(elsewhere.length * 0.97)] ?? 0;
  const isClick = (found: number) => found > 3 * usual + 0.01;
  const clicks = joins.filter((at) => isClick(around(at))).length;
  const damaged = withLostPackets(sound, joins, rate);
  const planted = joins.filter((at) => isClick(around(at, damaged))).length;
  return { off: (sound.length / rate) * 1_000 - duration, joins: joins.length, clicks, planted };
}

function decode(bytes: Uint8Array): Float32Array {
  const words = `-v error -i pipe:0 -f f32le -ac 1 -ar ${rate} pipe:1`.split(" ");
  const { stdout, status } = spawnSync("ffmpeg", words, { input: bytes, maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error("ffmpeg could not decode a recording.");
  return new Float32Array(stdout.buffer, stdout.byteOffset, stdout.byteLength >> 2).slice();
}
