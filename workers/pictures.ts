/** The storage of uploaded pictures: R2 for the bytes, the Images binding to decode and encode. */
import type { Clock, Pictures } from "#app/context.ts";
import { type PictureKind, pictureLimits } from "#app/domains/base/pictures/contract.ts";
import { readDataUrl } from "#app/domains/base/pictures/data-url.ts";
import type { Orientation, Reading } from "#app/domains/base/pictures/format/reading.ts";
import { decodeTiff } from "#app/domains/base/pictures/format/tiff.ts";
import { readTiffLayout } from "#app/domains/base/pictures/format/tiff-layout.ts";
import { insertPicture } from "#app/domains/base/pictures/queries/pictures.ts";
import { readPicture } from "#app/domains/base/pictures/read-picture.ts";
import {
  cropSize,
  picturePath,
  planSizes,
  ratioOf,
  readPicturePath,
  type Size,
} from "#app/domains/base/pictures/rules.ts";
import { AppError } from "#app/errors.ts";
import type { Db } from "#db/client.ts";
import {
  jpegPath,
  openPictureCache,
  pictureAddress,
  pictureKey,
  removePicture,
} from "#durable-objects/picture-shelf.ts";
import { encodePng } from "./png.ts";
import { isLocal } from "./session.ts";

export function createPictures(env: Env, { db, clock }: { db: Db; clock: Clock }): Pictures {
  return {
    async keep(dataUrl, kind, ownerId) {
      const read = readPicture(readDataUrl(dataUrl));
      if (!read.ok) throw new AppError(read.code);
      // Checked here and not for everyone who reads pictures: a browser that is about to shrink one may have the
      // memory.
      if (read.reading.heldBytes > pictureLimits.heldBytes) throw new AppError("picture-size");
      const [largest, ...others] = planSizes(kind, uprightSize(read.reading));
      const { bytes, transforms } = await prepare(read.reading, kind, largest);

      const files = [{ name: largest.name, webp: await encode(env, bytes, transforms, largest) }];
      // From the large one, because the source may have fifty times its pixels.
      for (const size of others)
        files.push({ name: size.name, webp: await encode(env, files[0]?.webp ?? bytes, [], size) });

      const id = newPictureId();
      const { width, height } = largest;
      // The row first: bytes without a row would never be found and deleted.
      await insertPicture(db, { id, ownerId, kind, width, height, createdAt: clock.now() });
      const path = picturePath(id, largest.name);
      const puts = files.map(({ name, webp }) =>
        env.PICTURES.put(pictureKey(id, name), webp, { httpMetadata: { contentType: "image/webp" } }),
      );
      // All writes must have finished before any of them is undone.
      const failed = (await Promise.allSettled(puts)).find((put) => put.status === "rejected");
      if (failed === undefined) return path;
      await removePicture(env, db, path);
      throw failed.reason;
    },

    remove: (path) => removePicture(env, db, path),

    async readAsJpeg(path) {
      // Players ask for a file with its cover in many ranges.
      const cache = await openPictureCache();
      const address = pictureAddress(env, jpegPath(path));
      const kept = await cache.match(address);
      if (kept !== undefined) return new Uint8Array(await kept.arrayBuffer());
      const parts = readPicturePath(path);
      const object = parts && (await env.PICTURES.get(pictureKey(parts.id, parts.width)));
      if (object == null) return null;
      const jpeg = await env.IMAGES.input(object.body).output({ format: "image/jpeg", quality: 85 });
      const bytes = new Uint8Array(await new Response(jpeg.image()).arrayBuffer());
      await cache.put(address, new Response(bytes, { headers: { "cache-control": "public, max-age=3600" } }));
      return bytes;
    },
  };
}

/** 128 random bits. */
function newPictureId(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64url");
}

const turns: Record<Orientation, readonly ImageTransform[]> = {
  1: [],
  2: [{ flip: "h" }],
  3: [{ rotate: 180 }],
  4: [{ flip: "v" }],
  5: [{ rotate: 90 }, { flip: "h" }],
  6: [{ rotate: 90 }],
  7: [{ rotate: 270 }, { flip: "h" }],
  8: [{ rotate: 270 }],
};

const isOnItsSide = (orientation: Orientation) => orientation >= 5;
const turned = ({ width, height }: Size): Size => ({ width: height, height: width });
const uprightSize = (reading: Reading) => (isOnItsSide(reading.orientation) ? turned(reading) : reading);

/**
 * The picture in a form that Images can decode, without metadata that would rotate it, and the rotation that it needs.
 */
async function prepare(reading: Reading, kind: PictureKind, largest: Size) {
  const transforms = turns[reading.orientation];
  if (reading.format !== "tiff") return { bytes: reading.bytes, transforms };
  const crop = cropSize(uprightSize(reading), ratioOf(kind, uprightSize(reading)));
  const side = isOnItsSide(reading.orientation);
  const wanted = side ? { crop: turned(crop), atLeast: turned(largest) } : { crop, atLeast: largest };
  try {
    const pixels = await decodeTiff(reading.bytes, readTiffLayout(reading.bytes), wanted);
    return { bytes: encodePng(pixels), transforms };
  } catch (error) {
    throw new AppError("picture-type", { cause: error });
  }
}

/** Cropped to the size around its centre, as WebP, without any other part of the file. */
async function encode(
  env: Env,
  bytes: Uint8Array<ArrayBuffer>,
  transforms: readonly ImageTransform[],
  { width, height }: Size,
): Promise<Uint8Array<ArrayBuffer>> {
  let transformer = env.IMAGES.input(new Blob([bytes]).stream());
  for (const transform of transforms) transformer = transformer.transform(transform);
  try {
    const result = await transformer
      .transform({ width, height, fit: "cover" })
      .output({ format: "image/webp", quality: 82 });
    return new Uint8Array(await new Response(result.image()).arrayBuffer());
  } catch (error) {
    throw new AppError(isAboutPicture(env, error) ? "picture-type" : "unavailable", { cause: error });
  }
}

/** Whether Images reported an unreadable file; all other errors come from the service or the account. */
const unreadable: ReadonlySet<unknown> = new Set([9402, 9412, 9413, 9520]);

/** The local simulator has one code for all errors. */
function isAboutPicture(env: Env, error: unknown): boolean {
  return isLocal(env) || (error instanceof Error && "code" in error && unreadable.has(error.code));
}
