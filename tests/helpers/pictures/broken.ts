/** Pictures with inconsistent parts. */
import { frameOffset, withSize } from "./jpeg-file.ts";
import { join, png, pngHeader, tiff } from "./parts.ts";
import { makePng } from "./png-file.ts";
import { samples } from "./samples.ts";
import type { TiffOptions } from "./tiff-file.ts";

export function brokenPngs(): Record<string, Uint8Array> {
  const set = (at: number, value: number) => {
    const changed = png.slice();
    changed[at] = value;
    return changed;
  };
  const without = makePng({ width: 64, height: 48, depth: 8, colour: 3 });
  const palette = Buffer.from(without).indexOf("PLTE");
  return {
    "png of colour type 5": set(25, 5),
    "png of 3 bits": set(24, 3),
    "png with another packing": set(26, 1),
    "png with another way of rows": set(28, 2),
    "png with a chunk of 2 GB": set(33, 0x7f),
    "png with a wrong sum": set(30, 0x99),
    "png with rows of no known kind": makePng({
      width: 64,
      height: 48,
      rows: new Uint8Array(48 * 193).fill(9),
    }),
    "png with too few rows": makePng({ width: 64, height: 48, rows: new Uint8Array(10) }),
    "png with two heads": makePng({ width: 64, height: 48, extra: [["IHDR", png.slice(16, 29)]] }),
    "png without its palette": join(without.slice(0, palette - 4), without.slice(palette + 4 + 768 + 4)),
    "png without pixels": join(png.slice(0, 33), png.slice(-12)),
    "png of no width": pngHeader(0, 48),
  };
}

export function brokenJpegs(): Record<string, Uint8Array> {
  const { baseline, progressive } = samples;
  const frame = frameOffset(baseline);
  const set = (at: number, value: number) => {
    const changed = new Uint8Array(baseline);
    changed[at] = value;
    return changed;
  };
  const length = Buffer.from(baseline).readUInt16BE(frame + 2) + 2;
  const scan = Buffer.from(progressive).lastIndexOf(Buffer.of(0xff, 0xda));
  const lastScan = progressive.slice(scan, -2);
  return {
    "jpg with 12 bits a sample": set(frame + 4, 12),
    "lossless jpg": set(frame + 1, 0xc3),
    "jpg in a way of its own": set(frame + 1, 0xc9),
    "jpg of no width": withSize(baseline, 0, 16),
    "jpg of no height": withSize(baseline, 24, 0),
    "jpg with two frames": join(baseline.slice(0, frame + length), baseline.slice(frame)),
    "jpg without a scan": join(baseline.slice(0, frame + length), "\xff\xd9"),
    "jpg without an end": baseline.slice(0, -2),
    "jpg with a segment of no length": join(baseline.slice(0, 2), "\xff\xfe\0\0", baseline.slice(2)),
    "jpg with a thousand scans": join(
      progressive.slice(0, -2),
      ...Array.from({ length: 1000 }, () => lastScan),
      "\xff\xd9",
    ),
  };
}

export function brokenTiffs(): Record<string, Uint8Array> {
  const tags: Record<string, TiffOptions["tags"]> = {
    "outside of the file": { 273: [4_294_967_000] },
    "with a strip of 4 GB": { 279: [4_294_967_295] },
    "with strips of no rows": { 278: [0] },
    "with too few strips": { 278: [1] },
    "of no width": { 256: [0] },
    "of floats": { 339: [3] },
    "of 32 bits": { 258: [32, 32, 32] },
    "of thousands of samples": { 277: [60_000] },
    "with a jpg inside": { 259: [7] },
    "with an old jpg inside": { 259: [6] },
    "with a fax inside": { 259: [4] },
    "of a camera": { 262: [32_803] },
    "with a predictor for floats": { 317: [3] },
    "without its palette": { 262: [3], 277: [1], 258: [8] },
    "with bits the other way round": { 266: [2] },
    "that ends before its rows": { 257: [4000], 278: [4000] },
  };
  const files = Object.entries(tags).map(([name, some]) => [`tif ${name}`, tiff({ tags: some })] as const);
  const endless = tiff();
  new DataView(endless.buffer).setUint32(4, 0xffff_fff0, true);
  const inItself = tiff();
  new DataView(inItself.buffer).setUint32(4, 0, true);
  return {
    ...Object.fromEntries(files),
    "tif whose directory is elsewhere": endless,
    "tif whose directory is its head": inItself,
    "lzw tif of nothing": tiff({ packing: "lzw", tags: { 279: [1] } }),
    "deflate tif of nothing": tiff({ packing: "deflate", tags: { 279: [1] } }),
  };
}
