import { expect, test } from "vitest";
import { makeTiff, type TiffOptions } from "#tests/helpers/pictures/tiff-file.ts";
import { decodeTiff } from "./tiff.ts";
import { isTiffTooLarge, readTiffLayout } from "./tiff-layout.ts";

const size = { width: 83, height: 57 };
const value = (x: number, y: number, sample: number) => (x * (sample + 1) * 5) ^ (y * 3);

async function decode(options: Omit<TiffOptions, "width" | "height">) {
  const bytes = makeTiff({ ...size, ...options });
  const { rgba } = await decodeTiff(bytes, readTiffLayout(bytes), { crop: size, atLeast: size });
  return rgba;
}

const packings = ["none", "lzw", "deflate", "packBits"] as const;
const shapes = [{}, { rowsPerStrip: 7 }, { tile: 16 }];

test("colors are decoded exactly for every compression, layout, byte order and predictor", async () => {
  const expected = new Uint8ClampedArray(size.width * size.height * 4);
  for (let at = 0; at < expected.length; at += 1) {
    const pixel = at >> 2;
    const raw = value(pixel % size.width, Math.floor(pixel / size.width), at & 3);
    expected[at] = raw & 255;
  }
  for (const packing of packings)
    for (const shape of shapes)
      for (const isPlanar of [false, true])
        for (const isBigEndian of [false, true])
          for (const hasPredictor of packing === "none" || packing === "packBits" ? [false] : [false, true])
            for (const depth of [8, 16] as const) {
              const sample = (x: number, y: number, index: number) =>
                (value(x, y, index) & 255) * (depth === 16 ? 257 : 1);
              const way = { packing, ...shape, isPlanar, isBigEndian, hasPredictor, depth };
              const rgba = await decode({ ...way, samples: 4, sample });
              expect(rgba.length, JSON.stringify(way)).toBe(expected.length);
              expect(Buffer.from(rgba).equals(Buffer.from(expected)), JSON.stringify(way)).toBe(true);
            }
});

test("gray, inverted, palette and CMYK images are converted to RGB", async () => {
  const first = async (options: Omit<TiffOptions, "width" | "height">) =>
    Array.from((await decode(options)).slice(0, 4));
  expect(await first({ photometric: 1, samples: 1, sample: () => 200 })).toEqual([200, 200, 200, 255]);
  expect(await first({ photometric: 0, samples: 1, sample: () => 200 })).toEqual([55, 55, 55, 255]);
  expect(await first({ photometric: 0, samples: 1, depth: 1, sample: () => 0 })).toEqual([
    255, 255, 255, 255,
  ]);
  expect(await first({ photometric: 1, samples: 1, depth: 4, sample: () => 5 })).toEqual([85, 85, 85, 255]);
  expect(
    await first({ photometric: 1, samples: 2, isPlanar: true, sample: (_x, _y, s) => [9, 70][s] ?? 0 }),
  ).toEqual([9, 9, 9, 70]);
  const tags = { 320: [1, 2, 0xaa00, 0xff00].concat([0, 0, 0xbb00, 0, 0, 0, 0xcc00, 0]) };
  const palette = { photometric: 3, samples: 1, depth: 2, sample: () => 2, tags } as const;
  expect(await first(palette)).toEqual([0xaa, 0xbb, 0xcc, 255]);
  expect(await first({ photometric: 5, samples: 4, sample: (_x, _y, s) => [255, 0, 0, 0][s] ?? 0 })).toEqual([
    0, 255, 255, 255,
  ]);
  expect(
    await first({ samples: 4, tags: { 338: [1] }, sample: (_x, _y, s) => [50, 100, 25, 100][s] ?? 0 }),
  ).toEqual([128, 255, 64, 100]);
});

test("an image is cropped around its center and downscaled by averaging squares", async () => {
  const bytes = makeTiff({
    width: 40,
    height: 20,
    samples: 1,
    photometric: 1,
    rowsPerStrip: 3,
    sample: (x, y) => x + y,
  });
  const pixels = await decodeTiff(bytes, readTiffLayout(bytes), {
    crop: { width: 20, height: 20 },
    atLeast: { width: 9, height: 9 },
  });
  expect(pixels).toMatchObject({ width: 10, height: 10 });
  // Columns 10 and 11 of rows 0 and 1: 10, 11, 11 and 12.
  expect(pixels.rgba[0]).toBe(11);
  expect(pixels.rgba[(9 * 10 + 9) * 4]).toBe(28 + 18 + 1);
});

test("only the first page is read, and no directory is read twice", async () => {
  const sample = () => 7;
  expect((await decode({ sample, next: 8 }))[0]).toBe(7);
  expect((await decode({ sample, tags: { 330: [8], 34665: [8] } }))[0]).toBe(7);
});

const wrongs: Record<string, Partial<TiffOptions>> = {
  "a strip outside of the file": { tags: { 273: [1_000_000] } },
  "a strip longer than the file": { tags: { 279: [4_294_967_295] } },
  "strips that are missing": { rowsPerStrip: 3, tags: { 273: [8] } },
  "strips without rows": { tags: { 278: [0] } },
  "no width": { tags: { 256: [0] } },
  "no strips": { tags: { 273: null } },
  "32 bits a sample": { tags: { 258: [32, 32, 32] } },
  "samples of different depth": { tags: { 258: [8, 16, 8] } },
  "thousands of samples": { tags: { 277: [65_535] } },
  floats: { tags: { 339: [3] } },
  "colours nobody knows": { tags: { 262: [32_845] } },
  "a JPEG inside": { tags: { 259: [7] } },
  "a fax inside": { tags: { 259: [4] } },
  "a predictor for floats": { tags: { 317: [3] } },
  "a palette without colours": { photometric: 3, samples: 1, tags: { 320: [1, 2, 3] } },
  "tiles without an end": { tile: 16, tags: { 322: [0] } },
};

test.each(Object.entries(wrongs))("%s: refused", (_name, options) => {
  const bytes = makeTiff({ ...size, sample: () => 0, ...options });
  expect(() => readTiffLayout(bytes)).toThrow();
});

test("a strip with less data than declared is refused for every compression", async () => {
  for (const packing of packings) {
    const bytes = makeTiff({ ...size, packing, sample: (x) => x, tags: { 257: [58], 278: [58] } });
    const layout = readTiffLayout(bytes);
    await expect(decodeTiff(bytes, layout, { crop: size, atLeast: size }), packing).rejects.toThrow();
  }
});

test("an image that would decompress to too many pixels is refused before decompression", () => {
  const layout = (options: Partial<TiffOptions>) =>
    readTiffLayout(makeTiff({ width: 16, height: 16, sample: () => 0, ...options }));
  expect(isTiffTooLarge(layout({}))).toBe(false);
  expect(isTiffTooLarge(layout({ tags: { 256: [6000], 257: [4000], 278: [4000] } }))).toBe(true);
  expect(isTiffTooLarge(layout({ tile: 16, tags: { 322: [65_520], 323: [65_520] } }))).toBe(true);
});
