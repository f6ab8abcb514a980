/** Small files that become large, slow or both when decoded. */
import { deflateSync } from "node:zlib";
import { withSize } from "./jpeg-file.ts";
import { join, tiff } from "./parts.ts";
import { makePng, type PngOptions, rowBytes } from "./png-file.ts";
import { samples } from "./samples.ts";
import { makeTiff, packLzw } from "./tiff-file.ts";
import { deflateZeros } from "./zeros.ts";

const square = { width: 5000, height: 5000 };
const gray = { photometric: 1, samples: 1, sample: () => 0 };

/** All black. */
const flatPng = (options: PngOptions) => makePng({ ...options, packedRows: deflateZeros(rowBytes(options)) });

/** Valid pictures that must be stored. */
export function bombs(): Record<string, Uint8Array> {
  const deflated = deflateSync(new Uint8Array(5000 * 500));
  const packed = packLzw(new Uint8Array(4000 * 500));
  return {
    "png of 25 million pixels": flatPng({ ...square, depth: 8, colour: 2 }),
    "16-bit png of 25 million pixels": flatPng({ ...square, depth: 16, colour: 2 }),
    "interlaced png of 13 million pixels": flatPng({ width: 3600, height: 3600, isInterlaced: true }),
    "black and white png of 25 million pixels": flatPng({ ...square, depth: 1, colour: 0 }),
    "deflate tif of 25 million pixels": makeTiff({
      ...square,
      ...gray,
      packing: "deflate",
      rowsPerStrip: 500,
      blocks: Array.from({ length: 10 }, () => deflated),
    }),
    "lzw tif of 16 million pixels": makeTiff({
      width: 4000,
      height: 4000,
      ...gray,
      packing: "lzw",
      rowsPerStrip: 500,
      blocks: Array.from({ length: 8 }, () => packed),
    }),
    "png with 40 MB behind its last row": makePng({
      width: 64,
      height: 48,
      rows: new Uint8Array(40_000_000),
    }),
    "deflate tif with 40 MB in its strip": deflateBomb(),
  };
}

/** Pictures that must be held completely for decoding, and are too large for that. */
export function tooMuchAtOnce(): Record<string, Uint8Array> {
  return {
    "interlaced png of 25 million pixels": flatPng({ ...square, isInterlaced: true }),
    "progressive jpg of 25 million pixels": withSize(samples.progressive, 5000, 5000),
  };
}

/** Headers that declare 25 million pixels before a few bytes of data. */
export function promises(): Record<string, Uint8Array> {
  return {
    "progressive jpg of 9 million pixels": withSize(samples.progressive, 3000, 3000),
    "jpg of 25 million pixels and no more data": withSize(samples.baseline, 5000, 5000),
  };
}

/** The strip of a small picture decompresses to a thousand times its size. */
function deflateBomb(): Uint8Array {
  const strip = deflateZeros(40_000_000);
  const small = tiff({ tags: { 259: [8], 273: [10_000], 279: [strip.length] } });
  return join(small, new Uint8Array(Math.max(0, 10_000 - small.length)), strip).slice(
    0,
    10_000 + strip.length,
  );
}
