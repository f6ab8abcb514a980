/**
 * Renders the demo set into files: run once by `npm start`, in parallel with the build. Prints one song per line on
 * standard output.
 */
import { spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isMainThread, Worker, workerData } from "node:worker_threads";
import { readSettings } from "../settings.ts";
import { perform } from "./music/perform.ts";
import { songs } from "./music/songs.ts";
import { type Stereo, sampleRate } from "./music/stereo.ts";
import { demoTracks, musicFingerprint, stampFile } from "./music-folder.ts";

const threads = 2;
const { state } = readSettings();

if (isMainThread) {
  const stamp = stampFile(state);
  mkdirSync(dirname(stamp), { recursive: true });
  rmSync(stamp, { force: true });
  const share = (first: number) =>
    new Promise<void>((done, failed) =>
      new Worker(import.meta.filename, { workerData: first })
        .once("error", failed)
        .once("exit", (code) => (code === 0 ? done() : failed(new Error(`Exit code ${code}`)))),
    );
  await Promise.all(Array.from({ length: threads }, (_, first) => share(first)));
  writeFileSync(stamp, musicFingerprint());
} else {
  for (let index = Number(workerData); index < songs.length; index += threads) {
    const song = songs[index];
    const track = demoTracks(state)[index];
    if (song === undefined || track === undefined) break;
    await writeFlac(track.file, perform(song));
    process.stdout.write(`${track.artist} – ${track.title}\n`);
  }
}

async function writeFlac(file: string, sound: Stereo): Promise<void> {
  const input = ["-f", "s16le", "-ar", String(sampleRate), "-ac", "2", "-i", "-"];
  const ffmpeg = spawn("ffmpeg", ["-v", "error", "-y", ...input, "-compression_level", "3", file], {
    stdio: ["pipe", "ignore", "inherit"],
  });
  const ended = new Promise<number | null>((done, failed) =>
    ffmpeg.once("error", failed).once("close", done),
  );
  await pipeline(Readable.from([toPcm(sound)]), ffmpeg.stdin);
  const code = await ended;
  if (code !== 0) throw new Error(`ffmpeg could not write ${file} (exit code ${code}).`);
}

/** Interleaved 16-bit samples. */
function toPcm(sound: Stereo): Buffer {
  const samples = new Int16Array(sound.left.length * 2);
  for (let i = 0; i < sound.left.length; i++) {
    samples[2 * i] = Math.round((sound.left[i] ?? 0) * 32_767);
    samples[2 * i + 1] = Math.round((sound.right[i] ?? 0) * 32_767);
  }
  return Buffer.from(samples.buffer);
}
