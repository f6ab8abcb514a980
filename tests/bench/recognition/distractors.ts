/** Set H: many more references, and what searching them costs. */
import { LandmarkIndex, type Reference } from "#packages/fingerprint/landmark-index.ts";
import { decodePeaks, encodePeaks } from "#packages/fingerprint/peak-format.ts";
import { Peaks, strong } from "#packages/fingerprint/peaks.ts";
import { framesPerSecond } from "#packages/fingerprint/scale.ts";
import { percent } from "../report.ts";
import type { RowFigure } from "./acceptance.ts";
import { play } from "./excerpts.ts";
import { hear, namedAt } from "./hearing.ts";
import type { Track } from "./material.ts";
import { createRandom, pick } from "./music/random.ts";
import { toList } from "./shares.ts";

const seconds = 330;
const frames = Math.round(seconds * framesPerSecond);
const pieceFrames = 500;

/** Returns references like music: pieces of 8 s of the given ones in another order and at another pitch. */
export function makeDistractors(sources: readonly Reference[], count: number): Reference[] {
  const random = createRandom(5);
  const decoded = sources.map(({ peaks }) => decodePeaks(peaks));
  return Array.from({ length: count }, (_, number) => {
    const peaks = new Peaks();
    const pitch = 0.75 + random() * 0.5;
    for (let start = 0; start < frames; start += pieceFrames) {
      const source = pick(random, decoded);
      const from = random() * Math.max(0, source.frames - pieceFrames);
      for (let each = 0; each < source.peaks.count; each++) {
        const time = (source.peaks.times[each] ?? 0) - from;
        const bin = (source.peaks.bins[each] ?? 0) * pitch;
        if (time >= 0 && time < pieceFrames && bin > 8 && bin < 448) peaks.push(start + time, bin, strong);
      }
    }
    return { id: `distractor ${number}`, peaks: encodePeaks({ frames, peaks }) };
  });
}

/** The most that a stream's own list has. */
const hotSet = 1_500;
/** The product's budget for searching. */
const budget = 0.03;
/** Processor share of a stream, from so many references on. */
const processorAims = [
  { references: 10_000, share: 0.03 },
  { references: 1_000, share: 0.02 },
];

const hourBytes = (index: LandmarkIndex) => index.bytes / ((index.size * seconds) / 3_600);

/** Memory of a full list; its references are of ordinary length. */
export function measureHotSet(references: readonly Reference[]): RowFigure {
  const index = new LandmarkIndex();
  index.add(makeDistractors(references, hotSet));
  return {
    what: `H: memory of a hot set of ${hotSet} (${Math.round((hotSet * seconds) / 3_600)} h)`,
    value: `${(index.bytes / 1e6).toFixed(0)} MB, ${(hourBytes(index) / 1e6).toFixed(2)} MB an hour`,
    aim: "≤ 100 MB, ≤ 1.4 MB an hour",
    row: 11,
    isReached: index.bytes <= 100e6 && hourBytes(index) <= 1.4e6,
  };
}

/**
 * Measures the change when the references are among so many: excerpts at -5 % as a turntable and +5 % with key lock, a
 * set, and unknown sound.
 */
export function measureDistractors(
  references: readonly Reference[],
  counts: readonly number[],
  tracks: readonly Track[],
  unknown: readonly Track[],
  set: Float32Array,
): RowFigure[] {
  const missing = processorAims.filter((aim) => counts.every((count) => count < aim.references));
  const open = missing.map((aim): RowFigure => {
    const what = `H, ${aim.references} references: processor`;
    return { what, value: "not asked for", aim: `≤ ${percent(aim.share)}`, row: 10, isReached: "open" };
  });
  const measured = counts.flatMap((count): RowFigure[] => {
    const index = new LandmarkIndex();
    index.add([...references, ...makeDistractors(references, count - references.length)]);
    const cases = tracks.flatMap((track) => [
      { track, sound: play({ track, playback: "varispeed", speed: 0.95, from: 25, seconds: 30 }) },
      { track, sound: play({ track, playback: "keyLock", speed: 1.05, from: 25, seconds: 30 }) },
    ]);
    let named = 0;
    const wrong: string[] = [];
    for (const { track, sound } of cases) {
      const heard = hear(index, sound);
      if (namedAt(heard, track.id) !== undefined) named++;
      for (const { reference, certainty } of heard.lines)
        if (certainty === "named" && reference !== track.id) wrong.push(`${track.id} called ${reference}`);
    }
    const lost = unknown.map((track) => {
      const sound = play({ track, playback: "varispeed", speed: 1.02, from: 10, seconds: 60 });
      return { all: hear(index, sound), kept: hear(index, sound, { share: budget }) };
    });
    const nulls = lost.flatMap(({ all }) => all.lines);
    const share = (of: "all" | "kept") =>
      lost.reduce((sum, each) => sum + each[of].processorMs, 0) /
      lost.reduce((sum, each) => sum + each[of].seconds, 0) /
      1_000;
    const inSet = hear(index, set, { share: budget });
    const mean = inSet.processorMs / inSet.seconds / 1_000;
    const most = processorAims.find((aim) => index.size >= aim.references)?.share;
    const name = `H, ${index.size} references`;
    return [
      {
        what: `${name}: named within 30 s at -5 % and +5 % key lock`,
        value: `${named}/${cases.length}, wrong: ${toList(wrong)}`,
      },
      {
        what: `${name}: processor, mean of ${Math.round(inSet.seconds / 60)} min of a set`,
        value: percent(mean),
        row: 10,
        ...(most !== undefined && { aim: `≤ ${percent(most)}`, isReached: mean <= most }),
      },
      {
        what: `${name}: processor while nothing is found, free / with the budget of 3 %`,
        value: `${percent(share("all"))} / ${percent(share("kept"))}`,
      },
      {
        what: `${name}: unknown sound named, possible, of ${lost.length} min`,
        value: `${nulls.filter(({ certainty }) => certainty === "named").length}, ${nulls.length}`,
        aim: "0",
      },
      {
        what: `${name}: memory of the index with peaks`,
        value: `${(index.bytes / 1e6).toFixed(0)} MB, ${(hourBytes(index) / 1e6).toFixed(2)} MB an hour`,
      },
    ];
  });
  return [...measured, ...open];
}
