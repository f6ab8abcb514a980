import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { isOwnedBy, type OwnerPath, ownerOf } from "#app/domains/people/deliveries/queries/owned-by.ts";
import type { Db } from "#db/client.ts";
import { webhooks } from "#db/schema/index.ts";

export type WebhookRow = typeof webhooks.$inferSelect;
/** Exactly one of them. */
export type WebhookOwner = Pick<WebhookRow, "userId" | "stageId">;

/** Lists webhooks in the order in which they were added, with those that are switched off. */
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

/** False where its owner has `max` already, or one with this address. */
export async function insertWebhook(db: Db, row: WebhookRow, max: number): Promise<boolean> {
  const own = isOwnedBy(webhooks, ownerOf(row));
  const count = db.$count(webhooks, own);
  const same = db.$count(webhooks, and(own, eq(webhooks.url, row.url)));
  const rows = await db
    .insert(webhooks)
    .select(
      sql`select ${row.id}, ${row.userId}, ${row.stageId}, ${row.url}, ${row.secret}, ${JSON.stringify(row.events)},
        ${row.createdAt}, ${row.disabledAt}, ${row.disabledReason}, ${row.unconfirmedSince}
        where ${count} < ${max} and ${same} = 0`,
    )
    .returning({ id: webhooks.id });
  return rows.length === 1;
}

/** Undefined where it was removed meanwhile. */
export async function updateWebhook(
  db: Db,
  id: string,
  change: Partial<Pick<WebhookRow, "events" | "disabledAt" | "disabledReason" | "unconfirmedSince">>,
): Promise<WebhookRow | undefined> {
  const [row] = await db
    .update(webhooks)
    // The id is set to itself, because an update without changes must be a valid statement too.
    .set({ id, ...change })
    .where(eq(webhooks.id, id))
    .returning();
  return row;
}

/** False where it was replaced or removed since `row` was read. */
export async function replaceWebhookSecret(
  db: Db,
  { id, secret }: Pick<WebhookRow, "id" | "secret">,
  next: string,
): Promise<boolean> {
  const rows = await db
    .update(webhooks)
    .set({ secret: next })
    .where(and(eq(webhooks.id, id), eq(webhooks.secret, secret)))
    .returning({ id: webhooks.id });
  return rows.length === 1;
}

export async function deleteWebhook(db: Db, id: string): Promise<void> {
  await db.delete(webhooks).where(eq(webhooks.id, id));
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
