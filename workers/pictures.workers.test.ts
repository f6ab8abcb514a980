import { env } from "cloudflare:test";
import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type PictureKind, pictureWidths } from "#app/domains/base/pictures/contract.ts";
import { readPicturePath } from "#app/domains/base/pictures/rules.ts";
import { canary } from "#tests/helpers/pictures/hostile.ts";
import { exif, exifSegment, jpegWith } from "#tests/helpers/pictures/jpeg-file.ts";
import { makePng } from "#tests/helpers/pictures/png-file.ts";
import { samples } from "#tests/helpers/pictures/samples.ts";
import { makeTiff } from "#tests/helpers/pictures/tiff-file.ts";
import { request } from "#tests/helpers/request.ts";
import { createAppContext } from "./context.ts";

const { pictures } = createAppContext(new Request("http://localhost:8787/"), env, null);

const dataUrl = (bytes: Uint8Array) => `data:image/jpeg;base64,${Buffer.from(bytes).toString("base64")}`;
const keep = (bytes: Uint8Array, kind: PictureKind = "profile") =>
  pictures.keep(dataUrl(bytes), kind, "owner");

async function stored(path: string, width: number): Promise<Uint8Array> {
  const object = await env.PICTURES.get(`${readPicturePath(path)?.id}/${width}.webp`);
  if (object === null) throw new Error(`${path} is not kept in ${width}`);
  return new Uint8Array(await object.arrayBuffer());
}

async function sizeOf(bytes: Uint8Array) {
  const info = await env.IMAGES.info(new Blob([new Uint8Array(bytes)]).stream());
  if (!("width" in info)) throw new Error("a drawing");
  return { format: info.format, width: info.width, height: info.height };
}

test("a picture is stored as WebP in the sizes of its kind, cropped around its center", async () => {
  const source = makePng({ width: 2000, height: 1500 });
  for (const [kind, sizes] of Object.entries({
    profile: [
      [512, 512, 512],
      [128, 128, 128],
    ],
    banner: [
      [1600, 1600, 533],
      [800, 800, 267],
    ],
    thumbnail: [
      [1200, 1200, 675],
      [480, 480, 270],
    ],
    upload: [[1200, 1200, 1200]],
  } as const)) {
    const path = await keep(source, kind as PictureKind);
    expect(path).toMatch(new RegExp(`^/pictures/[\\w-]{22}/${sizes[0][0]}\\.webp$`));
    for (const [name, width, height] of sizes)
      expect(await sizeOf(await stored(path, name))).toEqual({ format: "image/webp", width, height });
  }
});

test("a rotated picture is stored upright in each format", async () => {
  const side = 128;
  const row = Uint8Array.from({ length: 1 + side }, (_, x) => (x > 0 && x <= side / 2 ? 255 : 0));
  const whole = { width: side, height: side };
  const gray = { ...whole, colour: 0, rows: Buffer.concat(Array.from({ length: side }, () => row)) } as const;
  const tif = {
    ...whole,
    samples: 1,
    photometric: 1,
    sample: (x: number) => (x < side / 2 ? 255 : 0),
  } as const;
  const jpeg = await as("image/jpeg", makePng(gray));

  // Its left half is white, in the stored order of rows.
  for (const [orientation, white] of [
    [1, "left"],
    [3, "right"],
    [6, "top"],
    [8, "bottom"],
  ] as const) {
    const turned = {
      jpg: new Uint8Array(Buffer.concat([jpeg.slice(0, 2), exifSegment(orientation), jpeg.slice(2)])),
      png: makePng({ ...gray, extra: [["eXIf", exif(orientation)]] }),
      tif: makeTiff({ ...tif, tags: { 274: [orientation] } }),
    };
    for (const [format, bytes] of Object.entries(turned))
      expect([format, orientation, await whiteSide(await stored(await keep(bytes), 128))]).toEqual([
        format,
        orientation,
        white,
      ]);
  }
  const wide = makePng({ width: 60, height: 20, extra: [["eXIf", exif(6)]] });
  expect(await sizeOf(await stored(await keep(wide, "upload"), 1200))).toMatchObject({
    width: 20,
    height: 20,
  });
});

async function as(format: "image/jpeg" | "image/png", bytes: Uint8Array): Promise<Uint8Array> {
  const result = await env.IMAGES.input(new Blob([new Uint8Array(bytes)]).stream()).output({ format });
  return new Uint8Array(await new Response(result.image()).arrayBuffer());
}

/** Returns which half of a picture is bright, from the centers of its four sides. */
async function whiteSide(webp: Uint8Array): Promise<string | undefined> {
  const png = Buffer.from(await as("image/png", webp));
  const [width, height, colour] = [png.readUInt32BE(16), png.readUInt32BE(20), png.readUInt8(25)];
  const start = png.indexOf("IDAT");
  const rows = inflateSync(png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4)));
  const samples = ({ 0: 1, 2: 3, 4: 2, 6: 4 } as Record<number, number>)[colour] ?? 1;
  const light = (x: number, y: number) => {
    const rowStart = y * (1 + width * samples);
    if (rows[rowStart] !== 0) throw new Error("a filtered row");
    return (rows[rowStart + 1 + x * samples] ?? 0) > 128;
  };
  const sides = {
    left: light(8, height / 2),
    right: light(width - 8, height / 2),
    top: light(width / 2, 8),
    bottom: light(width / 2, height - 8),
  };
  const dark = { left: sides.right, right: sides.left, top: sides.bottom, bottom: sides.top };
  const names = Object.keys(sides) as (keyof typeof sides)[];
  return names.find((name) => sides[name] && !dark[name]);
}

test("the location of a photo is removed", async () => {
  const located = jpegWith(exifSegment(1, canary));
  expect(Buffer.from(located).includes(canary)).toBe(true);
  const path = await keep(located);
  for (const width of pictureWidths.profile) {
    const bytes = Buffer.from(await stored(path, width));
    expect(bytes.includes(canary)).toBe(false);
    expect(bytes.includes("Exif") || bytes.includes("EXIF")).toBe(false);
  }
});

describe("an upload", () => {
  const refusal = (given: string) =>
    pictures.keep(given, "profile", "owner").catch((error: unknown) => error);

  test("that is not a picture is refused by its content, whatever type it declares", async () => {
    for (const given of [
      "",
      "hello",
      "data:image/png;base64,",
      "data:image/png,hello",
      "data:image/png;base64,%%%%",
      `data:image/png;base64,${btoa("GIF89a")}`,
      "https://example.com/me.png",
      "/pictures/AAAAAAAAAAAAAAAAAAAAAA/512.webp",
    ])
      expect(await refusal(given)).toMatchObject({ code: "picture-type", message: "Unsupported image type" });
  });

  test("of 1,100,000 bytes or more is refused", async () => {
    const png = makePng({ width: 64, height: 48 });
    const padded = (bytes: number) => {
      const whole = new Uint8Array(bytes);
      whole.set(png);
      return dataUrl(whole);
    };
    for (const given of [
      padded(1_100_000),
      padded(1_100_001),
      `data:image/png;base64,${"A".repeat(3_000_000)}`,
    ])
      expect(await refusal(given)).toMatchObject({
        code: "picture-size",
        message: "Image size is too large",
      });
    expect(await refusal(padded(1_099_999))).toMatch(/^\/pictures\//);
  });
});

test("deleting a picture removes its files and its row, and nothing else", async () => {
  const [path, other] = [await keep(samples.baseline), await keep(samples.baseline)];
  for (const nothing of [
    "",
    "/",
    "/pictures/x/512.webp",
    "/pictures/AAAAAAAAAAAAAAAAAAAAAA/512.webp",
    `${path}x`,
  ])
    await pictures.remove(nothing);
  // Also from the cache that this fills.
  expect((await request(path)).status).toBe(200);
  await pictures.remove(path);
  await pictures.remove(path);
  const rows = await env.DB.prepare("select id from pictures").all<{ id: string }>();
  const ids = rows.results.map(({ id }) => id);
  expect(ids).toContain(readPicturePath(other)?.id);
  expect(ids).not.toContain(readPicturePath(path)?.id);
  const { objects } = await env.PICTURES.list({ prefix: readPicturePath(path)?.id });
  expect(objects).toEqual([]);
  expect((await request(path)).status).toBe(404);
  expect((await request(other)).status).toBe(200);
});

test("a picture is public and cached without expiry", async () => {
  const path = await keep(makePng({ width: 600, height: 600 }));
  const response = await request(path, { headers: { cookie: "cue=anything" } });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
    "cross-origin-resource-policy": "cross-origin",
  });
  expect(response.headers.has("set-cookie")).toBe(false);
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(await stored(path, 512));

  const etag = response.headers.get("etag") ?? "";
  expect(etag).toMatch(/^"\w+"$/);
  for (const asked of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const same = await request(path, { headers: { "if-none-match": asked } });
    expect([same.status, await same.text()]).toEqual([304, ""]);
  }
  const head = await request(path, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("an unknown picture address is not found in any spelling", async () => {
  const path = await keep(samples.baseline);
  for (const wrong of [
    path.replace("512", "513"),
    path.replace("512", "1200"),
    path.replace("webp", "png"),
    path.replace("/512", "//512"),
    `${path}/`,
    `${path}.webp`,
    "/pictures/",
    "/pictures/AAAAAAAAAAAAAAAAAAAAAA/512.webp",
    "/pictures/..%2f..%2fetc%2fpasswd/512.webp",
  ]) {
    const response = await request(wrong);
    expect([wrong, response.status]).toEqual([wrong, 404]);
    await response.text();
  }
  expect((await request(path, { method: "POST", body: {} })).status).toBe(404);
});

test("podcast apps get a picture as a square JPEG of 1400 pixels, until it is removed", async () => {
  for (const kind of ["profile", "thumbnail"] as const) {
    const path = await keep(makePng({ width: 600, height: 400 }), kind);
    const cover = `/pictures/${readPicturePath(path)?.id}/cover.jpg`;
    const response = await request(cover);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("image/jpeg");
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(await sizeOf(bytes)).toEqual({ format: "image/jpeg", width: 1400, height: 1400 });
    const head = await request(cover, { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe(String(bytes.byteLength));
    const etag = response.headers.get("etag") ?? "";
    expect((await request(cover, { headers: { "if-none-match": etag } })).status).toBe(304);
    await pictures.remove(path);
    expect((await request(cover)).status).toBe(404);
  }
  expect((await request(`/pictures/${"A".repeat(22)}/cover.jpg`)).status).toBe(404);
});
