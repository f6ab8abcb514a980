import type { Drum } from "./drums.ts";
import type { Key } from "./harmony.ts";
import type { PatchName } from "./instruments.ts";

/** A song is bars of chords, and layers that play them. */
export interface Song {
  artist: string;
  title: string;
  bpm: number;
  key: Key;
  /** The scale degree of each bar's chord, around and around; 0 is the tonic. */
  progression: readonly number[];
  bars: number;
  /** How late every second sixteenth comes: 0 straight, 0.33 shuffled. */
  swing: number;
  seed: number;
  layers: readonly Layer[];
  drums: readonly Beat[];
  /** Seconds until the room has died away. */
  roomSeconds: number;
  /** Distance of the echoes in sixteenths. */
  echoSteps: number;
}

export interface Layer {
  /** `chord`: all notes at once. `tones`: the pattern's digits pick notes of the chord. `melody`: made from the seed. */
  plays: "chord" | "tones" | "melody";
  patch: PatchName;
  pattern: string;
  /** From this bar on, up to and without that one. */
  bars: readonly [from: number, to: number];
  /** The pitch that the notes lie around. */
  around: number;
  /** Notes of the chord: 3 a triad, 4 a seventh, 5 a ninth. */
  notes?: number;
  gain: number;
  room: number;
  echo: number;
  /** How far the kick drum pushes it down. */
  duck?: number;
}

export interface Beat {
  drum: Drum;
  pattern: string;
  bars: readonly [from: number, to: number];
  gain: number;
}
