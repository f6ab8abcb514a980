/** The building blocks of the hostile files. */
import { makePng } from "./png-file.ts";
import { makeTiff, type TiffOptions } from "./tiff-file.ts";

export const text = (value: string) => new Uint8Array(Buffer.from(value, "latin1"));

export const join = (...parts: (Uint8Array | string)[]) =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part))),
  );

const sample = (x: number, y: number, index: number) => (x * 7 + y * 3 + index * 50) & 255;

export const tiff = (options: Partial<TiffOptions> = {}) =>
  makeTiff({ width: 64, height: 48, sample, ...options });

export const png = makePng({ width: 64, height: 48 });

/** The same PNG with another size in its header. */
export function pngHeader(width: number, height: number): Uint8Array {
  const changed = png.slice();
  const view = new DataView(changed.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return changed;
}
