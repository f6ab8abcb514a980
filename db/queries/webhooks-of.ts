import { and, asc, eq, isNull } from "drizzle-orm";
import type { Db } from "../client.ts";
import { webhooks } from "../schema/index.ts";
import { isOwnedBy, type OwnerPath } from "./owned-by.ts";

export type WebhookRow = typeof webhooks.$inferSelect;

/** In the order in which they were added, with those that are switched off. */
export function listWebhooks(db: Db, owner: OwnerPath): Promise<WebhookRow[]> {
  return db
    .select()
    .from(webhooks)
    .where(isOwnedBy(webhooks, owner))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id));
}

export async function findWebhook(db: Db, id: string): Promise<WebhookRow | undefined> {
  const [row] = await db.select().from(webhooks).where(eq(webhooks.id, id));
  return row;
}

/** Switches it off because its calls kept failing; nothing changes where it is off already. */
export async function disableWebhook(
  db: Db,
  id: string,
  { at, reason }: { at: number; reason: string },
): Promise<void> {
  await db
    .update(webhooks)
    .set({ disabledAt: at, disabledReason: reason })
    .where(and(eq(webhooks.id, id), isNull(webhooks.disabledAt)));
}
