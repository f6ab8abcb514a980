/**
 * Decodes the first page of a TIFF into RGBA, a band of rows at a time, cropped and reduced on the way, so that the
 * memory in use stays far below the unpacked size. Written here, because existing decoders follow offsets in circles
 * and inflate without a limit; and it also runs in the browser.
 */
import type { Size } from "../rules.ts";
import { Reducer } from "./reducer.ts";
import { toRgba } from "./tiff-colours.ts";
import { blockRowBytes, blockRows, type Pixels, type TiffLayout } from "./tiff-layout.ts";
import { unpack } from "./unpack.ts";

/**
 * @param crop size of the wanted part around the centre, as the rows are stored
 * @param atLeast minimum size of that part in the result
 */
export async function decodeTiff(
  bytes: Uint8Array,
  layout: TiffLayout,
  { crop, atLeast }: { crop: Size; atLeast: Size },
): Promise<Pixels> {
  const reducer = new Reducer(layout, { crop, atLeast });
  for (let down = 0; down < layout.down; down += 1) {
    const firstRow = down * layout.block.height;
    const rows = Array.from({ length: blockRows(layout, down) }, (_, row) => row);
    const wanted = rows.filter((row) => reducer.wants(firstRow + row));
    if (wanted.length === 0) continue;
    const band = await readBand(bytes, layout, down);
    for (const row of wanted) reducer.add(toRgba(layout, samplesOfRow(layout, band, row, reducer.columns)));
  }
  return reducer.pixels();
}

/** The unpacked blocks of one band: from left to right, then plane by plane where planar. */
async function readBand(bytes: Uint8Array, layout: TiffLayout, down: number): Promise<Uint8Array[]> {
  const planes = layout.isPlanar ? layout.samples : 1;
  const rows = blockRows(layout, down);
  const blocks: Uint8Array[] = [];
  for (let plane = 0; plane < planes; plane += 1) {
    for (let column = 0; column < layout.across; column += 1) {
      const index = (plane * layout.down + down) * layout.across + column;
      const offset = layout.offsets[index] ?? 0;
      const packed = bytes.subarray(offset, offset + (layout.byteCounts[index] ?? 0));
      const block = await unpack(packed, layout.packing, blockRowBytes(layout) * rows);
      if (layout.hasPredictor) addUp(block, layout, rows);
      blocks.push(block);
    }
  }
  return blocks;
}

/** Reverses the predictor: each sample was stored as its difference from the one to its left. */
function addUp(block: Uint8Array, layout: TiffLayout, rows: number): void {
  const step = layout.isPlanar ? 1 : layout.samples;
  const rowBytes = blockRowBytes(layout);
  const high = layout.isLittleEndian ? 1 : 0;
  for (let row = 0; row < rows; row += 1) {
    const start = row * rowBytes;
    if (layout.depth === 8) {
      for (let at = start + step; at < start + rowBytes; at += 1)
        block[at] = (block[at] ?? 0) + (block[at - step] ?? 0);
    } else {
      for (let at = start + 2 * step; at < start + rowBytes; at += 2) {
        const before = at - 2 * step;
        const low = (block[at + 1 - high] ?? 0) + (block[before + 1 - high] ?? 0);
        block[at + high] = (block[at + high] ?? 0) + (block[before + high] ?? 0) + (low >> 8);
        block[at + 1 - high] = low;
      }
    }
  }
}

/** Some columns of a row of a band as 8 bits per sample, pixel by pixel; palette indices stay unchanged. */
function samplesOfRow(
  layout: TiffLayout,
  band: readonly Uint8Array[],
  row: number,
  columns: Uint32Array,
): Uint8Array {
  const { samples, across, block, depth, isPlanar, isLittleEndian, colours } = layout;
  const line = new Uint8Array(columns.length * samples);
  const inBlock = isPlanar ? 1 : samples;
  const rowStart = row * blockRowBytes(layout);
  const max = 2 ** depth - 1;
  const scale = colours === "palette" ? 1 : 255 / max;
  let to = 0;
  for (const x of columns) {
    const column = across === 1 ? 0 : Math.floor(x / block.width);
    const first = (x - column * block.width) * inBlock;
    for (let sample = 0; sample < samples; sample += 1, to += 1) {
      const bytes = band[isPlanar ? sample * across + column : column];
      const at = isPlanar ? first : first + sample;
      if (bytes === undefined) continue;
      if (depth === 8) line[to] = bytes[rowStart + at] ?? 0;
      else if (depth === 16) line[to] = bytes[rowStart + at * 2 + (isLittleEndian ? 1 : 0)] ?? 0;
      else {
        const bit = at * depth;
        const byte = bytes[rowStart + (bit >> 3)] ?? 0;
        line[to] = ((byte >> (8 - depth - (bit & 7))) & max) * scale;
      }
    }
  }
  return line;
}
