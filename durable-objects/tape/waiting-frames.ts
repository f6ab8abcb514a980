/** Frames of a source that are not in a chunk of its recording yet. Pure. */
import type { TapeBatch } from "../contract.ts";

/** A frame that waits for its place in the recording: where its payload is stored, and what is known without it. */
export interface WaitingFrame {
  batch: number;
  offset: number;
  length: number;
  at: number;
  isDiscontinuity: boolean;
}

/** The frames of one connection of an encoder that have arrived and are not in a chunk yet. */
export interface ArrivedConnection {
  name: string;
  /** Time when its first frame that still waits arrived, epoch ms. */
  firstArrivedAt: number;
  /** The frames that its source still has: what is missing before these will never come. */
  held: TapeBatch["held"];
  opus: Map<number, WaitingFrame>;
  mp3: Map<number, WaitingFrame>;
  levels: Map<number, WaitingFrame>;
}

/** Time within which a source knows when its sound began. */
const burstMs = 5_000;

/**
 * Returns when these frames really begin (epoch ms). A source that sends a burst at its start knows that only a little
 * later: the first frames are stamped too late, and none too early.
 */
export function startOf(frames: ReadonlyMap<number, WaitingFrame>, seq: number, durationMs: number): number {
  let at = Number.POSITIVE_INFINITY;
  for (let n = 0; n * durationMs < burstMs; n++) {
    const frame = frames.get(seq + n);
    if (frame === undefined || (n > 0 && frame.isDiscontinuity)) break;
    at = Math.min(at, frame.at - n * durationMs);
  }
  return at;
}
