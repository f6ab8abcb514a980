import { type Served, serve } from "#workers/api/serve.ts";
import {
  addWebhookCall,
  listWebhookDeliveriesCall,
  listWebhooksCall,
  removeWebhookCall,
  retryWebhookDeliveryCall,
  rollWebhookSecretCall,
  testWebhookCall,
  updateWebhookCall,
} from "../calls.ts";
import {
  AddWebhookInput,
  ListWebhooksInput,
  RetryDeliveryInput,
  UpdateWebhookInput,
  WebhookDeliveriesInput,
  WebhookInput,
} from "../contract.ts";
import { listWebhookDeliveries, retryWebhookDelivery, testWebhook } from "../deliveries.server.ts";
import {
  addWebhook,
  listWebhooks,
  removeWebhook,
  rollWebhookSecret,
  updateWebhook,
} from "../manage.server.ts";

/** Calls of other people's software: docs/webhooks.md. */
export const webhooks: readonly Served[] = [
  serve(listWebhooksCall, {
    summary: "The performer's webhooks, or those of a stage that the caller manages.",
    input: ListWebhooksInput,
    run: listWebhooks,
  }),
  serve(addWebhookCall, {
    summary: "Add a webhook. The answer has the secret that signs its calls, which is never shown again.",
    input: AddWebhookInput,
    run: addWebhook,
  }),
  serve(updateWebhookCall, {
    summary: "Change the events of a webhook, or switch it on or off.",
    input: UpdateWebhookInput,
    run: updateWebhook,
  }),
  serve(rollWebhookSecretCall, {
    summary: "A new secret for a webhook. The former one signs for another 24 hours.",
    input: WebhookInput,
    run: rollWebhookSecret,
  }),
  serve(removeWebhookCall, {
    summary: "Remove a webhook; calls that wait for it are dropped. Answers those that are left.",
    input: WebhookInput,
    run: removeWebhook,
  }),
  serve(testWebhookCall, {
    summary: "Send a test event to a webhook now, and answer its outcome.",
    input: WebhookInput,
    run: testWebhook,
  }),
  serve(listWebhookDeliveriesCall, {
    summary: "What was sent to a webhook, newest first, with its outcome.",
    input: WebhookDeliveriesInput,
    run: listWebhookDeliveries,
  }),
  serve(retryWebhookDeliveryCall, {
    summary: "Send a failed call of a webhook again, under the same id.",
    input: RetryDeliveryInput,
    run: retryWebhookDelivery,
  }),
];
