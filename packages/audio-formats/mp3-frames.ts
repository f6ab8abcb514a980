/** Cuts bytes into MP3 frames. */
import { concat } from "./bytes.ts";
import { type Mp3Header, readMp3Header } from "./mp3-header.ts";

export interface Mp3Frame {
  bytes: Uint8Array;
  durationMs: number;
  sampleRate: number;
  channels: 1 | 2;
}

/** Returns these whole frames one by one; without what is not MP3 at their end. */
export function mp3Frames(bytes: Uint8Array): Mp3Frame[] {
  const frames: Mp3Frame[] = [];
  for (let at = 0; at < bytes.byteLength; ) {
    const header = readMp3Header(bytes, at);
    if (header === null) break;
    frames.push(toFrame(bytes, at, header));
    at += header.length;
  }
  return frames;
}

/** Returns how long these whole frames play, ms; what is not MP3 at their end counts as nothing. */
export const mp3DurationMs = (bytes: Uint8Array): number =>
  mp3Frames(bytes).reduce((sum, { durationMs }) => sum + durationMs, 0);

interface Mp3StreamOptions {
  /**
   * True for a file: what no frame and no tag follows is no frame either. Of a live stream a frame counts as soon as it
   * is complete.
   */
  confirmsEach?: boolean;
}

/** Finds the frames of a stream of bytes; skips tags and damaged bytes. */
export class Mp3Frames {
  #pending: Uint8Array = new Uint8Array();
  #isInStep = false;
  readonly #confirmsEach: boolean;

  constructor({ confirmsEach = false }: Mp3StreamOptions = {}) {
    this.#confirmsEach = confirmsEach;
  }

  /** Returns the frames that are complete now. */
  push(bytes: Uint8Array): Mp3Frame[] {
    this.#pending = this.#pending.length === 0 ? bytes : concat([this.#pending, bytes]);
    const frames: Mp3Frame[] = [];
    let at = 0;
    while (at + 4 <= this.#pending.length) {
      const header = readMp3Header(this.#pending, at);
      if (header === null) {
        this.#isInStep = false;
        const next = this.#pending.indexOf(0xff, at + 1);
        at = next < 0 ? this.#pending.length : next;
        continue;
      }
      const end = at + header.length;
      // Out of sync, bytes that look like a header count as one only when a second header follows where it should.
      if (!this.#isInStep) {
        if (end + 3 > this.#pending.length) break;
        if (readMp3Header(this.#pending, end) === null && !isTag(this.#pending, end)) {
          at++;
          continue;
        }
        this.#isInStep = !this.#confirmsEach;
      }
      if (end > this.#pending.length) break;
      frames.push(toFrame(this.#pending, at, header));
      at = end;
    }
    this.#pending = this.#pending.subarray(at);
    return frames;
  }
}

const toFrame = (all: Uint8Array, at: number, header: Mp3Header): Mp3Frame => ({
  bytes: all.subarray(at, at + header.length),
  durationMs: header.durationMs,
  sampleRate: header.sampleRate,
  channels: header.channels,
});

const isTag = (bytes: Uint8Array, at: number) =>
  ["TAG", "APE", "LYR", "ID3"].includes(String.fromCharCode(...bytes.subarray(at, at + 3)));
