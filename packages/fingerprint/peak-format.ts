/**
 * A track's peaks as bytes, about 110 a second: what a crate uploads and a reference keeps.
 *
 * Byte 0 is the version; then the length of the track in frames, the number of peaks, and each peak: the quarter
 * frames since the one before, and its frequency in sixteenths of a bin (two bytes, big-endian). Numbers without a
 * size are 7 bits a byte, lowest first, the highest bit set on all bytes but the last.
 */
import { Peaks, type PeakTable, strong } from "./peaks.ts";
import { framesPerSecond } from "./scale.ts";

const version = 1;
const timeSteps = 4;
const binSteps = 16;
/** Longer tracks are not taken: six hours. */
export const maxFrames = 6 * 3_600 * framesPerSecond;

/** Peaks of a whole track. */
export interface TrackPeaks {
  /** Length of the track. */
  frames: number;
  peaks: PeakTable;
}

/** Returns the strong peaks of a track as bytes. */
export function encodePeaks({ frames, peaks }: TrackPeaks): Uint8Array<ArrayBuffer> {
  const order = [...Array(peaks.count).keys()].filter((each) => (peaks.marks[each]! & strong) !== 0);
  order.sort((a, b) => peaks.times[a]! - peaks.times[b]!);
  const bytes: number[] = [version];
  writeNumber(bytes, Math.round(frames));
  writeNumber(bytes, order.length);
  let last = 0;
  for (const each of order) {
    const time = Math.min(
      Math.max(last, Math.round(peaks.times[each]! * timeSteps)),
      Math.round(frames) * timeSteps,
    );
    writeNumber(bytes, time - last);
    last = time;
    const bin = Math.round(peaks.bins[each]! * binSteps);
    bytes.push(bin >> 8, bin & 255);
  }
  return Uint8Array.from(bytes);
}

/** Returns the peaks of a track. Throws a RangeError where the bytes are not such a track. */
export function decodePeaks(bytes: Uint8Array): TrackPeaks {
  if (bytes[0] !== version) throw new RangeError(`Peaks of version ${bytes[0]} cannot be read.`);
  let place = 1;
  const readNumber = () => {
    let value = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = bytes[place++];
      if (byte === undefined) break;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw new RangeError("Peaks end too early.");
  };
  const frames = readNumber();
  const count = readNumber();
  if (frames > maxFrames) throw new RangeError(`A track of ${frames} frames is too long.`);
  const peaks = new Peaks();
  let time = 0;
  for (let each = 0; each < count; each++) {
    time += readNumber();
    const [high, low] = [bytes[place++], bytes[place++]];
    if (high === undefined || low === undefined) throw new RangeError("Peaks end too early.");
    peaks.push(time / timeSteps, (high * 256 + low) / binSteps, strong);
  }
  if (time > frames * timeSteps) throw new RangeError("A peak is behind the end of its track.");
  if (place !== bytes.length) throw new RangeError("Peaks end too late.");
  return { frames, peaks };
}

/** Whether `decodePeaks` can read them. */
export function arePeaks(bytes: Uint8Array): boolean {
  try {
    decodePeaks(bytes);
    return true;
  } catch {
    return false;
  }
}

/** SHA-256 (hex): the same peaks twice are one reference. */
export async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function writeNumber(bytes: number[], value: number): void {
  let rest = value;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  bytes.push(rest);
}
