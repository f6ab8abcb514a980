import type { ErrorCode } from "#app/errors.ts";
import { pictureLimits } from "./contract.ts";
import { isJpeg, readJpeg } from "./format/jpeg.ts";
import { isPng, readPng } from "./format/png.ts";
import { type Reading, require } from "./format/reading.ts";
import { isTiff, isTiffTooLarge, readTiff, readTiffLayout } from "./format/tiff-layout.ts";

/**
 * Reads a file by its content, ignoring its name and media type. Refused before anything is decoded: `picture-type` for
 * anything but a valid jpg, png or tif, `picture-size` for too many bytes or pixels.
 */
export function readPicture(
  bytes: Uint8Array<ArrayBuffer>,
  limits: Pick<Record<keyof typeof pictureLimits, number>, "bytes" | "pixels" | "side"> = pictureLimits,
): { ok: true; reading: Reading } | { ok: false; code: ErrorCode } {
  if (bytes.length >= limits.bytes) return { ok: false, code: "picture-size" };
  try {
    const reading = readFormat(bytes);
    const { width, height } = reading;
    const isTooLarge =
      width * height > limits.pixels ||
      Math.max(width, height) > limits.side ||
      (reading.format === "tiff" && isTiffTooLarge(readTiffLayout(bytes)));
    return isTooLarge ? { ok: false, code: "picture-size" } : { ok: true, reading };
  } catch {
    // Malformed, or a number that points past the end of the file.
    return { ok: false, code: "picture-type" };
  }
}

function readFormat(bytes: Uint8Array<ArrayBuffer>): Reading {
  if (isJpeg(bytes)) return readJpeg(bytes);
  if (isPng(bytes)) return readPng(bytes);
  require(isTiff(bytes), "no picture");
  return readTiff(bytes);
}
