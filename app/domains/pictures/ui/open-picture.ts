import { type ErrorCode, errorCatalogue } from "#app/errors.ts";
import { pictureLimits } from "../contract.ts";
import type { Orientation, Reading } from "../format/reading.ts";
import { decodeTiff } from "../format/tiff.ts";
import { readTiffLayout } from "../format/tiff-layout.ts";
import { readPicture } from "../read-picture.ts";

/** A chosen file as the browser can show it. `close` gives its memory back. */
export interface OpenedPicture {
  url: string;
  close: () => void;
}

/** Longer sides of a tif are made smaller on the way: no more is needed for any cut. */
const tifPreviewSide = 2400;

/**
 * Reads a chosen file as the server will: the same limits, the same refusals. Answers a sentence for people where it
 * is no picture that can be kept.
 */
export async function openPicture(file: File): Promise<OpenedPicture | { problem: string }> {
  if (file.size >= pictureLimits.bytes) return refuse("picture-size");
  const read = readPicture(new Uint8Array(await file.arrayBuffer()));
  if (!read.ok) return refuse(read.code);
  try {
    const blob = read.reading.format === "tiff" ? await fromTiff(read.reading) : file;
    // What no decoder takes is found out here, not in the dialog.
    (await createImageBitmap(blob)).close();
    const url = URL.createObjectURL(blob);
    return { url, close: () => URL.revokeObjectURL(url) };
  } catch {
    return refuse("picture-type");
  }
}

function refuse(code: ErrorCode) {
  return { problem: errorCatalogue[code].message };
}

/** No browser but Safari shows a tif: its pixels as a PNG, upright. */
async function fromTiff({ bytes, width, height, orientation }: Reading): Promise<Blob> {
  const scale = Math.min(1, tifPreviewSide / Math.max(width, height));
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

/** Where the axes of the stored rows point (the first four numbers of a canvas transform). */
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

/** The corner where the stored rows begin. */
function corner(orientation: Orientation, { width, height }: HTMLCanvasElement): [number, number] {
  const [a, b, c, d] = turns[orientation];
  return [a + c < 0 ? width : 0, b + d < 0 ? height : 0];
}
