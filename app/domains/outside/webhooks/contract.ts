import * as z from "zod/mini";
import { webhookEvents } from "./events.ts";

/** Maximum number for one performer or one stage. */
export const maxWebhooks = 10;
export const maxUrlLength = 2_000;

const id = z.string().check(z.maxLength(64));
const events = z.array(z.enum(webhookEvents)).check(z.minLength(1), z.maxLength(webhookEvents.length));

/** A request for webhooks; without a stage: the caller's own, as a performer. `stage`: its id or custom URL. */
export const ListWebhooksInput = z.object({ stage: z.optional(id) });
export type ListWebhooksInput = z.infer<typeof ListWebhooksInput>;

export const AddWebhookInput = z.object({
  stage: z.optional(id),
  url: z.string().check(z.trim(), z.minLength(1), z.maxLength(maxUrlLength)),
  events,
});
export type AddWebhookInput = z.infer<typeof AddWebhookInput>;

export const WebhookInput = z.object({ webhook: id });
export type WebhookInput = z.infer<typeof WebhookInput>;

/** Changes of a webhook; what is left out stays as it is. */
export const UpdateWebhookInput = z.object({
  webhook: id,
  events: z.optional(events),
  isOn: z.optional(z.boolean()),
});
export type UpdateWebhookInput = z.infer<typeof UpdateWebhookInput>;

/** `before`: the id of a delivery, for older ones. */
export const WebhookDeliveriesInput = z.object({ webhook: id, before: z.optional(id) });
export type WebhookDeliveriesInput = z.infer<typeof WebhookDeliveriesInput>;

export const RetryDeliveryInput = z.object({ webhook: id, delivery: id });
export type RetryDeliveryInput = z.infer<typeof RetryDeliveryInput>;

export const WebhookView = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  isOn: z.boolean(),
  /** The reason why it was switched off; null where its owner did, or it is on. */
  offReason: z.nullable(z.string()),
  /** Whether the address has answered the challenge: until then nothing else is sent to it. */
  isConfirmed: z.boolean(),
  createdAt: z.number(),
});
export type WebhookView = z.infer<typeof WebhookView>;

/** The only answer that contains a secret: of a new webhook, or a new secret of one. */
export const NewSecretView = z.object({ ...WebhookView.shape, secret: z.string() });
export type NewSecretView = z.infer<typeof NewSecretView>;

export const WebhookDeliveryView = z.object({
  /** The id that its receiver sees in `X-Cue-Delivery`. */
  id: z.string(),
  event: z.enum([...webhookEvents, "test"]),
  /** The JSON that is or was sent. */
  body: z.string(),
  status: z.enum(["waiting", "sending", "sent", "unsure", "failed"]),
  attempts: z.number(),
  nextTryAt: z.nullable(z.number()),
  /** The receiver's response, in a sentence. */
  details: z.nullable(z.string()),
  createdAt: z.number(),
  changedAt: z.number(),
});
export type WebhookDeliveryView = z.infer<typeof WebhookDeliveryView>;

export const WebhookDeliveriesView = z.object({
  deliveries: z.array(WebhookDeliveryView),
  hasMore: z.boolean(),
});
export type WebhookDeliveriesView = z.infer<typeof WebhookDeliveriesView>;
