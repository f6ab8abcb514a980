import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Kit } from "./compose.ts";

/** Everything that is made once: decoded music, playbacks at other speeds, sets. */
export const cacheFolder = join(tmpdir(), "cue-bench-recognition");

/** Returns samples of 48 kHz, mono, that `make` makes the first time. They are kept as 16 bits. */
export function cached(name: string, make: () => Float32Array): Float32Array {
  const file = cachedFile(name);
  if (!existsSync(file)) writeSound(file, make());
  return readSound(file);
}

function writeSound(file: string, sound: Float32Array): void {
  mkdirSync(cacheFolder, { recursive: true });
  const samples = new Int16Array(sound.length);
  for (let each = 0; each < sound.length; each++)
    samples[each] = Math.max(-1, Math.min(1, sound[each] ?? 0)) * 32_767;
  writeFileSync(file, Buffer.from(samples.buffer));
}

function readSound(file: string): Float32Array {
  const bytes = readFileSync(file);
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
  const sound = new Float32Array(samples.length);
  for (let each = 0; each < sound.length; each++) sound[each] = (samples[each] ?? 0) / 32_768;
  return sound;
}

export interface Piece {
  /** Seconds of the source. */
  from?: number;
  seconds?: number;
  /** Filters of ffmpeg. */
  filter?: string;
}

/** Returns what ffmpeg makes of a sound file: 48 kHz, mono. */
export function decode(file: string, { from, seconds, filter = "anull" }: Piece = {}): Float32Array {
  const raw = file.endsWith(".s16") ? ["-f", "s16le", "-ar", "48000", "-ac", "1"] : [];
  const span = [
    ...(from === undefined ? [] : ["-ss", `${from}`]),
    ...(seconds === undefined ? [] : ["-t", `${seconds}`]),
  ];
  const args = [
    "-v",
    "error",
    ...raw,
    ...span,
    "-i",
    file,
    "-af",
    filter,
    "-ac",
    "1",
    "-ar",
    "48000",
    "-f",
    "f32le",
    "-",
  ];
  const { status, stdout, stderr } = spawnSync("ffmpeg", args, { maxBuffer: 1 << 30 });
  if (status !== 0) throw new Error(`ffmpeg: ${String(stderr)}`);
  return new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + (stdout.length & ~3)));
}

/** Returns samples of 48 kHz as 16 bits (little-endian, mono) at another rate; in a WAV file's format if asked for. */
export function toPcm(sound: Float32Array, rate: number, format: "s16le" | "wav" = "s16le"): Buffer {
  const from = ["-f", "f32le", "-ar", "48000", "-ac", "1", "-i", "-"];
  const to = ["-ar", `${rate}`, "-c:a", "pcm_s16le", "-f", format, "-"];
  const input = Buffer.from(sound.buffer, sound.byteOffset, sound.byteLength);
  const { status, stdout, stderr } = spawnSync("ffmpeg", ["-v", "error", ...from, ...to], {
    input,
    maxBuffer: 1 << 30,
  });
  if (status !== 0) throw new Error(`ffmpeg: ${String(stderr)}`);
  return stdout;
}

/** Returns the file of a cached sound. */
export const cachedFile = (name: string): string => join(cacheFolder, `${name}.s16`);

export function listSounds(folder: string, pattern = /\.(ogg|opus|mp3|flac|wav)$/i): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => pattern.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}

const sonicPi = "/usr/share/sonic-pi/samples";
const hydrogen = "/usr/share/hydrogen/data/drumkits";

/** Returns the recorded drums of the packages sonic-pi-samples and hydrogen-drumkits, as far as they are installed. */
export function openKit(): Kit {
  const all = [
    ...listSounds(sonicPi),
    ...listSounds(`${hydrogen}/ElectricEmpireKit`),
    ...listSounds(`${hydrogen}/HardElectro1`),
  ];
  const load = (pattern: RegExp, most: number) =>
    all
      .filter((file) => pattern.test(file.slice(file.lastIndexOf("/") + 1)))
      .slice(0, most)
      .map((file) => cached(`kit-${file.replaceAll(/\W+/g, "-").slice(-40)}`, () => decode(file)));
  return {
    kicks: load(/^bd_|Kick|_K_|_BD_/i, 16),
    snares: load(/^sn_|snare|_SN_|Clap/i, 14),
    hats: load(/cymbal_(closed|pedal)|Hat|HH_/i, 12),
    percussion: load(/^(perc|tabla_(te|na|tun)|elec_(wood|blip|tick|twip))/i, 12),
    breaks: load(/^loop_(amen|breakbeat|compus|garzul|industrial|mika|perc|tabla|safari|mehackit)/i, 14),
  };
}
