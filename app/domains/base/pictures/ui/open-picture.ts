import { type ErrorCode, errorCatalogue } from "#app/errors.ts";
import { pictureLimits } from "../contract.ts";
import { isJpeg } from "../format/jpeg.ts";
import { isPng } from "../format/png.ts";
import type { Orientation, Reading } from "../format/reading.ts";
import { decodeTiff } from "../format/tiff.ts";
import { isTiff, readTiffLayout } from "../format/tiff-layout.ts";
import { readPicture } from "../read-picture.ts";

/** A chosen file as the browser can show it. `close` releases its memory. */
export interface OpenedPicture {
  url: string;
  close: () => void;
}

/** Limits for files that a browser opens. The server's own limits apply to the result. */
const openLimits = {
  /** Bytes: a large photo of a phone has 10 to 20 million. */
  bytes: 40_000_000,
  /** Pixels of the longer side: larger pictures are reduced before cropping, as no crop needs more. */
  side: 2400,
} as const;

/**
 * Opens a chosen file for cropping, reduced where it is large: a photo of a phone exceeds the server's limits, its crop
 * does not. Returns a sentence for people where the browser cannot show it as a picture.
 */
export async function openPicture(file: File): Promise<OpenedPicture | { problem: string }> {
  if (file.size >= openLimits.bytes) return refuse("picture-size");
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const picture = await shownPicture(file, bytes);
    if ("code" in picture) return refuse(picture.code);
    const url = URL.createObjectURL(picture.blob);
    return { url, close: () => URL.revokeObjectURL(url) };
  } catch {
    return refuse("picture-type");
  }
}

/** The file as the browser shows it, upright, and no larger than `openLimits.side`. Throws what no decoder accepts. */
async function shownPicture(
  file: File,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ blob: Blob } | { code: ErrorCode }> {
  if (isTiff(bytes)) {
    const read = readPicture(bytes, { ...pictureLimits, bytes: openLimits.bytes });
    return read.ok ? { blob: await fromTiff(read.reading) } : { code: read.code };
  }
  if (!isJpeg(bytes) && !isPng(bytes)) return { code: "picture-type" };
  const bitmap = await createImageBitmap(file);
  try {
    const { width, height } = bitmap;
    const scale = openLimits.side / Math.max(width, height);
    if (scale >= 1) return { blob: file };
    const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("This browser cannot draw.");
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const type = isPng(bytes) ? "image/png" : "image/jpeg";
    return { blob: await canvas.convertToBlob({ type, quality: 0.95 }) };
  } finally {
    bitmap.close();
  }
}

function refuse(code: ErrorCode) {
  return { problem: errorCatalogue[code].message };
}

/** No browser except Safari shows a tif: its pixels as a PNG, upright. */
async function fromTiff({ bytes, width, height, orientation }: Reading): Promise<Blob> {
  const scale = Math.min(1, openLimits.side / Math.max(width, height));
  const pixels = await decodeTiff(bytes, readTiffLayout(bytes), {
    crop: { width, height },
    atLeast: { width: width * scale, height: height * scale },
  });
  const stored = await createImageBitmap(new ImageData(pixels.rgba, pixels.width, pixels.height));
  const isOnItsSide = orientation >= 5;
  const canvas = document.createElement("canvas");
  canvas.width = isOnItsSide ? pixels.height : pixels.width;
  canvas.height = isOnItsSide ? pixels.width : pixels.height;
  const context = canvas.getContext("2d");
  context?.setTransform(...turns[orientation], ...corner(orientation, canvas));
  context?.drawImage(stored, 0, 0);
  stored.close();
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob === null ? failed(new Error("no picture")) : done(blob)), "image/png");
  });
}

/** The directions of the axes of the stored rows (the first four numbers of a canvas transform). */
const turns: Record<Orientation, [number, number, number, number]> = {
  1: [1, 0, 0, 1],
  2: [-1, 0, 0, 1],
  3: [-1, 0, 0, -1],
  4: [1, 0, 0, -1],
  5: [0, 1, 1, 0],
  6: [0, 1, -1, 0],
  7: [0, -1, -1, 0],
  8: [0, -1, 1, 0],
};

/** The corner where the stored rows start. */
function corner(orientation: Orientation, { width, height }: HTMLCanvasElement): [number, number] {
  const [a, b, c, d] = turns[orientation];
  return [a + c < 0 ? width : 0, b + d < 0 ? height : 0];
}
