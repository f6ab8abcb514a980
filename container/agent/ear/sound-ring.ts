/**
 * Sound on its way to the ear's thread, in memory that both threads share: the writer never waits, and drops what the
 * reader has no room for.
 */
import { meterFormat } from "../audio/level-meter.ts";

const pieceMs = 100;
/** Samples of one piece, one channel. */
export const pieceSamples = (meterFormat.sampleRate * pieceMs) / 1_000;
const pieceBytes = pieceSamples * meterFormat.channels * 2;
/** 25.6 s: more than the thread takes to learn a large crate. */
export const slots = 256;
const [writtenAt, readAt, droppedAt] = [0, 1, 2] as const;
const headBytes = 16;
const timesBytes = slots * 8;

export interface RingMemory {
  head: Int32Array;
  times: Float64Array;
  samples: Int16Array;
}

export const createRing = (): SharedArrayBuffer =>
  new SharedArrayBuffer(headBytes + timesBytes + slots * pieceSamples * 2);

function mapRing(memory: SharedArrayBuffer): RingMemory {
  return {
    head: new Int32Array(memory, 0, 3),
    times: new Float64Array(memory, headBytes, slots),
    samples: new Int16Array(memory, headBytes + timesBytes),
  };
}

export class RingWriter {
  readonly #ring: RingMemory;
  readonly #piece = Buffer.alloc(pieceBytes);
  #filled = 0;

  constructor(memory: SharedArrayBuffer) {
    this.#ring = mapRing(memory);
  }

  /** Samples in the meter's format. `stamp` returns the epoch ms of the first sample of a piece that is complete now. */
  push(pcm: Buffer, stamp: (durationMs: number) => number): void {
    for (let from = 0; from < pcm.length; ) {
      const copied = pcm.copy(this.#piece, this.#filled, from, from + pieceBytes - this.#filled);
      from += copied;
      this.#filled += copied;
      if (this.#filled === pieceBytes) this.#write(stamp(pieceMs));
    }
  }

  /** Forgets the piece that is not complete. */
  restart(): void {
    this.#filled = 0;
  }

  #write(at: number): void {
    this.#filled = 0;
    const { head, times, samples } = this.#ring;
    const written = Atomics.load(head, writtenAt);
    if (written - Atomics.load(head, readAt) >= slots) {
      Atomics.add(head, droppedAt, 1);
      return;
    }
    const slot = written % slots;
    const start = slot * pieceSamples;
    // Both channels alike, as references are made.
    for (let sample = 0; sample < pieceSamples; sample++)
      samples[start + sample] =
        (this.#piece.readInt16LE(sample * 4) + this.#piece.readInt16LE(sample * 4 + 2)) >> 1;
    times[slot] = at;
    Atomics.store(head, writtenAt, written + 1);
  }
}

export class RingReader {
  readonly #ring: RingMemory;

  constructor(memory: SharedArrayBuffer) {
    this.#ring = mapRing(memory);
  }

  /** Milliseconds of sound that wait to be read. */
  get waitingMs(): number {
    const { head } = this.#ring;
    return pieceMs * (Atomics.load(head, writtenAt) - Atomics.load(head, readAt));
  }

  /** Milliseconds of sound that had no room. */
  get lostMs(): number {
    return pieceMs * Atomics.load(this.#ring.head, droppedAt);
  }

  /** Returns the oldest piece: samples of one channel, -1 to 1, and the epoch ms of the first. */
  read(): { samples: Float32Array; at: number } | undefined {
    const { head, times, samples } = this.#ring;
    const read = Atomics.load(head, readAt);
    if (read === Atomics.load(head, writtenAt)) return;
    const slot = read % slots;
    const piece = Float32Array.from(
      samples.subarray(slot * pieceSamples, (slot + 1) * pieceSamples),
      (value) => value / 32_768,
    );
    const at = times[slot] ?? 0;
    Atomics.store(head, readAt, read + 1);
    return { samples: piece, at };
  }
}
