import { pictureLimits, pictureWidths } from "../contract.ts";
import { type CutKind, pictureRatios } from "../rules.ts";

/** A part of a picture in pixels of its own size. */
export interface Cut {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Draws a part of a picture at the largest width that is stored of its kind, never enlarged, as a data URL below the
 * limit: JPEG, or PNG where it has transparency. Contains only the pixels of the file.
 */
export async function drawCut(url: string, cut: Cut, kind: CutKind): Promise<string> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const width = Math.max(1, Math.round(Math.min(pictureWidths[kind][0], cut.width)));
  const height = Math.max(1, Math.round(width / pictureRatios[kind]));
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("This browser cannot draw.");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, cut.x, cut.y, cut.width, cut.height, 0, 0, width, height);

  if (!isOpaque(context.getImageData(0, 0, width, height))) {
    const png = canvas.toDataURL("image/png");
    if (isSmallEnough(png)) return png;
    context.globalCompositeOperation = "destination-over";
    context.fillStyle = "white";
    context.fillRect(0, 0, width, height);
  }
  for (const quality of [0.92, 0.8, 0.6]) {
    const jpeg = canvas.toDataURL("image/jpeg", quality);
    if (isSmallEnough(jpeg)) return jpeg;
  }
  throw new Error("No quality makes this picture small enough.");
}

function isOpaque({ data }: ImageData): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}

function isSmallEnough(dataUrl: string): boolean {
  return (dataUrl.length * 3) / 4 < pictureLimits.bytes;
}
