import { deflateSync } from "node:zlib";

export interface TiffOptions {
  width: number;
  height: number;
  depth?: 1 | 2 | 4 | 8 | 16;
  samples?: number;
  /** 0 white is zero, 1 black is zero, 2 RGB, 3 palette, 5 CMYK. */
  photometric?: number;
  isBigEndian?: boolean;
  isPlanar?: boolean;
  packing?: "none" | "lzw" | "deflate" | "packBits";
  rowsPerStrip?: number;
  /** Tiles of this size instead of strips. */
  tile?: number;
  hasPredictor?: boolean;
  /** Returns the value of a sample with `depth` bits. */
  sample: (x: number, y: number, sample: number) => number;
  /** Compressed blocks, instead of those made from samples. */
  blocks?: Uint8Array[];
  /** Additional or replaced tags; `null` omits one. */
  tags?: Record<number, number[] | null>;
  /** The offset of the next directory; 0 for none. */
  next?: number;
}

const codes = { none: 1, lzw: 5, deflate: 8, packBits: 32773 };
const longs: ReadonlySet<number> = new Set([256, 257, 273, 278, 279, 324, 325]);

/** Builds a TIFF of one page byte by byte. */
export function makeTiff(options: TiffOptions): Uint8Array<ArrayBuffer> {
  const {
    width,
    height,
    depth = 8,
    samples = 3,
    photometric = 2,
    isPlanar = false,
    packing = "none",
    tile,
  } = options;
  const blocks = options.blocks ?? makeBlocks(options);
  const offsets: number[] = [];
  let end = 8;
  for (const block of blocks) {
    offsets.push(end);
    end += block.length + (block.length % 2);
  }
  const counts = blocks.map((block) => block.length);
  const extra = samples - (photometric === 2 ? 3 : photometric === 5 ? 4 : 1);
  const palette = Array.from({ length: 3 * 2 ** depth }, (_, at) => ((at * 4099) & 255) * 257);
  const tags: Record<number, number[] | null> = {
    256: [width],
    257: [height],
    258: Array.from({ length: samples }, () => depth),
    259: [codes[packing]],
    262: [photometric],
    277: [samples],
    284: [isPlanar ? 2 : 1],
    317: [options.hasPredictor ? 2 : 1],
    320: photometric === 3 ? palette : null,
    338: extra > 0 ? [2] : null,
    ...(tile === undefined
      ? { 273: offsets, 278: [options.rowsPerStrip ?? height], 279: counts }
      : { 322: [tile], 323: [tile], 324: offsets, 325: counts }),
    ...options.tags,
  };
  const file = new Uint8Array(end + directoryBytes(tags));
  for (const [index, block] of blocks.entries()) file.set(block, offsets[index]);
  writeDirectory(new DataView(file.buffer), end, tags, options);
  return file;
}

function directoryBytes(tags: TiffOptions["tags"] & {}): number {
  return Object.values(tags).reduce((sum, values) => sum + 12 + 4 * (values?.length ?? 0), 6);
}

function writeDirectory(
  view: DataView,
  start: number,
  tags: TiffOptions["tags"] & {},
  options: TiffOptions,
): void {
  const isLittle = !options.isBigEndian;
  view.setUint16(0, isLittle ? 0x4949 : 0x4d4d);
  view.setUint16(2, 42, isLittle);
  view.setUint32(4, start, isLittle);
  const entries = Object.entries(tags).flatMap(([name, values]) =>
    values === null ? [] : [{ name: Number(name), values }],
  );
  view.setUint16(start, entries.length, isLittle);
  let free = start + 6 + entries.length * 12;
  view.setUint32(free - 4, options.next ?? 0, isLittle);
  for (const [index, { name, values }] of entries.entries()) {
    const entry = start + 2 + index * 12;
    const bytes = longs.has(name) ? 4 : 2;
    view.setUint16(entry, name, isLittle);
    view.setUint16(entry + 2, bytes === 4 ? 4 : 3, isLittle);
    view.setUint32(entry + 4, values.length, isLittle);
    const isInline = values.length * bytes <= 4;
    if (!isInline) view.setUint32(entry + 8, free, isLittle);
    for (const [at, value] of values.entries()) {
      const offset = (isInline ? entry + 8 : free) + at * bytes;
      if (bytes === 4) view.setUint32(offset, value, isLittle);
      else view.setUint16(offset, value, isLittle);
    }
    if (!isInline) free += values.length * bytes;
  }
}

function makeBlocks(options: TiffOptions): Uint8Array[] {
  const { width, height, samples = 3, isPlanar = false, tile } = options;
  const size = { width: tile ?? width, height: tile ?? options.rowsPerStrip ?? height };
  const blocks: Uint8Array[] = [];
  for (let plane = 0; plane < (isPlanar ? samples : 1); plane += 1)
    for (let top = 0; top < height; top += size.height)
      for (let left = 0; left < width; left += size.width) {
        const rows = tile === undefined ? Math.min(size.height, height - top) : tile;
        blocks.push(
          pack(makeBlock(options, { left, top, columns: size.width, rows, plane }), options.packing),
        );
      }
  return blocks;
}

interface Block {
  left: number;
  top: number;
  columns: number;
  rows: number;
  plane: number;
}

function makeBlock(options: TiffOptions, { left, top, columns, rows, plane }: Block): Uint8Array {
  const { width, height, depth = 8, samples = 3, isPlanar = false, hasPredictor = false, sample } = options;
  const inBlock = isPlanar ? 1 : samples;
  const rowBytes = Math.ceil((columns * inBlock * depth) / 8);
  const bytes = new Uint8Array(rowBytes * rows);
  const value = (x: number, y: number, index: number) =>
    x < width && y < height && x >= left ? sample(x, y, isPlanar ? plane : index) : 0;
  for (let row = 0; row < rows; row += 1)
    for (let at = 0; at < columns * inBlock; at += 1) {
      const [x, index] = [left + Math.floor(at / inBlock), at % inBlock];
      const before = hasPredictor ? value(x - 1, top + row, index) : 0;
      const number = (value(x, top + row, index) - before) & (2 ** depth - 1);
      const bit = at * depth;
      const to = row * rowBytes + (bit >> 3);
      if (depth === 16) bytes.set(options.isBigEndian ? [number >> 8, number] : [number, number >> 8], to);
      else bytes[to] = (bytes[to] ?? 0) | (number << (8 - depth - (bit & 7)));
    }
  return bytes;
}

function pack(bytes: Uint8Array, packing: TiffOptions["packing"]): Uint8Array {
  if (packing === "deflate") return deflateSync(bytes);
  if (packing === "lzw") return packLzw(bytes);
  if (packing === "packBits") return packBits(bytes);
  return bytes;
}

/** LZW as libtiff writes it: codes of 9 to 12 bits, the table cleared when it is full. */
export function packLzw(bytes: Uint8Array): Uint8Array {
  const packed: number[] = [];
  let width = 9;
  let bits = 0;
  let bitCount = 0;
  const put = (code: number) => {
    bits = (bits << width) | code;
    for (bitCount += width; bitCount >= 8; bitCount -= 8) packed.push((bits >> (bitCount - 8)) & 255);
    bits &= (1 << bitCount) - 1;
  };
  /** The code of each known string, by the code of the string before its last byte and that byte. */
  let table = new Map<number, number>();
  let known = -1;
  put(256);
  for (const byte of bytes) {
    const longer = known === -1 ? byte : table.get(known * 256 + byte);
    if (longer !== undefined) {
      known = longer;
      continue;
    }
    put(known);
    table.set(known * 256 + byte, 258 + table.size);
    const next = 258 + table.size;
    if (next === 4094) {
      put(256);
      table = new Map();
      width = 9;
    } else if (next === 2 ** width) width += 1;
    known = byte;
  }
  put(known);
  put(257);
  if (bitCount > 0) packed.push((bits << (8 - bitCount)) & 255);
  return Uint8Array.from(packed);
}

/** PackBits: runs where a byte repeats, single bytes elsewhere, and some headers without meaning. */
function packBits(bytes: Uint8Array): Uint8Array {
  const packed: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    let run = 1;
    while (run < 128 && bytes[at + run] === bytes[at]) run += 1;
    packed.push(...(run > 1 ? [257 - run] : at % 7 === 0 ? [128, 0] : [0]), bytes[at] ?? 0);
    at += run;
  }
  return Uint8Array.from(packed);
}
