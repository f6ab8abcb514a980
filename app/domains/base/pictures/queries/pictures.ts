import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { pictures } from "#db/schema/index.ts";

export type PictureRow = typeof pictures.$inferSelect;

export async function insertPicture(db: Db, row: PictureRow): Promise<void> {
  await db.insert(pictures).values(row);
}

export async function findPicture(db: Db, id: string): Promise<PictureRow | undefined> {
  const [row] = await db.select().from(pictures).where(eq(pictures.id, id));
  return row;
}

/** All pictures of a user, a stage or a track, also those that are no longer shown. */
export function listPicturesOf(db: Db, ownerId: string): Promise<PictureRow[]> {
  return db.select().from(pictures).where(eq(pictures.ownerId, ownerId));
}

export async function deletePicture(db: Db, id: string): Promise<void> {
  await db.delete(pictures).where(eq(pictures.id, id));
}
