/** Calls to a webhook, as its owner sees them. */

import type { AppContext } from "#app/context.ts";
import type { DeliveryRecord } from "#app/domains/people/deliveries/port.ts";
import { ownerOf } from "#app/domains/people/deliveries/queries/owned-by.ts";
import { AppError, errorCatalogue } from "#app/errors.ts";
import type {
  RetryDeliveryInput,
  WebhookDeliveriesInput,
  WebhookDeliveriesView,
  WebhookDeliveryView,
  WebhookInput,
} from "./contract.ts";
import { webhookEventOf } from "./events.ts";
import { confirmWebhook, requireWebhook, takeCall } from "./manage.server.ts";
import type { WebhookRow } from "./queries/webhooks.ts";

const pageSize = 20;

/** Throws `authorization`, `not-found`, `webhook-unconfirmed`, `rate-limited`. */
export async function testWebhook(ctx: AppContext, { webhook }: WebhookInput): Promise<WebhookDeliveryView> {
  const row = await requireWebhook(ctx, webhook);
  await takeCall(ctx, row);
  if (row.unconfirmedSince !== null) await requireAnswer(ctx, row);
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
  await takeCall(ctx, row);
  const record = await ctx.deliveries.of(ownerOf(row)).retry(delivery);
  if (record === null) throw new AppError("not-found");
  return toDeliveryView(record);
}

/** Throws `webhook-unconfirmed` with what the address responded to the challenge. */
async function requireAnswer(ctx: AppContext, row: WebhookRow): Promise<void> {
  const problem = await confirmWebhook(ctx, row);
  if (problem === null) return;
  const { message } = errorCatalogue["webhook-unconfirmed"];
  throw new AppError("webhook-unconfirmed", { message: `${message} ${problem}` });
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
