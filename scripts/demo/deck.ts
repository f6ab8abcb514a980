/** Plays the demo set in real time, in a loop. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { pcm } from "./encoder.ts";
import type { DemoTrack } from "./music-folder.ts";

const tickMs = 20;
/** Longest stall that the deck catches up; after a longer one (a machine that slept) it continues from now. */
const maxLagMs = 1_000;

export interface Deck {
  stop(): void;
}

/**
 * Plays from the first track on. `onTrack` is called when the track's first samples go to `onSamples`.
 * @throws when a track cannot be read
 */
export async function playDeck(
  tracks: readonly DemoTrack[],
  onTrack: (track: DemoTrack) => void,
  onSamples: (samples: Buffer) => void,
  onFault: (error: unknown) => void,
): Promise<Deck> {
  const load = (index: number) => {
    const track = tracks[index % tracks.length];
    if (track === undefined) throw new Error("There are no tracks.");
    return readTrack(track);
  };
  let current = await load(0);
  let next = load(1);
  let index = 0;
  let place = 0;
  let played = 0;
  let startedAt = performance.now();
  let isChanging = false;
  onTrack(current.track);

  const tick = async () => {
    const dueMs = performance.now() - startedAt;
    if (dueMs - (played / pcm.bytesPerSecond) * 1000 > maxLagMs)
      startedAt = performance.now() - (played / pcm.bytesPerSecond) * 1000;
    // Whole stereo samples only.
    let wanted = Math.floor(((performance.now() - startedAt) / 1000) * pcm.sampleRate) * 4 - played;
    while (wanted > 0) {
      const samples = current.samples.subarray(place, place + wanted);
      place += samples.length;
      played += samples.length;
      wanted -= samples.length;
      onSamples(samples);
      if (place < current.samples.length) continue;
      current = await next;
      index += 1;
      place = 0;
      next = load(index + 1);
      onTrack(current.track);
    }
  };
  const timer = setInterval(() => {
    if (isChanging) return;
    isChanging = true;
    tick()
      .catch(onFault)
      .finally(() => {
        isChanging = false;
      });
  }, tickMs);
  return { stop: () => clearInterval(timer) };
}

async function readTrack(track: DemoTrack): Promise<{ track: DemoTrack; samples: Buffer }> {
  const format = ["-f", "s16le", "-ar", String(pcm.sampleRate), "-ac", "2", "-"];
  const { stdout } = await promisify(execFile)("ffmpeg", ["-v", "error", "-i", track.file, ...format], {
    encoding: "buffer",
    maxBuffer: 200_000_000,
  });
  return { track, samples: stdout };
}
