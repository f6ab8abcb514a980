/** Rules of a crate: limits, peaks that can be used, and which files may be one recording. Browser-safe. */
import { decodePeaks } from "#packages/fingerprint/peak-format.ts";
import { endBin, framesPerSecond, lowestBin } from "#packages/fingerprint/scale.ts";

export const crateLimits = {
  tracks: 5_000,
  /** Bytes of one track's peaks: eight to eleven minutes of music. Of longer tracks the beginning is kept. */
  peaksBytes: 60_000,
  /** Shorter ones cannot be told apart. */
  minMs: 10_000,
  maxMs: 4 * 3_600_000,
  /** One second has 30 to 40; fewer than these in a whole track are noise or silence. */
  minPeaks: 60,
} as const;

/** More than any music has. */
const maxPeaksPerSecond = 60;
/** Decoders differ in what they cut off at both ends. */
const tolerance = { ms: 3_000, part: 0.01 } as const;
/** Peaks that come this near to the limit end there, before the track does. */
const cutFrom = 0.9 * crateLimits.peaksBytes;

/** Returns why peaks cannot be a reference of a track of this length; null where they can. */
export function faultOf(peaks: Uint8Array, durationMs: number): string | null {
  if (peaks.length > crateLimits.peaksBytes) return "too large";
  let track: ReturnType<typeof decodePeaks>;
  try {
    track = decodePeaks(peaks);
  } catch {
    return "unreadable";
  }
  const { frames, peaks: found } = track;
  const heardMs = (frames / framesPerSecond) * 1_000;
  const slackMs = tolerance.ms + tolerance.part * durationMs;
  if (heardMs > durationMs + slackMs) return "longer than the track";
  if (heardMs < durationMs - slackMs && peaks.length < cutFrom) return "shorter than the track";
  if (found.count < crateLimits.minPeaks) return "too few";
  if (found.count > (heardMs / 1_000 + 1) * maxPeaksPerSecond) return "too many";
  for (let each = 0; each < found.count; each++) {
    // Half a bin and half a frame around what the picker looks at.
    const [time, bin] = [found.times[each]!, found.bins[each]!];
    if (!(time <= frames + 1) || !(bin >= lowestBin - 1 && bin <= endBin + 1)) return "out of range";
  }
  return null;
}

/** A file as far as it tells which others may be the same recording. */
export interface Likeness {
  digest: string;
  trackId: string | null;
  isrc: string | null;
  /** The title without its version, folded: a radio edit and an album version may be cut from one recording. */
  plainTitle: string;
  durationMs: number;
}

/** Copies of one master are equally long, but for what encoders add. */
const equalMs = 2_000;
/** Minimum ratio of the lengths of two files of different people: neither is a mix with the other. */
const equalPart = 0.8;

/** Whether one file may stand for another: within one crate always, else only where they are nearly equally long. */
export const mayJoin = (
  one: { ownerId: string | null; durationMs: number },
  other: { ownerId: string | null; durationMs: number },
): boolean =>
  one.ownerId === other.ownerId ||
  Math.min(one.durationMs, other.durationMs) >= equalPart * Math.max(one.durationMs, other.durationMs);

/** Returns the likelihood that two files are one recording: 3 is certain, 0 is not worth comparing them. */
export function likeness(one: Likeness, other: Likeness): number {
  if (one.digest === other.digest) return 3;
  if (one.trackId !== null && one.trackId === other.trackId) return 2;
  if (one.isrc !== null && one.isrc === other.isrc) return 2;
  if (one.plainTitle !== "" && one.plainTitle === other.plainTitle) return 1.5;
  return Math.abs(one.durationMs - other.durationMs) <= equalMs ? 1 : 0;
}

/** The twelve characters of an ISRC, however it is written; null for anything else. */
export function readIsrc(text: string | null | undefined): string | null {
  const isrc = (text ?? "").toUpperCase().replace(/[^A-Z0-9]/g, "");
  return /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(isrc) ? isrc : null;
}
