import { createRandom, pick } from "./random.ts";
import { makeDrum, playNote, playSample, rate, type Timbre } from "./voices.ts";

/** Recorded sounds, where they are installed. */
export interface Kit {
  kicks: Float32Array[];
  snares: Float32Array[];
  hats: Float32Array[];
  percussion: Float32Array[];
  breaks: Float32Array[];
}

interface Genre {
  bpm: readonly [number, number];
  kick: string;
  snare: string;
  hat: string;
  breaks: number;
}

const genres: readonly Genre[] = [
  {
    bpm: [120, 128],
    kick: "x...x...x...x...",
    snare: "....x.......x...",
    hat: "..x...x...x...x.",
    breaks: 0.1,
  },
  {
    bpm: [128, 140],
    kick: "x...x...x...x..x",
    snare: "....x.......x..x",
    hat: "x.x.x.x.x.x.x.xx",
    breaks: 0.1,
  },
  {
    bpm: [168, 176],
    kick: "x.........x.....",
    snare: "....x.......x...",
    hat: "x.x.x.x.x.x.x.x.",
    breaks: 0.8,
  },
  {
    bpm: [84, 98],
    kick: "x.....x...x.....",
    snare: "....x.......x...",
    hat: "x.x.x.xxx.x.x.x.",
    breaks: 0.4,
  },
  {
    bpm: [130, 136],
    kick: "x.....x.....x...",
    snare: "........x.......",
    hat: "..xx..x...xx..x.",
    breaks: 0.3,
  },
];

const scales = [
  [0, 2, 3, 5, 7, 8, 10],
  [0, 2, 3, 5, 7, 9, 10],
  [0, 1, 3, 5, 7, 8, 10],
  [0, 2, 4, 5, 7, 9, 11],
];

export interface Parts {
  /** Another seed for the drums, or for the harmony; null leaves the harmony out. */
  drums?: number;
  harmony?: number | null;
}

/** Returns a track of about `seconds`: one of five genres, in parts of eight bars; the same for the same seed. */
export function compose(seed: number, seconds: number, kit: Kit, parts: Parts = {}): Float32Array {
  const random = createRandom(seed);
  const genre = pick(random, genres);
  const bpm = genre.bpm[0] + random() * (genre.bpm[1] - genre.bpm[0]);
  const step = (60 / bpm / 4) * rate;
  const bars = Math.floor((seconds * rate) / (16 * step));
  const mix = new Float32Array(Math.floor(bars * 16 * step) + rate);
  const timeOf = (bar: number, place: number) => Math.floor((bar * 16 + place) * step);
  const { drums, harmony } = parts;
  // Also where they are not heard: the harmony of a seed begins where its drums have left off.
  const own = drums === undefined ? mix : new Float32Array(mix.length);
  playDrums(own, random, genre, kit, bars, timeOf, step);
  if (drums !== undefined) playDrums(mix, createRandom(drums), genre, kit, bars, timeOf, step);
  if (harmony !== null)
    playHarmony(mix, harmony === undefined ? random : createRandom(harmony), bars, timeOf, step);
  return levelled(mix);
}

type TimeOf = (bar: number, place: number) => number;

function playDrums(
  mix: Float32Array,
  random: () => number,
  genre: Genre,
  kit: Kit,
  bars: number,
  timeOf: TimeOf,
  step: number,
): void {
  const choose = (sounds: readonly Float32Array[], kind: "kick" | "snare" | "hat") =>
    sounds.length > 0 && random() < 0.85 ? pick(random, sounds) : makeDrum(random, kind);
  const drums = [
    { sound: choose(kit.kicks, "kick"), pattern: genre.kick, level: 0.9 },
    { sound: choose(kit.snares, "snare"), pattern: genre.snare, level: 0.6 },
    { sound: choose(kit.hats, "hat"), pattern: vary(random, genre.hat), level: 0.35 },
    { sound: choose(kit.percussion, "hat"), pattern: vary(random, "...x..x....x..x."), level: 0.3 },
  ];
  const loop = kit.breaks.length > 0 && random() < genre.breaks ? pick(random, kit.breaks) : undefined;
  for (let bar = 0; bar < bars; bar++) {
    const part = Math.floor(bar / 8);
    for (const [place, { sound, pattern, level }] of drums.entries()) {
      // Drums come and go in parts, as arrangements do.
      if ((part * 7 + place * 3) % 5 === 0 && part > 0) continue;
      for (let each = 0; each < 16; each++)
        if (pattern[each] === "x") playSample(mix, sound, timeOf(bar, each), level * (0.8 + 0.2 * random()));
    }
    if (loop !== undefined && bar % 2 === 0 && part % 3 !== 2)
      playSample(mix, loop, timeOf(bar, 0), 0.6, loop.length / (32 * step), 32 * step);
  }
}

const vary = (random: () => number, pattern: string) =>
  Array.from(pattern, (sign) => (random() < 0.2 ? (random() < 0.5 ? "x" : ".") : sign)).join("");

function playHarmony(
  mix: Float32Array,
  random: () => number,
  bars: number,
  timeOf: TimeOf,
  step: number,
): void {
  const scale = pick(random, scales);
  const root = 40 + Math.floor(random() * 12);
  const toHz = (degree: number, octave: number) => {
    const wrapped = ((degree % 7) + 7) % 7;
    return 440 * 2 ** ((root + (scale[wrapped] ?? 0) + 12 * (octave + Math.floor(degree / 7)) - 69) / 12);
  };
  const voices = [
    makeTimbre(random, 0.02, 0.1),
    makeTimbre(random, 0.2, 0.6),
    makeTimbre(random, 0.005, 0.15),
  ] as const;
  let chords = drawChords(random);
  let riff = drawRiff(random);
  for (let bar = 0; bar < bars; bar++) {
    if (bar % 16 === 0 && random() < 0.6) chords = drawChords(random);
    if (bar % 8 === 0 && random() < 0.8) riff = drawRiff(random);
    const chord = chords[bar % chords.length] ?? 0;
    for (const { place, degree, length, isHigh } of riff) {
      const note = {
        start: timeOf(bar, place),
        length: Math.floor(length * step),
        level: isHigh ? 0.22 : 0.4,
      };
      playNote(mix, isHigh ? voices[2] : voices[0], { ...note, hz: toHz(chord + degree, isHigh ? 2 : 0) });
    }
    if (Math.floor(bar / 8) % 4 !== 3)
      for (const degree of [0, 2, 4])
        playNote(mix, voices[1], {
          start: timeOf(bar, 0),
          length: Math.floor(15 * step),
          hz: toHz(chord + degree, 1),
          level: 0.12,
        });
  }
}

const drawChords = (random: () => number) => Array.from({ length: 4 }, () => Math.floor(random() * 7));

function drawRiff(random: () => number) {
  return Array.from({ length: 16 }, (_, place) => ({
    place,
    degree: Math.floor(random() * 9) - 2,
    length: 1 + Math.floor(random() * 3),
    isHigh: random() < 0.55,
  })).filter(() => random() < 0.5);
}

function makeTimbre(random: () => number, attack: number, release: number): Timbre {
  const open = 300 + random() * 4_000;
  return {
    square: random(),
    detune: 1.002 + random() * 0.008,
    open,
    closed: open * (0.2 + random()),
    ratio: pick(random, [0.5, 1, 2, 3, 3.5]),
    depth: random() < 0.4 ? random() * 3 : 0,
    attack,
    release,
  };
}

function levelled(mix: Float32Array): Float32Array {
  let highest = 0;
  for (const value of mix) highest = Math.max(highest, Math.abs(value));
  // Soft clipping, as a master has.
  return mix.map((value) => Math.tanh((value / highest) * 2.2) * 0.8);
}
