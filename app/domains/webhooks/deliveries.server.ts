/** What was sent to a webhook, as its owner sees it. */

import type { AppContext } from "#app/context.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { ownerOf } from "#db/queries/owned-by.ts";
import type { DeliveryRecord } from "../deliveries/port.ts";
import type {
  RetryDeliveryInput,
  WebhookDeliveriesInput,
  WebhookDeliveriesView,
  WebhookDeliveryView,
  WebhookInput,
} from "./contract.ts";
import { webhookEventOf } from "./events.ts";
import { requireWebhook } from "./manage.server.ts";

const pageSize = 20;
/** Of one webhook: tests and retries, because each calls an address of someone's choice. */
const rate = { max: 20, perMs: 60_000 } as const;

/** Throws `authorization`, `not-found`, `rate-limited`. */
export async function testWebhook(ctx: AppContext, { webhook }: WebhookInput): Promise<WebhookDeliveryView> {
  const row = await requireWebhook(ctx, webhook);
  await takeAttempt(ctx, row.id);
  const deliveries = ctx.deliveries.of(ownerOf(row));
  return toDeliveryView(await deliveries.test({ kind: "webhook", target: row.id, text: null }));
}

/** Newest first. Throws `authorization`, `not-found`. */
export async function listWebhookDeliveries(
  ctx: AppContext,
  { webhook, before }: WebhookDeliveriesInput,
): Promise<WebhookDeliveriesView> {
  const row = await requireWebhook(ctx, webhook);
  const deliveries = ctx.deliveries.of(ownerOf(row));
  const found = await deliveries.list({ kind: "webhook", target: row.id, before, limit: pageSize + 1 });
  return { deliveries: found.slice(0, pageSize).map(toDeliveryView), hasMore: found.length > pageSize };
}

/** Throws `authorization`, `not-found`, also where it has not failed, `rate-limited`. */
export async function retryWebhookDelivery(
  ctx: AppContext,
  { webhook, delivery }: RetryDeliveryInput,
): Promise<WebhookDeliveryView> {
  const row = await requireWebhook(ctx, webhook);
  await takeAttempt(ctx, row.id);
  const record = await ctx.deliveries.of(ownerOf(row)).retry(delivery);
  if (record === null) throw new AppError("not-found");
  return toDeliveryView(record);
}

async function takeAttempt(ctx: AppContext, webhook: string): Promise<void> {
  requireOk(await ctx.limits.take(`webhook-call:${webhook}`, rate));
}

const toDeliveryView = (record: DeliveryRecord): WebhookDeliveryView => ({
  id: record.id,
  event: webhookEventOf(record.about),
  body: record.text,
  status: record.status,
  attempts: record.attempts,
  nextTryAt: record.nextTryAt,
  details: record.details,
  createdAt: record.createdAt,
  changedAt: record.changedAt,
});
