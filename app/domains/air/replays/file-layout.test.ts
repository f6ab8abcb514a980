import { expect, test } from "vitest";
import { layOut, type Piece, piecesOf } from "./file-layout.ts";
import type { TapeChunk } from "./tape-index.ts";

const chunk = (n: number, opusBytes: number, ms = 20_000): TapeChunk => ({
  n,
  place: "r2",
  ms,
  pages: Math.ceil(ms / 1_000),
  opusBytes,
  mp3Bytes: 0,
});
const chunks = [chunk(0, 10), chunk(1, 20), chunk(2, 5, 5_000)];
const bytes = (...values: number[]) => Uint8Array.from(values);
const head = bytes(1, 2, 3);
const layout = layOut({ chunks }, "opus", { head, tail: bytes(9, 9) });

const shown = (pieces: Piece[]) =>
  pieces.map((piece) =>
    piece.kind === "bytes" ? [...piece.bytes] : { n: piece.chunk.n, from: piece.offset, bytes: piece.length },
  );

test("a file is as long as its parts", () => {
  expect(layout.size).toBe(3 + 10 + 20 + 5 + 2);
});

test("a range takes only what it covers of each part", () => {
  expect(shown(piecesOf(layout, { from: 0, to: layout.size }))).toEqual([
    [1, 2, 3],
    { n: 0, from: 0, bytes: 10 },
    { n: 1, from: 0, bytes: 20 },
    { n: 2, from: 0, bytes: 5 },
    [9, 9],
  ]);
  expect(shown(piecesOf(layout, { from: 2, to: 4 }))).toEqual([[3], { n: 0, from: 0, bytes: 1 }]);
  expect(shown(piecesOf(layout, { from: 14, to: 20 }))).toEqual([{ n: 1, from: 1, bytes: 6 }]);
  expect(shown(piecesOf(layout, { from: 39, to: 40 }))).toEqual([[9]]);
});

test("each piece says which position in the sound it reaches", () => {
  expect(piecesOf(layout, { from: 0, to: 23 }).map(({ endsMs }) => endsMs)).toEqual([0, 20_000, 30_000]);
});

test("chunks without bytes of this file are no part of it", () => {
  expect(layOut({ chunks }, "mp3", { head })).toMatchObject({ size: 3, segments: [{ kind: "bytes" }] });
});
