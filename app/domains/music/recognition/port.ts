import type { SoundPiece } from "#packages/fingerprint/sound-pieces.ts";

/** Storage of the peaks of references: in the object store, by the reference's id. */
export interface ReferencePeaks {
  put(id: string, peaks: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Returns peaks by id; those that are not there are missing. */
  read(ids: readonly string[]): Promise<Map<string, Uint8Array<ArrayBuffer>>>;
  remove(ids: readonly string[]): Promise<void>;
}

/** Peaks of live sound, a minute each, kept until it is known what was played. */
export interface LivePeaks {
  put(stream: string, piece: SoundPiece): Promise<void>;
  /** The pieces of a stream that have sound of this time (epoch ms), in their order. */
  read(stream: string, time: { from: number; to: number }): Promise<SoundPiece[]>;
  /** Deletes the pieces of a stream that have sound of this time (epoch ms). */
  remove(stream: string, time: { from: number; to: number }): Promise<void>;
  /** Deletes what was heard before `time` (epoch ms). */
  removeBefore(time: number): Promise<void>;
}

/** The index of every reference that may be heard anywhere, for streams whose own list does not explain their sound. */
export interface ColdIndex {
  /** Adding one again changes nothing. */
  add(references: readonly { id: string; owner: string | null; peaks: Uint8Array }[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** The ids of those that these peaks may be of, the likeliest first. Throws a RangeError at unreadable peaks. */
  find(peaks: Uint8Array): Promise<string[]>;
}

/** The key of a reference's peaks in the object store. */
export const peaksKey = (id: string): string => `references/${id}`;
