/** Storage of the bytes of pictures: R2, and the edge cache. */
import { pictureWidths } from "#app/domains/base/pictures/contract.ts";
import { deletePicture, findPicture } from "#app/domains/base/pictures/queries/pictures.ts";
import { coverPath, picturePath, readPicturePath } from "#app/domains/base/pictures/rules.ts";
import type { Db } from "#db/client.ts";

type Shelf = Pick<Env, "PICTURES" | "CUE_ORIGIN">;

/** Returns the key of a picture's bytes in R2. */
export function pictureKey(id: string, width: number): string {
  return `${id}/${width}.webp`;
}

/** The edge cache of pictures, which is separate for each location. */
export function openPictureCache(): Promise<Cache> {
  return caches.open("pictures");
}

/** Returns the path of a picture's JPEG in the cache: no address leads there. */
export const jpegPath = (path: string): string => `${path}.jpg`;

/** The cache key of a picture, independent of the host and query of the request. */
export function pictureAddress(env: Pick<Shelf, "CUE_ORIGIN">, path: string): string {
  return new URL(path, env.CUE_ORIGIN).href;
}

/** Deletes a picture by its path. A path that is not one of ours, or is deleted already, has no effect. */
export async function removePicture(env: Shelf, db: Db, path: string): Promise<void> {
  const id = readPicturePath(path)?.id;
  const row = id === undefined ? undefined : await findPicture(db, id);
  if (row === undefined) return;
  const widths = pictureWidths[row.kind];
  await env.PICTURES.delete(widths.map((width) => pictureKey(row.id, width)));
  await deletePicture(db, row.id);
  const cache = await openPictureCache();
  const sizes = widths.map((width) => picturePath(row.id, width));
  const paths = [...sizes, ...sizes.map(jpegPath), coverPath(path)];
  await Promise.all(paths.map((each) => cache.delete(pictureAddress(env, each))));
}
