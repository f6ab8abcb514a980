import type { Size } from "../rules.ts";

/** The description of a picture in its file's own bytes, before anything is decoded. */
export interface Reading extends Size {
  format: "jpeg" | "png" | "tiff";
  /** The EXIF orientation: 1 is upright, 5 to 8 are rotated by 90°. */
  orientation: Orientation;
  /** The memory of a decoder: all of a progressive JPEG or interlaced PNG, almost nothing of others. */
  heldBytes: number;
  /** JPEG and PNG: the file rebuilt from only the parts that decoding needs. TIFF: unchanged. */
  bytes: Uint8Array<ArrayBuffer>;
}

export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** The file is not what its start says, or uses unsupported features. */
export class Malformed extends Error {
  override name = "Malformed";
}

export function require(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Malformed(what);
}

/** Returns a view for reading numbers in a file. Reading past the end throws a RangeError. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

export function startsWith(bytes: Uint8Array, text: string, offset = 0): boolean {
  return Array.from(text).every((char, index) => bytes[offset + index] === char.charCodeAt(0));
}

/** Profiles of displays and cameras have a few kilobytes; a larger one is dropped. */
export const maxProfileBytes = 64 * 1024;
