/** Set B: single tracks, damaged: noise, codecs, filters, and what hands do to records. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import type { LandmarkIndex } from "#packages/fingerprint/landmark-index.ts";
import type { RowFigure } from "./acceptance.ts";
import { play } from "./excerpts.ts";
import { type Heard, hear } from "./hearing.ts";
import type { Track } from "./material.ts";
import { makeNoise, withSound } from "./music/levels.ts";
import { cacheFolder, decode } from "./music/sound-files.ts";
import { isEveryKindAtLeast, toShares } from "./shares.ts";

const rate = 48_000;
/** The excerpt of each track, as a turntable plays it that is 3 % too fast. */
export const damagedExcerpt = { playback: "varispeed", speed: 1.03, from: 40, seconds: 30 } as const;

export const isNamed = ({ lines }: Heard, { id }: Track): boolean =>
  lines.some(({ reference, certainty }) => reference === id && certainty === "named");

/** The one that has an aim. */
const judged = "noise 10 dB";

/** Damage by name. */
const damages: Record<string, (sound: Float32Array) => Float32Array> = {
  "noise 20 dB": (sound) => withSound(sound, makeNoise(sound.length), 20),
  [judged]: (sound) => withSound(sound, makeNoise(sound.length), 10),
  "noise 0 dB": (sound) => withSound(sound, makeNoise(sound.length), 0),
  "MP3 64 kbit/s": (sound) => coded(sound, ["-c:a", "libmp3lame", "-b:a", "64k", "-f", "mp3"]),
  "Opus 24 kbit/s": (sound) => coded(sound, ["-c:a", "libopus", "-b:a", "24k", "-f", "ogg"]),
  "bass and treble killed": (sound) =>
    filtered(sound, "highpass=f=300,highpass=f=300,lowpass=f=2500,lowpass=f=2500"),
  "echo and clipping": (sound) => filtered(sound, "aecho=0.8:0.7:340:0.5,volume=12dB,alimiter=limit=0.7"),
  "pitch wobbles by 0.3 % at 0.55 Hz": (sound) => filtered(sound, "vibrato=f=0.55:d=0.35"),
  "needle skips 1.8 s every 7 s": skipped,
  "a loop of 2 s, four times": looped,
};

export function measureDamage(index: LandmarkIndex, tracks: readonly Track[]): RowFigure[] {
  const excerpts = tracks.map((track) => ({ track, sound: play({ track, ...damagedExcerpt }) }));
  return Object.entries(damages).map(([name, damage]): RowFigure => {
    const cases = excerpts.map(({ track, sound }) => ({
      track,
      isGood: isNamed(hear(index, damage(sound)), track),
    }));
    const figure = { what: `B, ${name}: named in 30 s`, value: toShares(cases) };
    if (name !== judged) return figure;
    return { ...figure, aim: "≥ 95 %", row: 4, isReached: isEveryKindAtLeast(cases, 0.95) };
  });
}

function skipped(sound: Float32Array): Float32Array {
  const [every, lost] = [7 * rate, 1.8 * rate];
  return sound.filter((_, each) => each % every >= lost);
}

function looped(sound: Float32Array): Float32Array {
  const [from, length] = [10 * rate, 2 * rate];
  return sound.map((value, each) => {
    const isLooped = each >= from && each < from + 4 * length;
    return isLooped ? (sound[from + ((each - from) % length)] ?? 0) : value;
  });
}

const scratch = (extension: string) => `${cacheFolder}/scratch-${process.pid}.${extension}`;

function write(sound: Float32Array): string {
  const samples = new Int16Array(sound.length);
  for (let each = 0; each < sound.length; each++)
    samples[each] = Math.max(-1, Math.min(1, sound[each] ?? 0)) * 32_767;
  writeFileSync(scratch("s16"), Buffer.from(samples.buffer));
  return scratch("s16");
}

const filtered = (sound: Float32Array, filter: string) => decode(write(sound), { filter });

function coded(sound: Float32Array, codec: readonly string[]): Float32Array {
  const input = ["-f", "s16le", "-ar", "48000", "-ac", "1", "-i", write(sound)];
  const { status, stderr } = spawnSync("ffmpeg", ["-v", "error", "-y", ...input, ...codec, scratch("coded")]);
  if (status !== 0) throw new Error(`ffmpeg: ${String(stderr)}`);
  return decode(scratch("coded"));
}
