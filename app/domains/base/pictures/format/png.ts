import { readOrientation } from "./exif.ts";
import {
  joinBytes,
  maxProfileBytes,
  type Orientation,
  type Reading,
  require,
  startsWith,
  viewOf,
} from "./reading.ts";

export const isPng = (bytes: Uint8Array) => startsWith(bytes, "\x89PNG\r\n\x1a\n");

/** Pixels and colour space; no text, times, animation or location. */
const kept: ReadonlySet<string> = new Set("IHDR PLTE tRNS IDAT IEND sRGB gAMA cHRM iCCP".split(" "));

/** Bit depths by colour type. */
const depths: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** Samples per pixel by colour type. */
const samples: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Reads the chunks of a PNG; bytes after its end are dropped. Throws where they are inconsistent. */
export function readPng(bytes: Uint8Array): Reading {
  const view = viewOf(bytes);
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  const [depth = 0, colour = 0, , , interlace = 0] = bytes.subarray(24, 29);
  require(startsWith(bytes, "IHDR", 12) && view.getUint32(8) === 13, "header");
  require(width > 0 && height > 0 && interlace <= 1, "header");
  require(depths[colour]?.includes(depth) === true, "colours");

  const parts = [bytes.subarray(0, 8)];
  let orientation: Orientation = 1;
  let hasPixels = false;
  for (let offset = 8, type = ""; type !== "IEND"; ) {
    const length = view.getUint32(offset);
    const end = offset + 12 + length;
    require(end <= bytes.length, "cut short");
    type = String.fromCharCode(...bytes.subarray(offset + 4, offset + 8));
    require(/^[A-Za-z]{4}$/.test(type) && (type !== "IHDR" || offset === 8), "chunk");
    const isTooLarge = type === "iCCP" && length > maxProfileBytes / 4;
    if (kept.has(type) && !isTooLarge) parts.push(bytes.subarray(offset, end));
    if (type === "eXIf") orientation = readOrientation(bytes.subarray(offset + 8, end - 4));
    if (type === "IDAT") hasPixels = true;
    offset = end;
  }
  require(hasPixels, "no pixels");
  const heldBytes = interlace === 1 ? (width * height * depth * (samples[colour] ?? 4)) / 8 : 0;
  return { format: "png", width, height, orientation, heldBytes, bytes: joinBytes(parts) };
}
