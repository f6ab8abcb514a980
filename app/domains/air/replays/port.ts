/** Places of recordings: complete ones in R2, others also in their `Tape`. */
import type { TapeChunk, TapeFile, TapeIndex } from "./tape-index.ts";

/** Calls of operations to the `Tape` of a performance. */
export interface TapePort {
  /** Null where nothing is recorded. */
  index(): Promise<TapeIndex | null>;
  /** Rights may have changed in D1. */
  rightsChanged(): Promise<void>;
}

export interface Tapes {
  of(performance: string): TapePort;
  /** The index of a complete recording; null where there is none. */
  readIndex(id: string): Promise<TapeIndex | null>;
  /** Bytes of a chunk, wherever they are by now; null where they were deleted. */
  readChunk(
    index: Pick<TapeIndex, "id" | "performance" | "chunks" | "joined">,
    chunk: TapeChunk,
    part: { file: TapeFile; offset: number; length: number },
  ): Promise<ReadableStream<Uint8Array> | Uint8Array | null>;
  /** Bytes of the chunks that are joined, from the beginning of the first; null where they were deleted. */
  readJoined(
    index: Pick<TapeIndex, "id" | "joined">,
    part: { file: TapeFile; offset: number; length: number },
  ): Promise<ReadableStream<Uint8Array> | null>;
  /**
   * Deletes all of a recording, in its `Tape` and in R2; nothing more is recorded of this performance. Throws where R2
   * refuses, or does not answer in time.
   */
  erase(replay: Pick<TapeIndex, "id" | "performance">): Promise<void>;
  /** Writes a small object to the bucket of recordings, reads it back and deletes it. Throws where that fails. */
  check(): Promise<void>;
}
