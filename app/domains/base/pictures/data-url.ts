import { AppError } from "#app/errors.ts";
import { decodeBase64 } from "../text/base64.ts";
import { pictureLimits } from "./contract.ts";

const head = /^data:[^,]{0,200};base64,/;

/**
 * The bytes of a data URL. Its media type is ignored: the bytes decide what it is. Throws `picture-size`, before
 * decoding, for too many bytes, and `picture-type` for anything but base64.
 */
export function readDataUrl(dataUrl: string): Uint8Array<ArrayBuffer> {
  const start = head.exec(dataUrl)?.[0].length;
  if (start === undefined) throw new AppError("picture-type");
  if (((dataUrl.length - start) * 3) / 4 >= pictureLimits.bytes + 3) throw new AppError("picture-size");
  const bytes = decodeBase64(dataUrl.slice(start));
  if (bytes === null) throw new AppError("picture-type");
  return bytes;
}
