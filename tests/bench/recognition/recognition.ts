import { commonPart } from "#app/domains/recognition/ear/same-recording.ts";
import type { BenchOptions } from "../options.ts";
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
/** What an agent looks for while the delay of its sound is measured. */
const streamedReferences = 1_000;

/** How surely the ear names music at other speeds, in blends, damaged and unknown; and what it costs. */
export async function benchRecognition({ recognition: options }: BenchOptions): Promise<Chapter> {
  const tracks = openTracks(options.real, options.generated);
  const known = tracks.filter((_, place) => place % unknownEvery !== unknownEvery - 1);
  const references = known.map(toReference);
  const unknown = withoutReference(
    tracks.filter((_, place) => place % unknownEvery === unknownEvery - 1),
    known,
  );
  const all: RowFigure[] = [];
  const add = (...more: RowFigure[]) => {
    all.push(...more);
    for (const { what, value } of more) process.stdout.write(`${what}: ${value}\n`);
  };
  const { index, figures } = makeIndex(known);
  add(...figures);
  const split = known.filter((track) => track.split === options.split);
  const part = (count: number) => evenly(split, count);
  const peers = options.peers > 0 ? openPeers(known, options.audfprint) : [];
  const atSpeeds = listenAtSpeeds(index, casesOf(part(options.tracks)));
  add(...toSpeedFigures(atSpeeds));
  const peered = part(options.peers);
  add(toFarFigure(listenAtSpeeds(index, casesOf(peered, farSpeeds))));
  add(
    ...measurePeers(
      index,
      atSpeeds.filter(({ track }) => peered.includes(track)),
      peers,
    ),
  );

  const firstSeed = options.split === "test" ? 100 : 1;
  const inSets = split.length > 12 ? split : known;
  const material = { known: inSets, unknown, firstSeed };
  const sets = hearSets(index, {
    ...material,
    sets: options.sets,
    seconds: options.setMinutes * 60,
    peers,
  });
  add(...toSetFigures(sets), ...toPeerFigures(sets));
  add(toShortFigure(hearShortPlays(index, { ...material, seconds: options.shortMinutes * 60 })));

  const damaged = part(options.damaged);
  add(...measureDamage(index, damaged), measureBlends(index, damaged), measureTalkOver(index, damaged));
  const others = withoutReference([...unknown, ...openOtherTracks(options.real)], known);
  add(...measureNullHours(index, others, options.nullHours));
  add(...measureRelatives(references, part(options.relatives)));
  if (options.harvested > 0) add(...measureHarvest(options.harvested));
  const { sound } = makeMix("set", firstSeed, options.setMinutes * 60, inSets, unknown);
  const costed = sound.subarray(0, costedSamples);
  add(...measureDistractors(references, options.references, damaged, unknown.slice(0, 4), costed));
  add(measureHotSet(references));
  add(
    ...(await measureSoundDelay({
      references: [...references, ...makeDistractors(references, streamedReferences - references.length)],
      tracks: damaged,
      rounds: options.delayRounds,
      durationMs: options.delayMs,
    })),
  );
  add(...(await measureBrowser(known.slice(0, options.crateTracks))));
  add(...measureHistories(index, known), ...(await measureSocieties(sets)));
  return {
    name: "recognition",
    title: "Tracks by ear",
    method: `${known.length} references: ${known.filter(({ isReal }) => isReal).length} of Debian's free game music, the others made by the bench's own sequencer, which flatters every method. Excerpts are of the split "${options.split}". Speeds are made by ffmpeg: varispeed by asetrate, key lock by rubberband. No real vinyl set was measured. Intervals are of 95 %, resampled over tracks or sets.`,
    figures: all,
    closing: toAcceptanceTable(all),
    voidBecause: [],
  };
}

/** Games use the same recording in several pieces: those that a reference has 30 s of are left out. */
function withoutReference(tracks: readonly Track[], known: readonly Track[]): Track[] {
  const references = known.map((track) => toReference(track).peaks);
  return tracks.filter((track) => {
    const { peaks } = toReference(track);
    return references.every((reference) => commonPart(peaks, reference) === null);
  });
}

/** So many of the tracks, real and generated alike. */
function evenly(tracks: readonly Track[], count: number): Track[] {
  const real = tracks.filter(({ isReal }) => isReal);
  const made = tracks.filter(({ isReal }) => !isReal);
  const reals = Math.min(real.length, Math.max(Math.ceil(count / 2), count - made.length));
  return [...real.slice(0, reals), ...made.slice(0, count - reals)];
}
