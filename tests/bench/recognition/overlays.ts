/** Set B: something as loud as the track above it: another track, or somebody who talks. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { LandmarkIndex } from "#packages/fingerprint/landmark-index.ts";
import type { RowFigure } from "./acceptance.ts";
import { damagedExcerpt, isNamed } from "./damage.ts";
import { play } from "./excerpts.ts";
import { hear } from "./hearing.ts";
import type { Track } from "./material.ts";
import { withSound } from "./music/levels.ts";
import { cached, cacheFolder, decode } from "./music/sound-files.ts";
import { isEveryKindAtLeast, toShares } from "./shares.ts";

const rate = 48_000;

/** Each track with the next one of its kind. */
export function measureBlends(index: LandmarkIndex, tracks: readonly Track[]): RowFigure {
  const pairs = tracks.map((track, place) => {
    const others = [...tracks.slice(place + 1), ...tracks.slice(0, place)];
    return { track, other: others.find(({ isReal }) => isReal === track.isReal) ?? others[0] ?? track };
  });
  const results = pairs.map(({ track, other }) => {
    const [one, two] = [track, other].map((each) => play({ track: each, ...damagedExcerpt }));
    if (one === undefined || two === undefined) return { track, named: 0 };
    const heard = hear(index, withSound(one, two, 0));
    return { track, named: [track, other].filter((each) => isNamed(heard, each)).length };
  });
  const cases = results.map(({ track, named }) => ({ track, isGood: named === 2 }));
  return {
    what: "B, two tracks at 0 dB for 30 s: both named",
    value: `${toShares(cases)}; only one in ${results.filter(({ named }) => named === 1).length}`,
    aim: "≥ 60 %",
    row: 4,
    isReached: isEveryKindAtLeast(cases, 0.6),
  };
}

const talk = { from: 20, to: 28, end: 45 } as const;

/** Somebody talks for 8 s while a track plays that is known already. */
export function measureTalkOver(index: LandmarkIndex, tracks: readonly Track[]): RowFigure {
  const what = `B, talk-over at 0 dB for ${talk.to - talk.from} s: followed to the end, as one line`;
  const aim = "all";
  const speech = makeSpeech(talk.to - talk.from);
  if (speech === undefined) return { what, value: "espeak-ng is not installed", aim, row: 4 };
  const cases = tracks.map((track) => {
    const sound = play({ track, ...damagedExcerpt, seconds: talk.end });
    const [first, last] = [talk.from * rate, talk.to * rate];
    // As loud before and after as in the talk.
    const spoken = sound.map((value) => 0.5 * value);
    spoken.set(withSound(sound.subarray(first, last), speech, 0), first);
    const lines = hear(index, spoken).lines.filter(({ reference }) => reference === track.id);
    const [line] = lines;
    const isOne = lines.length === 1 && line?.certainty === "named";
    return { track, isGood: isOne && line.from < talk.from && line.to > talk.end - 4 };
  });
  return { what, value: toShares(cases), aim, row: 4, isReached: isEveryKindAtLeast(cases, 1) };
}

const words =
  "Good evening everybody, and welcome back to the late show. You are listening to two hours of records, and the next one has been asked for by many of you.";

function makeSpeech(seconds: number): Float32Array | undefined {
  mkdirSync(cacheFolder, { recursive: true });
  const file = join(cacheFolder, "speech.wav");
  if (spawnSync("espeak-ng", ["-v", "en", "-w", file, words]).status !== 0) return undefined;
  return cached(`speech-${seconds}`, () => decode(file, { seconds }));
}
