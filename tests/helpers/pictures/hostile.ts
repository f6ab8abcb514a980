/** Malicious files, about three hundred, the same in every run. */
import { bombs, promises, tooMuchAtOnce } from "./bombs.ts";
import { brokenJpegs, brokenPngs, brokenTiffs } from "./broken.ts";
import { exif, exifSegment, jpegWith, segment, withSize } from "./jpeg-file.ts";
import { notPictures } from "./not-pictures.ts";
import { join, png, pngHeader, text, tiff } from "./parts.ts";
import { makePng, pngChunk } from "./png-file.ts";
import { repeatable } from "./random.ts";
import { samples } from "./samples.ts";
import { deflateZeros } from "./zeros.ts";

export interface HostileFile {
  name: string;
  bytes: Uint8Array;
  /** The expected outcome; `either` is "refused, or clean". */
  outcome: "picture-type" | "picture-size" | "kept" | "either";
}

/** Contained in everything that is hidden in a file; must not be in any stored picture. */
export const canary = "CANARY-48.8584N-2.2945E";

const sound: Record<string, Uint8Array> = {
  "baseline jpg": samples.baseline,
  "progressive jpg": samples.progressive,
  "cmyk jpg": samples.cmyk,
  png,
  "interlaced png": makePng({ width: 64, height: 48, isInterlaced: true }),
  "16-bit png": makePng({ width: 64, height: 48, depth: 16, colour: 6 }),
  "palette png": makePng({ width: 64, height: 48, depth: 4, colour: 3 }),
  "black and white png": makePng({ width: 64, height: 48, depth: 1, colour: 0 }),
  tif: tiff(),
  "lzw tif": tiff({ packing: "lzw", rowsPerStrip: 9, hasPredictor: true }),
  "deflate tif": tiff({ packing: "deflate", tile: 16 }),
  "packbits tif": tiff({ packing: "packBits", samples: 1, photometric: 1, isBigEndian: true }),
  "16-bit tif": tiff({ depth: 16, isPlanar: true }),
  "ink tif": tiff({ samples: 4, photometric: 5 }),
};

/** Returns all, or the first of each kind only. */
export function hostileFiles(ofEachKind = Number.POSITIVE_INFINITY): HostileFile[] {
  const as = (outcome: HostileFile["outcome"], files: Record<string, Uint8Array>): HostileFile[] =>
    Object.entries(files)
      .slice(0, ofEachKind)
      .map(([name, bytes]) => ({ name, bytes, outcome }));
  return [
    ...as("kept", sound),
    ...as("picture-type", notPictures()),
    ...as("either", cutShort()),
    ...as("either", flipped()),
    ...as("picture-size", tooLarge()),
    ...as("kept", withCompany()),
    ...as("either", brokenPngs()),
    ...as("picture-type", brokenJpegs()),
    ...as("picture-type", brokenTiffs()),
    ...as("kept", bombs()),
    ...as("picture-size", tooMuchAtOnce()),
    ...as("either", promises()),
  ];
}

function cutShort(): Record<string, Uint8Array> {
  const files: Record<string, Uint8Array> = {};
  for (const [name, bytes] of Object.entries(sound)) {
    const pieces = 7;
    for (let piece = 1; piece < pieces; piece += 1)
      files[`${name}, ${piece} of ${pieces} parts`] = bytes.slice(
        0,
        Math.floor((bytes.length * piece) / pieces),
      );
    files[`${name} without its last byte`] = bytes.slice(0, -1);
  }
  return files;
}

function flipped(): Record<string, Uint8Array> {
  const files: Record<string, Uint8Array> = {};
  for (const [index, [name, bytes]] of Object.entries(sound).entries()) {
    const next = repeatable(index + 1);
    for (let count = 0; count < 7; count += 1) {
      const changed = bytes.slice();
      // An increasing number of flipped bits; in the first files within the headers.
      for (let flips = 0; flips <= count; flips += 1) {
        const at = next(count < 4 ? Math.min(120, bytes.length) : bytes.length);
        changed[at] = (changed[at] ?? 0) ^ (1 << next(8));
      }
      files[`${name}, bytes flipped, ${count + 1}`] = changed;
    }
  }
  return files;
}

function tooLarge(): Record<string, Uint8Array> {
  const size = (width: number, height: number) =>
    tiff({ tags: { 256: [width], 257: [height], 278: [height] } });
  return {
    "png of 30,000 × 30,000": pngHeader(30_000, 30_000),
    "jpg of 30,000 × 30,000": withSize(samples.baseline, 30_000, 30_000),
    "progressive jpg of 30,000 × 30,000": withSize(samples.progressive, 30_000, 30_000),
    "tif of 30,000 × 30,000": size(30_000, 30_000),
    "png of 2,147,483,647 × 2,147,483,647": pngHeader(2_147_483_647, 2_147_483_647),
    "jpg of 65,535 × 65,535": withSize(samples.baseline, 65_535, 65_535),
    "tif of 4,294,967,295 × 4,294,967,295": size(4_294_967_295, 4_294_967_295),
    "png of a pixel more than 25 million": pngHeader(5001, 5000),
    "png of 12,001 × 1": pngHeader(12_001, 1),
    "jpg of 1 × 60,000": withSize(samples.baseline, 1, 60_000),
    "tif that unpacks to 100 MB": tiff({ samples: 4, tags: { 256: [5000], 257: [5000], 278: [5000] } }),
    "tif with one endless tile": tiff({
      tile: 16,
      width: 16,
      height: 16,
      tags: { 322: [65_520], 323: [65_520] },
    }),
    "1,100,000 bytes of a png": join(png, new Uint8Array(1_100_000 - png.length)),
    "1,100,000 bytes of nothing": new Uint8Array(1_100_000),
  };
}

/** Pictures with additional data. */
function withCompany(): Record<string, Uint8Array> {
  const script = `<script>alert("${canary}")</script>`;
  const large = Buffer.alloc(800_000, canary);
  const withChunk = (type: string, data: Uint8Array | string) =>
    makePng({ width: 64, height: 48, extra: [[type, typeof data === "string" ? text(data) : data]] });
  const many = (marker: number, head: string) =>
    Array.from({ length: 14 }, (_, at) =>
      segment(marker, join(head, Uint8Array.of(at + 1, 14), Buffer.alloc(60_000, canary))),
    );
  return {
    "png before a zip": join(png, "PK\x03\x04", canary, "PK\x05\x06"),
    "png before html": join(png, script),
    "jpg before html": join(samples.baseline, script),
    "jpg before another jpg": join(samples.baseline, jpegWith(segment(0xfe, canary))),
    "jpg with a script as its comment": jpegWith(segment(0xfe, `*/=1;alert("${canary}")/*`)),
    "jpg with a page in its JFIF head": jpegWith(segment(0xe0, `JFIF\0${script}`)),
    "jpg that knows where it was taken": jpegWith(exifSegment(1, canary)),
    "jpg with XMP": jpegWith(segment(0xe1, `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${canary}</x:xmpmeta>`)),
    "jpg with IPTC": jpegWith(segment(0xed, `Photoshop 3.0\x008BIM\x04\x04\0\0${canary}`)),
    "jpg with a profile of 840 kB": jpegWith(...many(0xe2, "ICC_PROFILE\0")),
    "jpg with comments of 840 kB": jpegWith(...many(0xfe, "")),
    "png that knows where it was taken": withChunk("eXIf", exif(1, canary)),
    "png with a script in its text": withChunk("tEXt", `Comment\0${script}`),
    "png with an international text of 800 kB": withChunk("iTXt", join("XML:com.adobe.xmp\0\0\0\0\0", large)),
    "png with a packed text of 40 MB": withChunk("zTXt", join("Comment\0\0", deflateZeros(40_000_000))),
    "png with a profile of 40 MB": withChunk("iCCP", join("x\0\0", deflateZeros(40_000_000))),
    "png with a profile of canaries": withChunk("iCCP", join("x\0\0", Buffer.alloc(500_000, canary))),
    "png with a chunk of its own": withChunk("cuEe", script),
    "png that moves": animatedPng(),
    "tif with text between its parts": join(tiff(), script),
    "tif that knows where it was taken": tiff({
      tags: { 34_853: [8], 700: Array.from(Buffer.from(canary)) },
    }),
    "tif whose next page is the first": tiff({ next: 8 }),
    "tif with directories in itself": tiff({ tags: { 330: [8, 8, 8], 34_665: [8], 37_500: [8] } }),
  };
}

function animatedPng(): Uint8Array {
  const control = Buffer.alloc(8);
  control.writeUInt32BE(2, 0);
  const frame = Buffer.alloc(26);
  frame.writeUInt32BE(64, 4);
  frame.writeUInt32BE(48, 8);
  const end = png.length - 12;
  const moving = makePng({
    width: 64,
    height: 48,
    extra: [
      ["acTL", control],
      ["fcTL", frame],
    ],
  });
  return join(moving.slice(0, -12), pngChunk("fcTL", frame), pngChunk("fdAT", text(canary)), png.slice(end));
}
