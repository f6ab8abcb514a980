import { constants, deflateRawSync } from "node:zlib";

const piece = 1_000_000;

/** Returns zlib-compressed zeros without holding them: a hundred megabytes fit in a hundred kilobytes. */
export function deflateZeros(length: number): Uint8Array {
  // A full flush ends a block, so that it can be repeated.
  const repeated = deflateRawSync(new Uint8Array(piece), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const pieces = Array.from({ length: Math.floor(length / piece) }, () => repeated);
  const last = deflateRawSync(new Uint8Array(length % piece), { level: 9 });
  // Adler-32 of zeros: the first sum stays 1, the second counts the bytes.
  const sum = Buffer.alloc(4);
  sum.writeUInt16BE(length % 65_521, 0);
  sum.writeUInt16BE(1, 2);
  return Buffer.concat([Buffer.of(0x78, 0xda), ...pieces, last, sum]);
}
