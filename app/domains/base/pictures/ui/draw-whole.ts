import { pictureLimits, pictureWidths } from "../contract.ts";

/**
 * Draws a whole picture at the largest width that is stored of one in a message, as a JPEG data URL below the limit.
 * Contains only the pixels of the file.
 */
export async function drawWhole(url: string): Promise<string> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const scale = Math.min(1, pictureWidths.message[0] / image.naturalWidth);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser cannot draw.");
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  for (const quality of [0.9, 0.8, 0.6]) {
    const jpeg = canvas.toDataURL("image/jpeg", quality);
    if ((jpeg.length * 3) / 4 < pictureLimits.bytes) return jpeg;
  }
  throw new Error("No quality makes this picture small enough.");
}
