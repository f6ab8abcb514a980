import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { type PictureKind, pictureWidths } from "#app/domains/pictures/contract.ts";
import { readPicturePath } from "#app/domains/pictures/rules.ts";
import { canary } from "#tests/helpers/pictures/hostile.ts";
import { exifSegment, jpegWith } from "#tests/helpers/pictures/jpeg-file.ts";
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

test("a picture is kept as WebP in the sizes of its kind, cut around its middle", async () => {
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

test("a picture that was taken on its side stands upright, and a tif as well", async () => {
  const upright = await keep(samples.baseline, "banner");
  expect(await sizeOf(await stored(upright, 1600))).toMatchObject({ width: 800, height: 267 });
  const stripes = (x: number) => (x < 300 ? 255 : 0);
  const wide = { width: 900, height: 300, samples: 1, photometric: 1, sample: stripes } as const;
  const rows = await corners(await keep(makeTiff({ ...wide, tags: { 274: [8] } }), "upload"));
  // The left third was white: turned to the left it is at the foot, outside of the square that is kept of the middle.
  expect(rows).toMatchObject({ width: 300, height: 300 });
  const asJpeg = await env.IMAGES.input(new Blob([makePng({ width: 60, height: 20 })]).stream())
    .output({ format: "image/jpeg" })
    .then((result) => new Response(result.image()).bytes());
  const turned = new Uint8Array(
    Buffer.concat([asJpeg.subarray(0, 2), exifSegment(6, canary), asJpeg.subarray(2)]),
  );
  expect(await sizeOf(await stored(await keep(turned, "upload"), 1200))).toMatchObject({
    width: 20,
    height: 20,
  });
});

async function corners(path: string) {
  return sizeOf(await stored(path, 1200));
}

test("where a picture was taken is in the file and not in what is kept", async () => {
  const located = jpegWith(exifSegment(1, canary));
  expect(Buffer.from(located).includes(canary)).toBe(true);
  const path = await keep(located);
  for (const width of pictureWidths.profile) {
    const bytes = Buffer.from(await stored(path, width));
    expect(bytes.includes(canary)).toBe(false);
    expect(bytes.includes("Exif") || bytes.includes("EXIF")).toBe(false);
  }
});

describe("what is no picture", () => {
  const refusal = (given: string) =>
    pictures.keep(given, "profile", "owner").catch((error: unknown) => error);

  test('"Unsupported image type": by content, whatever it is called', async () => {
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

  test('"Image size is too large": from 1,100,000 bytes, and not one less', async () => {
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

test("a picture that is taken away is gone, with its row, and nothing else is", async () => {
  const [path, other] = [await keep(samples.baseline), await keep(samples.baseline)];
  for (const nothing of [
    "",
    "/",
    "/pictures/x/512.webp",
    "/pictures/AAAAAAAAAAAAAAAAAAAAAA/512.webp",
    `${path}x`,
  ])
    await pictures.remove(nothing);
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

test("a picture is a file for everybody, kept for good by whoever got it", async () => {
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

test("an address of no picture is not found, whatever the way it is written", async () => {
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
