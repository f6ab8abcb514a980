/** The index of a recording: written by its `Tape`, read by whatever serves, shows or plays it. */

/** A piece of the recording, at most 20 s: a range of bytes of each of its two files. */
export interface TapeChunk {
  /** Number of the chunk, from 0, in order. */
  n: number;
  /** The place of its bytes: in R2 under `chunkKey` or `joinedKey`, or still in the `Tape` object. */
  place: "r2" | "tape";
  ms: number;
  /** Ogg pages: of one second each, fewer packets where one page cannot hold that much. */
  pages: number;
  opusBytes: number;
  mp3Bytes: number;
}

/** A position from which the sound was received without a gap; `at`: server time (epoch ms) of that position. */
export interface TapeAnchor {
  position: number;
  at: number;
  /** The broadcast before it had ended: what lies between is a pause, and no sound is missing. */
  isResumed?: true;
}

export interface TapeIndex {
  /** The replay's id: that of the first broadcast. */
  id: string;
  performance: string;
  /** Serial number of the logical Ogg stream. */
  serial: number;
  /** Rises with every change, and identifies the bytes of both files. */
  version: number;
  startedAt: number;
  /** Null while something may still be added. */
  endedAt: number | null;
  durationMs: number;
  chunks: TapeChunk[];
  /** The bytes of this many chunks, from the first, are one object for each file: `joinedKey`. */
  joined?: number;
  /** The first is at position 0; one more for each gap that was not filled. By position. */
  anchors: TapeAnchor[];
  /** The MP3 as a whole, once it is complete: the header of its first frame, and how long its frames play, ms. */
  mp3?: { header: readonly number[]; ms: number };
  /** Peaks, two per second, as Base64 of one byte each (0 to 255). */
  peaks: string;
}

export const tapeFiles = ["opus", "mp3"] as const;
export type TapeFile = (typeof tapeFiles)[number];

/** The prefix of everything of one recording in R2. */
export const tapePrefix = (id: string): string => `tape/${id}/`;

export const chunkKey = (id: string, n: number, file: TapeFile): string => `${tapePrefix(id)}${n}.${file}`;

/** Returns the key of the first `joined` chunks. */
export const joinedKey = (id: string, joined: number, file: TapeFile): string =>
  `${tapePrefix(id)}0-${joined}.${file}`;

export const sizeOf = (chunk: TapeChunk, file: TapeFile): number =>
  file === "opus" ? chunk.opusBytes : chunk.mp3Bytes;

/** Returns the start of chunk `n` in the sound of a file, in bytes. */
export const offsetOf = ({ chunks }: Pick<TapeIndex, "chunks">, n: number, file: TapeFile): number =>
  chunks.slice(0, n).reduce((sum, chunk) => sum + sizeOf(chunk, file), 0);

/** Present once the recording is complete. */
export const indexKey = (id: string): string => `${tapePrefix(id)}index.json`;

export const peaksPerSecond = 2;

/** The two header pages; those of the sound are numbered from here. */
export const firstSoundPage = 2;

/** The samples that decoders discard at the start (48 kHz): what libopus needs before its first one, 6.5 ms. */
export const tapePreSkip = 312;

/** Two per second, 0 to 255. */
export const peaksOf = ({ peaks }: Pick<TapeIndex, "peaks">): number[] =>
  Array.from(atob(peaks), (byte) => byte.charCodeAt(0));
