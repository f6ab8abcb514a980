import type { LandmarkIndex, Reference } from "#packages/fingerprint/landmark-index.ts";
import { commonPart } from "#packages/fingerprint/same-recording.ts";
import type { BenchOptions, RecognitionOptions } from "../options.ts";
import type { Chapter } from "../report.ts";
import { type RowFigure, toAcceptanceTable } from "./acceptance.ts";
import { measureBrowser } from "./browser-speed.ts";
import { measureDamage } from "./damage.ts";
import { makeDistractors, measureDistractors, measureHotSet } from "./distractors.ts";
import { measureHarvest } from "./harvest.ts";
import { measureHistories } from "./history-night.ts";
import { makeIndex } from "./index-size.ts";
import { openOtherTracks, openTracks, type Track, toReference } from "./material.ts";
import { makeMix } from "./mixes.ts";
import { measureNullHours } from "./null-sound.ts";
import { measureBlends, measureTalkOver } from "./overlays.ts";
import { openPeers } from "./peers/open-peers.ts";
import type { Peer } from "./peers/peer.ts";
import { measureRelatives } from "./relatives.ts";
import { toSetFigures, toShortFigure } from "./set-figures.ts";
import { toPeerFigures } from "./set-peers.ts";
import { hearSets, hearShortPlays } from "./sets.ts";
import { measureSocieties } from "./society-fields.ts";
import { measureSoundDelay } from "./sound-delay.ts";
import { measurePeers } from "./speed-peers.ts";
import { casesOf, farSpeeds, listenAtSpeeds, toFarFigure, toSpeedFigures } from "./speeds.ts";

/** One in so many tracks is no reference. */
const unknownEvery = 6;
/** Samples of a set by which the cost of a large index is measured. */
const costedSamples = 300 * 48_000;
/** Number of references that an agent looks for while the delay of its sound is measured. */
const streamedReferences = 1_000;

/** Measures how surely the ear names music at other speeds, in blends, damaged and unknown; and what it costs. */
export async function benchRecognition({ recognition: options }: BenchOptions): Promise<Chapter> {
  const material = openMaterial(options);
  const { known, references } = material;
  const { index, figures } = makeIndex(known);
  const all: RowFigure[] = [];
  const add = (more: readonly RowFigure[]) => {
    all.push(...more);
    for (const { what, value } of more) process.stdout.write(`${what}: ${value}\n`);
  };
  add(figures);
  const peers = options.peers > 0 ? openPeers(known, options.programs) : [];
  add(measureSpeeds(index, material, options, peers));
  const damaged = material.part(options.damaged);
  add([...measureDamage(index, damaged), measureBlends(index, damaged), measureTalkOver(index, damaged)]);
  const ofSets = { ...material.ofSets, seconds: options.setMinutes * 60 };
  const sets = hearSets(index, { ...ofSets, sets: options.sets, peerSets: options.peerSets, peers });
  add([...toSetFigures(sets), ...toPeerFigures(sets)]);
  add([toShortFigure(hearShortPlays(index, { ...ofSets, seconds: options.shortMinutes * 60 }))]);
  add(measureNullHours(index, material.others, options.nullHours));
  add(measureRelatives(references, material.part(options.relatives)));
  if (options.harvested > 0) add(measureHarvest(options.harvested));
  const { known: inSet, unknown, firstSeed, seconds } = ofSets;
  const costed = makeMix("set", firstSeed, seconds, inSet, unknown).sound.subarray(0, costedSamples);
  add(measureDistractors(references, options.references, damaged, unknown.slice(0, 4), costed));
  add([measureHotSet(references)]);
  const streamed = [...references, ...makeDistractors(references, streamedReferences - references.length)];
  const { delayRounds: rounds, delayMs: durationMs } = options;
  add(await measureSoundDelay({ references: streamed, tracks: damaged, rounds, durationMs }));
  add(await measureBrowser(known.slice(0, options.crateTracks)));
  add(measureHistories(index, known));
  add(await measureSocieties(sets));
  return {
    name: "recognition",
    title: "Tracks by ear",
    method: `${known.length} references: ${known.filter(({ isReal }) => isReal).length} of Debian's free game music, the others made by the bench's own sequencer, which flatters every method. Excerpts are of the split "${options.split}". Speeds are made by ffmpeg: varispeed by asetrate, key lock by rubberband. No real vinyl set was measured. Intervals are of 95 %, resampled over tracks or sets.`,
    figures: all,
    closing: toAcceptanceTable(all),
    voidBecause: [],
  };
}

interface Material {
  /** Tracks that are references. */
  known: readonly Track[];
  references: readonly Reference[];
  /** Real tracks that are none. */
  others: readonly Track[];
  ofSets: { known: readonly Track[]; unknown: readonly Track[]; firstSeed: number };
  /** So many tracks of the split, real and generated alike. */
  part: (count: number) => Track[];
}

function openMaterial(options: RecognitionOptions): Material {
  const tracks = openTracks(options.real, options.generated);
  const isUnknown = (place: number) => place % unknownEvery === unknownEvery - 1;
  const known = tracks.filter((_, place) => !isUnknown(place));
  const unknown = withoutReference(
    tracks.filter((_, place) => isUnknown(place)),
    known,
  );
  const real = unknown.filter(({ isReal }) => isReal);
  const others = withoutReference([...real, ...openOtherTracks(options.real)], known);
  const split = known.filter((track) => track.split === options.split);
  // A set needs more tracks than a small split has; those of the test split are heard in its own figures alone.
  const allowed = known.filter((track) => options.split === "test" || track.split !== "test");
  const inSets = split.length > 12 ? split : allowed;
  return {
    known,
    references: known.map(toReference),
    others,
    ofSets: { known: inSets, unknown, firstSeed: options.split === "test" ? 100 : 1 },
    part: (count) => evenly(split, count),
  };
}

/** Set A, also for peers. */
function measureSpeeds(
  index: LandmarkIndex,
  { part }: Material,
  options: RecognitionOptions,
  peers: readonly Peer[],
): RowFigure[] {
  const results = listenAtSpeeds(index, casesOf(part(options.tracks)));
  const peered = part(options.peers);
  const far = listenAtSpeeds(index, casesOf(peered, farSpeeds));
  const asked = results.filter(({ track }) => peered.includes(track));
  return [...toSpeedFigures(results), toFarFigure(far), ...measurePeers(index, asked, peers)];
}

/** Games use the same recording in several pieces: those that a reference has 30 s of are left out. */
function withoutReference(tracks: readonly Track[], known: readonly Track[]): Track[] {
  const references = known.map((track) => toReference(track).peaks);
  return tracks.filter((track) => {
    const { peaks } = toReference(track);
    return references.every((reference) => commonPart(peaks, reference) === null);
  });
}

function evenly(tracks: readonly Track[], count: number): Track[] {
  const real = tracks.filter(({ isReal }) => isReal);
  const made = tracks.filter(({ isReal }) => !isReal);
  const reals = Math.min(real.length, Math.max(Math.ceil(count / 2), count - made.length));
  return [...real.slice(0, reals), ...made.slice(0, count - reals)];
}
