/** The four supported compressions of TIFF blocks. Each knows the size of its output, and stops there. */
import { Malformed, require } from "./reading.ts";

const packing = { none: 1, lzw: 5, deflate: 8, deflateOld: 32946, packBits: 32773 } as const;
export type Packing = (typeof packing)[keyof typeof packing];

export function isPacking(value: number): value is Packing {
  return Object.values(packing).some((known) => known === value);
}

export function takesPredictor(kind: Packing): boolean {
  return kind !== packing.none && kind !== packing.packBits;
}

/** Unpacks one block into exactly `length` bytes. Throws where it holds less. */
export async function unpack(packed: Uint8Array, kind: Packing, length: number): Promise<Uint8Array> {
  if (kind === packing.lzw) return unpackLzw(packed, length);
  if (kind === packing.packBits) return unpackBits(packed, length);
  if (kind !== packing.none) return inflate(packed, length);
  require(packed.length >= length, "cut short");
  return packed.slice(0, length);
}

async function inflate(packed: Uint8Array, length: number): Promise<Uint8Array> {
  const unpacked = new Uint8Array(length);
  const stream = new Blob([packed.slice()]).stream().pipeThrough(new DecompressionStream("deflate"));
  const reader = stream.getReader();
  let filled = 0;
  while (filled < length) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw new Malformed("deflate", { cause: error });
    });
    if (done) throw new Malformed("cut short");
    unpacked.set(value.subarray(0, length - filled), filled);
    filled += value.length;
  }
  // Any further output is not needed.
  await reader.cancel().catch(() => {});
  return unpacked;
}

/** Runs of bytes: n + 1 literal bytes, or one byte 1 - n times. */
function unpackBits(packed: Uint8Array, length: number): Uint8Array {
  const unpacked = new Uint8Array(length);
  let from = 0;
  let filled = 0;
  while (filled < length) {
    const head = packed[from];
    require(head !== undefined, "cut short");
    from += 1;
    if (head < 128) {
      require(from + head < packed.length, "cut short");
      unpacked.set(packed.subarray(from, from + Math.min(head + 1, length - filled)), filled);
      filled += head + 1;
      from += head + 1;
    } else if (head > 128) {
      const value = packed[from];
      require(value !== undefined, "cut short");
      unpacked.fill(value, filled, filled + 257 - head);
      filled += 257 - head;
      from += 1;
    }
  }
  return unpacked;
}

const clear = 256;
const end = 257;
const maxCodes = 4096;

/** LZW as in TIFF: codes of 9 to 12 bits, high bit first, with each width change one code early. */
function unpackLzw(packed: Uint8Array, length: number): Uint8Array {
  const unpacked = new Uint8Array(length);
  // Each code represents the string that was written at `starts` with `lengths`.
  const starts = new Uint32Array(maxCodes);
  const lengths = new Uint16Array(maxCodes);
  let next = end + 1;
  let width = 9;
  let previous = -1;
  let filled = 0;
  let bits = 0;
  let bitCount = 0;
  let from = 0;
  while (filled < length) {
    while (bitCount < width) {
      const byte = packed[from];
      require(byte !== undefined, "cut short");
      bits = ((bits << 8) | byte) & 0xffffff;
      from += 1;
      bitCount += 8;
    }
    bitCount -= width;
    const code = (bits >>> bitCount) & ((1 << width) - 1);
    if (code === clear) {
      next = end + 1;
      width = 9;
      previous = -1;
      continue;
    }
    require(code !== end, "cut short");
    require(code < clear || (previous >= 0 && code <= next && code > end), "code");
    const start = filled;
    if (code < clear) {
      unpacked[filled] = code;
      filled += 1;
    } else {
      // A code that is about to be defined is the previous string plus that string's first byte.
      const source = code === next ? previous : (starts[code] ?? 0);
      const size = code === next ? start - previous + 1 : (lengths[code] ?? 0);
      const stop = Math.min(length, filled + size);
      for (let at = source; filled < stop; at += 1, filled += 1) unpacked[filled] = unpacked[at] ?? 0;
    }
    if (previous >= 0 && next < maxCodes) {
      starts[next] = previous;
      lengths[next] = start - previous + 1;
      next += 1;
    }
    if (next + 1 >= 1 << width && width < 12) width += 1;
    previous = start;
  }
  return unpacked;
}
