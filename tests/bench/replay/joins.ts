/** Recordings of steady tones: whether their lengths are right, and whether the joins of their chunks can be heard. */
import { setTimeout as sleep } from "node:timers/promises";
import { addPerson } from "#tests/fixtures/database.ts";
import { CueInstance } from "#tests/fixtures/instance.ts";
import type { BenchOptions } from "../options.ts";
import { type Chapter, ms } from "../report.ts";
import { checkJoins, completed, decode, fileOf, rate, startTone, stopTone, toneOf } from "./tones.ts";

const performers = 5;
/** One encoder leaves after this time, and is back after the second. */
const leaves = { afterMs: 47_000, forMs: 1_500 } as const;
/** Time between two performers' beginnings: no chunk of one ends with another's. */
const staggerMs = 1_300;

interface Checked {
  /** The decoded file is so much longer than the recording says, ms. */
  off: { opus: number; mp3: number };
  joins: number;
  /** Joins at which the tone breaks more than it does anywhere else. */
  clicks: { opus: number; mp3: number };
  /** Found ones of the lost packets that are planted at the joins. */
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
  const ingest = await cue.makePerformer(performer.username);
  const hz = toneOf(place);
  await sleep(place * staggerMs);
  let encoder = startTone(hz, ingest);
  let left = forMs;
  if (place === performers - 1) {
    await sleep(leaves.afterMs);
    await stopTone(encoder);
    await sleep(leaves.forMs);
    encoder = startTone(hz, ingest);
    left -= leaves.afterMs;
  }
  await sleep(left);
  await stopTone(encoder);
  const { id, duration } = await completed(cue, performer);
  const check = async (kind: string) => {
    const sound = decode(await fileOf(cue, id, kind));
    return { off: (sound.length / rate) * 1_000 - duration, ...checkJoins(sound, duration, hz) };
  };
  const [opus, mp3] = [await check("opus"), await check("mp3")];
  return {
    off: { opus: opus.off, mp3: mp3.off },
    joins: opus.joins,
    clicks: { opus: opus.clicks, mp3: mp3.clicks },
    planted: { opus: opus.planted, mp3: mp3.planted },
  };
}
