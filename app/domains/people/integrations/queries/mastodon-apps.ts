import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { mastodonApps } from "#db/schema/index.ts";

export type MastodonAppRow = typeof mastodonApps.$inferSelect;

export async function findMastodonApp(db: Db, host: string): Promise<MastodonAppRow | undefined> {
  const [row] = await db.select().from(mastodonApps).where(eq(mastodonApps.host, host));
  return row;
}

/** Replaces what this instance was registered as before. */
export async function saveMastodonApp(db: Db, app: MastodonAppRow): Promise<void> {
  const { clientId, clientSecret, createdAt } = app;
  await db
    .insert(mastodonApps)
    .values(app)
    .onConflictDoUpdate({ target: mastodonApps.host, set: { clientId, clientSecret, createdAt } });
}

/** The server does not know it any more. It may have been registered again meanwhile. */
export async function deleteMastodonApp(
  db: Db,
  { host, clientId }: Pick<MastodonAppRow, "host" | "clientId">,
): Promise<void> {
  await db.delete(mastodonApps).where(and(eq(mastodonApps.host, host), eq(mastodonApps.clientId, clientId)));
}
