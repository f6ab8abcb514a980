/** Sets B and D: blends of two tracks, noise and codecs; and sound that is in no reference. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import type { LandmarkIndex } from "#app/domains/recognition/ear/landmark-index.ts";
import type { Figure } from "../report.ts";
import { play } from "./excerpts.ts";
import { type Heard, hear } from "./hearing.ts";
import type { Track } from "./material.ts";
import { createRandom } from "./music/random.ts";
import { cacheFolder, decode } from "./music/sound-files.ts";

const seconds = 30;
const from = 40;
const isNamed = ({ lines }: Heard, { id }: Track) =>
  lines.some(({ reference, certainty }) => reference === id && certainty === "named");

/** Damage by name. */
const damages: Record<string, (sound: Float32Array) => Float32Array> = {
  "noise 20 dB": (sound) => withNoise(sound, 20),
  "noise 10 dB": (sound) => withNoise(sound, 10),
  "noise 0 dB": (sound) => withNoise(sound, 0),
  "MP3 64 kbit/s": (sound) => coded(sound, ["-c:a", "libmp3lame", "-b:a", "64k", "-f", "mp3"]),
  "Opus 24 kbit/s": (sound) => coded(sound, ["-c:a", "libopus", "-b:a", "24k", "-f", "ogg"]),
  "bass and treble killed": (sound) =>
    filtered(sound, "highpass=f=300,highpass=f=300,lowpass=f=2500,lowpass=f=2500"),
  "echo and clipping": (sound) => filtered(sound, "aecho=0.8:0.7:340:0.5,volume=12dB,alimiter=limit=0.7"),
  "pitch wobbles by 0.3 % at 0.55 Hz": (sound) => filtered(sound, "vibrato=f=0.55:d=0.35"),
};

/** Each of some tracks at +3 % as a turntable plays it, damaged. */
export function measureDamage(index: LandmarkIndex, tracks: readonly Track[]): Figure[] {
  const excerpts = tracks.map((track) => ({
    track,
    sound: play({ track, playback: "varispeed", speed: 1.03, from, seconds }),
  }));
  const figures = Object.entries(damages).map(([name, damage]): Figure => {
    const named = excerpts.filter(({ track, sound }) => isNamed(hear(index, damage(sound)), track));
    return {
      what: `B, ${name}: named in 30 s`,
      value: `${named.length}/${excerpts.length}`,
      aim: name === "noise 10 dB" ? "≥ 95 %" : undefined,
    };
  });
  return [...figures, measureBlends(index, excerpts)];
}

function measureBlends(
  index: LandmarkIndex,
  excerpts: readonly { track: Track; sound: Float32Array }[],
): Figure {
  let [both, one] = [0, 0];
  for (const [place, { track, sound }] of excerpts.entries()) {
    const other = excerpts[(place + 1) % excerpts.length];
    if (other === undefined) continue;
    const factor = powerOf(sound) / powerOf(other.sound);
    const heard = hear(
      index,
      sound.map((value, each) => (value + factor * (other.sound[each] ?? 0)) / 2),
    );
    const named = [track, other.track].filter((each) => isNamed(heard, each)).length;
    if (named === 2) both++;
    if (named === 1) one++;
  }
  return {
    what: "B, two tracks at 0 dB for 30 s: both named",
    value: `${both}/${excerpts.length}; one in ${one}`,
    aim: "≥ 60 %",
  };
}

/** Lets the ear hear tracks that no reference is of, at several speeds. */
export function measureUnknown(
  index: LandmarkIndex,
  tracks: readonly Track[],
  passes: readonly number[],
): Figure[] {
  let [hours, named, possible, highest] = [0, 0, 0, 0];
  for (const track of tracks)
    for (const speed of passes) {
      const sound = play(
        { track, playback: "varispeed", speed, from: 0, seconds: Math.floor(track.seconds / speed) - 2 },
        false,
      );
      const heard = hear(index, sound);
      hours += heard.seconds / 3_600;
      named += heard.lines.filter(({ certainty }) => certainty === "named").length;
      possible += heard.lines.filter(({ certainty }) => certainty !== "named").length;
      highest = Math.max(highest, ...heard.lines.map(({ excess }) => excess));
    }
  return [
    { what: "D: unknown sound", value: `${hours.toFixed(1)} h` },
    {
      what: "D: named",
      value: `${named}; at 95 % at most ${(Math.max(3, named) / hours).toFixed(1)} per hour`,
      aim: "0 in 300 h",
    },
    { what: "D: possible", value: `${possible}, highest excess ${highest.toFixed(0)}`, aim: "≤ 1 per 10 h" },
  ];
}

const powerOf = (sound: Float32Array) =>
  Math.sqrt(sound.reduce((sum, value) => sum + value * value, 0) / sound.length);

function withNoise(sound: Float32Array, decibels: number): Float32Array {
  const random = createRandom(11);
  const level = powerOf(sound) * Math.sqrt(12) * 10 ** (-decibels / 20);
  // Pink enough: white noise through one pole, at the same power.
  let low = 0;
  const noise = sound.map(() => {
    low += 0.25 * (random() - 0.5 - low);
    return low;
  });
  const factor = level / Math.sqrt(12) / powerOf(noise);
  return sound.map((value, each) => 0.5 * (value + factor * (noise[each] ?? 0)));
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
