/**
 * Whether a performer's sets are uploaded by default. It has two columns, because the API has two names for it: it is
 * on where either is, and both are written.
 */
import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { toggleSettings, users } from "#db/schema/index.ts";

export async function findUploadDefault(db: Db, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ ofPerformer: users.mixcloudUpload, ofSettings: toggleSettings.mixcloudPersonal })
    .from(users)
    .leftJoin(toggleSettings, eq(toggleSettings.userId, users.id))
    .where(eq(users.id, userId));
  return row !== undefined && (row.ofPerformer || row.ofSettings === true);
}

export async function saveUploadDefault(db: Db, userId: string, isOn: boolean): Promise<void> {
  await db.batch([
    db.update(users).set({ mixcloudUpload: isOn }).where(eq(users.id, userId)),
    db.update(toggleSettings).set({ mixcloudPersonal: isOn }).where(eq(toggleSettings.userId, userId)),
  ]);
}
