/** A file that is stored in pieces: bytes made when it is read, and chunks of a recording. */
import { sizeOf, type TapeChunk, type TapeFile, type TapeIndex } from "./tape-index.ts";

/** A part of the file, in order. */
type Segment =
  | { kind: "bytes"; bytes: Uint8Array; size: number; ms: 0 }
  | { kind: "chunk"; chunk: TapeChunk; size: number; ms: number };

export interface FileLayout {
  size: number;
  segments: readonly Segment[];
}

/** A part of a segment. `endsMs`: the position in the sound that is reached at its end. */
export type Piece = { endsMs: number } & (
  | { kind: "bytes"; bytes: Uint8Array }
  | { kind: "chunk"; chunk: TapeChunk; offset: number; length: number }
);

/** The file with `head` before its chunks and `tail` after them. */
export function layOut(
  { chunks }: Pick<TapeIndex, "chunks">,
  file: TapeFile,
  { head, tail }: { head: Uint8Array; tail?: Uint8Array },
): FileLayout {
  const inline = (bytes: Uint8Array): Segment => ({ kind: "bytes", bytes, size: bytes.byteLength, ms: 0 });
  const segments: Segment[] = [
    inline(head),
    ...chunks.map((chunk): Segment => ({ kind: "chunk", chunk, size: sizeOf(chunk, file), ms: chunk.ms })),
    ...(tail === undefined ? [] : [inline(tail)]),
  ].filter(({ size }) => size > 0);
  return { size: segments.reduce((sum, { size }) => sum + size, 0), segments };
}

/** The pieces of the bytes from `from` up to, and without, `to`. */
export function piecesOf({ segments }: FileLayout, { from, to }: { from: number; to: number }): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  let startMs = 0;
  for (const segment of segments) {
    const { size, ms } = segment;
    const [first, last] = [Math.max(from - start, 0), Math.min(to - start, size)];
    if (first < last) pieces.push(pieceOf(segment, first, last, startMs + (ms * last) / size));
    start += size;
    startMs += ms;
  }
  return pieces;
}

function pieceOf(segment: Segment, first: number, last: number, endsMs: number): Piece {
  if (segment.kind === "bytes") return { kind: "bytes", bytes: segment.bytes.subarray(first, last), endsMs };
  return { kind: "chunk", chunk: segment.chunk, offset: first, length: last - first, endsMs };
}
