/** The first directory of a TIFF: its tags and their numbers. No other directory is followed, so none can loop. */
import { require } from "./reading.ts";

export const tag = {
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  orientation: 274,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  planarConfiguration: 284,
  predictor: 317,
  colorMap: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  extraSamples: 338,
  sampleFormat: 339,
} as const;

const known: ReadonlySet<number> = new Set(Object.values(tag));

/** More strips or tiles than any accepted picture has; many tags may point to the same long list. */
const maxValues = 65_536;

/** Bytes per value: BYTE, SHORT, LONG. No other type is read here. */
const typeBytes: Record<number, 1 | 2 | 4> = { 1: 1, 3: 2, 4: 4 };

/** Whether numbers in this file are little-endian. Throws where it is not a (classic) TIFF. */
export function isLittleEndian(view: DataView): boolean {
  const mark = view.getUint16(0);
  require(mark === 0x4949 || mark === 0x4d4d, "byte order");
  const isLittle = mark === 0x4949;
  require(view.getUint16(2, isLittle) === 42, "version");
  return isLittle;
}

/** The values of each tag that decoding needs. Throws (also a RangeError) where the file is cut short. */
export function readDirectory(view: DataView): Map<number, number[]> {
  const isLittle = isLittleEndian(view);
  const start = view.getUint32(4, isLittle);
  const count = view.getUint16(start, isLittle);
  const found = new Map<number, number[]>();
  for (let index = 0; index < count; index += 1) {
    const entry = start + 2 + index * 12;
    const name = view.getUint16(entry, isLittle);
    const bytes = typeBytes[view.getUint16(entry + 2, isLittle)];
    if (!known.has(name) || bytes === undefined || found.has(name)) continue;
    const length = view.getUint32(entry + 4, isLittle);
    const isInline = length * bytes <= 4;
    const offset = isInline ? entry + 8 : view.getUint32(entry + 8, isLittle);
    require(length <= maxValues && offset + length * bytes <= view.byteLength, "values");
    found.set(name, readNumbers(view, { offset, length, bytes, isLittle }));
  }
  return found;
}

function readNumbers(
  view: DataView,
  {
    offset,
    length,
    bytes,
    isLittle,
  }: { offset: number; length: number; bytes: 1 | 2 | 4; isLittle: boolean },
): number[] {
  return Array.from({ length }, (_, index) => {
    const at = offset + index * bytes;
    if (bytes === 1) return view.getUint8(at);
    return bytes === 2 ? view.getUint16(at, isLittle) : view.getUint32(at, isLittle);
  });
}
