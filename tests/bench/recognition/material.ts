import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { Decimator } from "#packages/fingerprint/decimate.ts";
import type { Reference } from "#packages/fingerprint/landmark-index.ts";
import { encodePeaks } from "#packages/fingerprint/peak-format.ts";
import { extractPeaks } from "#packages/fingerprint/peak-stream.ts";
import { hopSamples } from "#packages/fingerprint/scale.ts";
import { compose, type Kit, type Parts } from "./music/compose.ts";
import { cached, cachedFile, cacheFolder, decode, listSounds, openKit } from "./music/sound-files.ts";

/** Tracks are split by name, so that nothing is tuned on what is tested. */
type Split = "develop" | "calibrate" | "test";

export interface Track {
  id: string;
  isReal: boolean;
  split: Split;
  seconds: number;
  /** 48 kHz, mono. */
  sound: () => Float32Array;
  file: string;
  /** The file that a real track was decoded from. */
  source?: string;
}

/** Free game music of Debian: warzone2100-music, wesnoth-1.16-music, xmoto-data. */
const folders = [
  "/usr/share/games/warzone2100/music",
  "/usr/share/games/wesnoth/1.16/data/core/music",
  "/usr/share/games/xmoto/Textures/Musics",
];
const generatedSeconds = 105;
/** Length of the used part of a real track. */
const realSeconds = 120;
const minSeconds = 75;
/** Generated tracks change with this. */
const composer = 1;

/** Returns up to so many real tracks, and so many generated ones. */
export function openTracks(most: number, generated: number): Track[] {
  const real = chooseFiles(most).chosen.map((file) => openReal(file));
  const made = Array.from({ length: generated }, (_, seed) =>
    toTrack(`generated-${composer}-${seed}`, false, () => composeTrack(seed, generatedSeconds)),
  );
  return [...real, ...made].filter(isLongEnough);
}

/** Returns the real tracks that `openTracks` leaves out when it opens so many. */
export const openOtherTracks = (most: number): Track[] =>
  chooseFiles(most)
    .others.map((file) => openReal(file))
    .filter(isLongEnough);

const isLongEnough = ({ seconds }: Track) => seconds >= minSeconds;

/** Chooses from all folders, not only the first. */
function chooseFiles(most: number): { chosen: string[]; others: string[] } {
  const files = folders.flatMap((folder) => listSounds(folder));
  const every = Math.max(1, Math.floor(files.length / most));
  const chosen = files.filter((_, place) => place % every === 0).slice(0, most);
  const others = files.filter((file) => !chosen.includes(file));
  return { chosen, others };
}

/** Returns generated tracks of this length, none of which is among the others. */
export function composeTracks(count: number, seconds: number): Track[] {
  return Array.from({ length: count }, (_, place) => {
    const seed = 10_000 + place;
    return toTrack(`generated-${composer}-${seed}-${seconds}`, false, () => composeTrack(seed, seconds));
  });
}

/** Returns a generated track, or parts of it with those of another. */
export const composeTrack = (seed: number, seconds: number, parts?: Parts): Float32Array =>
  compose(seed, seconds, (kit ??= openKit()), parts);
let kit: Kit | undefined;

function openReal(file: string): Track {
  const name = file.slice(file.lastIndexOf("/") + 1).replaceAll(/\W+/g, "-");
  const track = toTrack(`real-${name}`, true, () => decode(file, { seconds: realSeconds }));
  return { ...track, source: file };
}

/** Returns a track whose sound is made the first time. */
export function toTrack(id: string, isReal: boolean, make: () => Float32Array): Track {
  const seconds = existsSync(cachedFile(id))
    ? statSync(cachedFile(id)).size / 96_000
    : cached(id, make).length / 48_000;
  const part = (createHash("sha1").update(id).digest()[0] ?? 0) % 4;
  const split = part === 0 ? "develop" : part === 1 ? "calibrate" : "test";
  return { id, isReal, split, seconds, sound: () => cached(id, make), file: cachedFile(id) };
}

/** Changes whenever peaks are found otherwise. */
const extraction = 1;

export function toReference({ id, sound }: Track): Reference {
  const file = `${cacheFolder}/${id}.peaks${extraction}`;
  if (existsSync(file)) return { id, peaks: new Uint8Array(readFileSync(file)) };
  const low = new Decimator().push(sound());
  const peaks = encodePeaks({ frames: low.length / hopSamples, peaks: extractPeaks(low) });
  writeFileSync(file, peaks);
  return { id, peaks };
}
