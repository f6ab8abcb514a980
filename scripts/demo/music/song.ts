import type { Drum } from "./drums.ts";
import type { Key } from "./harmony.ts";
import type { PatchName } from "./instruments.ts";

/** A song consists of bars of chords, and layers that play them. */
export interface Song {
  artist: string;
  title: string;
  bpm: number;
  key: Key;
  /** The scale degree of each bar's chord, in a loop; 0 is the tonic. */
  progression: readonly number[];
  bars: number;
  /** Delay of every second sixteenth: 0 straight, 0.33 shuffled. */
  swing: number;
  seed: number;
  layers: readonly Layer[];
  drums: readonly Beat[];
  /** Decay time of the reverb in seconds. */
  roomSeconds: number;
  /** Distance of the echoes in sixteenths. */
  echoSteps: number;
}

export interface Layer {
  /**
   * `chord`: all notes together. `tones`: the pattern's digits select notes of the chord. `melody`: generated from the
   * seed.
   */
  plays: "chord" | "tones" | "melody";
  patch: PatchName;
  pattern: string;
  /** The bars that it plays in: from the first number up to, but not including, the second. */
  bars: readonly [from: number, to: number];
  /** The pitch around which the notes lie. */
  around: number;
  /** Notes of the chord: 3 a triad, 4 a seventh, 5 a ninth. */
  notes?: number;
  gain: number;
  room: number;
  echo: number;
  /** Amount by which the kick drum lowers it. */
  duck?: number;
}

export interface Beat {
  drum: Drum;
  pattern: string;
  bars: readonly [from: number, to: number];
  gain: number;
}
