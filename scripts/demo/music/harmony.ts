/** Notes, scales and chords. Pitches are MIDI numbers: 60 is middle C, 12 to the octave. */

const modes = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  lydian: [0, 2, 4, 6, 7, 9, 11],
} as const;

export interface Key {
  /** The root as a MIDI number. */
  root: number;
  mode: keyof typeof modes;
}

export function frequencyOf(pitch: number): number {
  return 440 * 2 ** ((pitch - 69) / 12);
}

/** The pitch of a scale degree: 0 is the root, 7 the root an octave up, -1 the note below the root. */
export function pitchOf(key: Key, degree: number): number {
  const scale = modes[key.mode];
  const octave = Math.floor(degree / scale.length);
  return key.root + 12 * octave + (scale[degree - octave * scale.length] ?? 0);
}

/**
 * A chord of stacked thirds on a degree (4 notes: a seventh, 5: a ninth), inverted so that its notes lie close to
 * `around`: neighbouring chords then move by small steps, as a pianist would play them.
 */
export function chordOf(key: Key, degree: number, size: number, around: number): number[] {
  return Array.from({ length: size }, (_, third) => {
    const pitch = pitchOf(key, degree + 2 * third);
    return pitch - 12 * Math.round((pitch - around) / 12);
  }).sort((a, b) => a - b);
}

/** Deterministic random numbers: the same seed gives the same song everywhere. */
export function createChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
