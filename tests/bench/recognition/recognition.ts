import { LandmarkIndex } from "#app/domains/recognition/ear/landmark-index.ts";
import { commonPart } from "#app/domains/recognition/ear/same-recording.ts";
import type { BenchOptions } from "../options.ts";
import type { Chapter, Figure } from "../report.ts";
import { measureDamage, measureUnknown } from "./damage.ts";
import { measureDistractors } from "./distractors.ts";
import { measureHarvest } from "./harvest.ts";
import { openTracks, type Track, toReference } from "./material.ts";
import { measureSets } from "./sets.ts";
import { measureSpeeds } from "./speeds.ts";

/** One in so many tracks is no reference. */
const unknownEvery = 6;

/** How surely the ear names music at other speeds, in blends, damaged and unknown; and what it costs. */
export async function benchRecognition({ recognition: options }: BenchOptions): Promise<Chapter> {
  const tracks = openTracks(options.real, options.generated);
  const known = tracks.filter((_, place) => place % unknownEvery !== unknownEvery - 1);
  const { unknown, shared } = unknownOf(tracks, known);
  const { index, figures } = makeIndex(known);
  const test = known.filter(({ split }) => split === options.split);
  const part = (count: number) => evenly(test, count);
  const all: Figure[] = [
    {
      what: "unknown tracks; left out, because a reference has 30 s of them",
      value: `${unknown.length}; ${shared}`,
    },
  ];
  const add = (more: readonly Figure[]) => {
    all.push(...more);
    for (const { what, value } of more) process.stdout.write(`${what}: ${value}\n`);
  };
  add(figures);
  add(measureSpeeds(index, known, part(options.tracks), options.peers));
  const firstSeed = options.split === "test" ? 100 : 1;
  const inSets = test.length > 12 ? test : known;
  const setSeconds = options.setMinutes * 60;
  add(measureSets(index, { known: inSets, unknown, sets: options.sets, seconds: setSeconds, firstSeed }));
  add(measureDamage(index, part(options.damaged)));
  add(measureUnknown(index, unknown, options.unknownSpeeds));
  add(
    measureDistractors(
      known.map(toReference),
      options.references,
      part(options.damaged),
      unknown.slice(0, 4),
    ),
  );
  if (options.harvested > 0) add(measureHarvest(options.harvested));
  return {
    name: "recognition",
    title: "Tracks by ear",
    method: `${known.length} references: ${known.filter(({ isReal }) => isReal).length} of Debian's free game music, the others made by the bench's own sequencer, which flatters every method. Excerpts are of the split "${options.split}". Speeds are made by ffmpeg: varispeed by asetrate, key lock by rubberband. No real vinyl set was measured. Intervals are of 95 %, resampled over tracks or sets.`,
    figures: all,
    voidBecause: [],
  };
}

/** Tracks that are no references; games use the same recording in several pieces. */
function unknownOf(tracks: readonly Track[], known: readonly Track[]): { unknown: Track[]; shared: number } {
  const others = tracks.filter((_, place) => place % unknownEvery === unknownEvery - 1);
  const references = known.map((track) => toReference(track).peaks);
  const unknown = others.filter((track) => {
    const { peaks } = toReference(track);
    return references.every((reference) => commonPart(peaks, reference) === null);
  });
  return { unknown, shared: others.length - unknown.length };
}

function makeIndex(known: readonly Track[]): { index: LandmarkIndex; figures: Figure[] } {
  const index = new LandmarkIndex();
  const references = known.map((track) => ({ ...toReference(track), seconds: track.seconds }));
  index.add(references);
  const hours = references.reduce((sum, { seconds }) => sum + seconds, 0) / 3_600;
  const made = references.filter(({ processorMs }) => processorMs !== undefined);
  const speed =
    made.reduce((sum, { seconds }) => sum + seconds, 0) /
    (made.reduce((sum, { processorMs = 0 }) => sum + processorMs, 0) / 1_000);
  const peaks = references.reduce((sum, reference) => sum + reference.peaks.length, 0);
  return {
    index,
    figures: [
      { what: "references", value: `${index.size}, ${hours.toFixed(2)} h` },
      {
        what: "index with peaks, per hour of reference",
        value: `${(index.bytes / hours / 1e6).toFixed(2)} MB`,
        aim: "≤ 1.4 MB",
      },
      { what: "peaks as uploaded, per hour", value: `${(peaks / hours / 1e3).toFixed(0)} kB` },
      {
        what: "fingerprinting, of one core",
        value: made.length === 0 ? "cached" : `${speed.toFixed(0)} × real time`,
        aim: "≥ 60 ×",
      },
    ],
  };
}

/** So many of the tracks, real and generated alike. */
function evenly(tracks: readonly Track[], count: number): Track[] {
  const real = tracks.filter(({ isReal }) => isReal);
  const made = tracks.filter(({ isReal }) => !isReal);
  const reals = Math.min(real.length, Math.max(Math.ceil(count / 2), count - made.length));
  return [...real.slice(0, reals), ...made.slice(0, count - reals)];
}
