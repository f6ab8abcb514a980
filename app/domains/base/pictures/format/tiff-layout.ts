import { pictureLimits } from "../contract.ts";
import type { Size } from "../rules.ts";
import { toOrientation } from "./exif.ts";
import { type Orientation, type Reading, require, viewOf } from "./reading.ts";
import { isLittleEndian, readDirectory, tag } from "./tiff-directory.ts";
import { isPacking, type Packing, takesPredictor } from "./unpack.ts";

/** The layout of the samples of a TIFF's first page in the file, validated and within limits. */
export interface TiffLayout extends Size {
  orientation: Orientation;
  isLittleEndian: boolean;
  colours: "white-is-zero" | "black-is-zero" | "rgb" | "palette" | "cmyk";
  /** Bits of each sample: 1, 2, 4, 8 or 16. */
  depth: number;
  samples: number;
  /** The index of the alpha sample, or undefined; `isPremultiplied` where the colours are multiplied by it. */
  alpha: number | undefined;
  isPremultiplied: boolean;
  /** Red, green and blue of each index, 16 bits; only for a palette picture. */
  palette: readonly number[];
  /** Each sample is stored in a separate plane, instead of pixel by pixel. */
  isPlanar: boolean;
  packing: Packing;
  hasPredictor: boolean;
  /** Strips are blocks as wide as the picture. */
  block: Size;
  isTiled: boolean;
  across: number;
  down: number;
  /** The offset of each block, row by row, and plane by plane where planar. */
  offsets: readonly number[];
  byteCounts: readonly number[];
}

export function isTiff(bytes: Uint8Array): boolean {
  try {
    isLittleEndian(viewOf(bytes));
    return true;
  } catch {
    return false;
  }
}

export function readTiff(bytes: Uint8Array<ArrayBuffer>): Reading {
  const { width, height, orientation } = readTiffLayout(bytes);
  return { format: "tiff", width, height, orientation, heldBytes: 0, bytes };
}

const colourNames = ["white-is-zero", "black-is-zero", "rgb", "palette", undefined, "cmyk"] as const;
const colourSamples = { "white-is-zero": 1, "black-is-zero": 1, rgb: 3, palette: 1, cmyk: 4 };

/**
 * Throws where the file uses unsupported features (JPEG or fax inside, floats, more than 16 bits) or is inconsistent.
 */
export function readTiffLayout(bytes: Uint8Array): TiffLayout {
  const view = viewOf(bytes);
  const values = readDirectory(view);
  const number = (name: number, otherwise: number) => values.get(name)?.[0] ?? otherwise;

  const size = { width: number(tag.width, 0), height: number(tag.height, 0) };
  require(size.width > 0 && size.height > 0, "size");
  const samples = number(tag.samplesPerPixel, 1);
  const depths = values.get(tag.bitsPerSample) ?? [1];
  const depth = depths[0] ?? 1;
  require([1, 2, 4, 8, 16].includes(depth) && depths.every((each) => each === depth), "depth");
  require(number(tag.sampleFormat, 1) === 1 && number(tag.fillOrder, 1) === 1, "samples");

  const colours = colourNames[number(tag.photometric, -1)];
  require(colours !== undefined, "colours");
  const ownSamples = colourSamples[colours];
  require(samples >= ownSamples && samples <= ownSamples + 4, "samples");
  require(colours !== "palette" || depth <= 8, "palette");
  const palette = colours === "palette" ? (values.get(tag.colorMap) ?? []) : [];
  require(colours !== "palette" || palette.length === 3 * 2 ** depth, "palette");
  const extra = samples > ownSamples ? number(tag.extraSamples, 0) : 0;

  const packing = number(tag.compression, 1);
  require(isPacking(packing), "compression");
  const predictor = number(tag.predictor, 1);
  require(predictor === 1 || (predictor === 2 && depth >= 8), "predictor");

  const isTiled = values.has(tag.tileWidth);
  const block = isTiled
    ? { width: number(tag.tileWidth, 0), height: number(tag.tileHeight, 0) }
    : { width: size.width, height: Math.min(size.height, number(tag.rowsPerStrip, size.height)) };
  require(block.width > 0 && block.height > 0, "blocks");
  const across = Math.ceil(size.width / block.width);
  const down = Math.ceil(size.height / block.height);
  const isPlanar = samples > 1 && number(tag.planarConfiguration, 1) === 2;
  const blocks = across * down * (isPlanar ? samples : 1);
  const offsets = values.get(isTiled ? tag.tileOffsets : tag.stripOffsets) ?? [];
  const byteCounts = values.get(isTiled ? tag.tileByteCounts : tag.stripByteCounts) ?? [];
  require(offsets.length === blocks && byteCounts.length === blocks, "blocks");
  for (const [index, offset] of offsets.entries())
    require(offset + (byteCounts[index] ?? 0) <= bytes.length, "cut short");

  return {
    ...size,
    orientation: toOrientation(values.get(tag.orientation)?.[0]),
    isLittleEndian: isLittleEndian(view),
    colours,
    depth,
    samples,
    alpha: extra === 1 || extra === 2 ? ownSamples : undefined,
    isPremultiplied: extra === 1,
    palette,
    isPlanar,
    packing,
    // As in libtiff, only with compressions that the predictor can help.
    hasPredictor: predictor === 2 && takesPredictor(packing),
    block,
    isTiled,
    across,
    down,
    offsets,
    byteCounts,
  };
}

/** Bytes of one row of a block, of all its samples or, where planar, of one. */
export function blockRowBytes({ block, depth, samples, isPlanar }: TiffLayout): number {
  return Math.ceil((block.width * depth * (isPlanar ? 1 : samples)) / 8);
}

/** Rows of the block at this row index: the last strip may be shorter, a tile never is. */
export function blockRows({ block, height, isTiled }: TiffLayout, row: number): number {
  return isTiled ? block.height : Math.min(block.height, height - row * block.height);
}

/** Whether a file unpacks to more bytes than a photo of at most a megabyte would. */
export function isTiffTooLarge(layout: TiffLayout): boolean {
  const { across, down, block, samples, isPlanar } = layout;
  const bandBytes = blockRowBytes(layout) * block.height * across * (isPlanar ? samples : 1);
  return bandBytes > pictureLimits.tifBandBytes || bandBytes * down > pictureLimits.tifBytes;
}

export interface Pixels extends Size {
  /** 4 bytes per pixel, colours not multiplied by alpha. */
  rgba: Uint8ClampedArray<ArrayBuffer>;
}
