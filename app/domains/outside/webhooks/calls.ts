import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import {
  type AddWebhookInput,
  type ListWebhooksInput,
  NewSecretView,
  type RetryDeliveryInput,
  type UpdateWebhookInput,
  type WebhookDeliveriesInput,
  WebhookDeliveriesView,
  WebhookDeliveryView,
  type WebhookInput,
  WebhookView,
} from "./contract.ts";

export const listWebhooksCall = defineCall("POST", "/webhooks/list", {
  who: "user",
  input: takes<typeof ListWebhooksInput>(),
  answer: z.array(WebhookView),
});

/** The only time that its secret is shown. The address gets the challenge at once. */
export const addWebhookCall = defineCall("POST", "/webhooks/add", {
  who: "user",
  input: takes<typeof AddWebhookInput>(),
  answer: NewSecretView,
});

export const updateWebhookCall = defineCall("POST", "/webhooks/update", {
  who: "user",
  input: takes<typeof UpdateWebhookInput>(),
  answer: WebhookView,
});

/** The former secret signs for another day, beside the new one. */
export const rollWebhookSecretCall = defineCall("POST", "/webhooks/rollSecret", {
  who: "user",
  input: takes<typeof WebhookInput>(),
  answer: NewSecretView,
});

/** Answers those that are left. */
export const removeWebhookCall = defineCall("POST", "/webhooks/remove", {
  who: "user",
  input: takes<typeof WebhookInput>(),
  answer: z.array(WebhookView),
});

/**
 * Sends a test event now, also to a webhook that is off; answers what became of it. An address that is not confirmed
 * gets the challenge first, and the test only if it answers that.
 */
export const testWebhookCall = defineCall("POST", "/webhooks/test", {
  who: "user",
  input: takes<typeof WebhookInput>(),
  answer: WebhookDeliveryView,
});

/** Newest first. */
export const listWebhookDeliveriesCall = defineCall("POST", "/webhooks/deliveries", {
  who: "user",
  input: takes<typeof WebhookDeliveriesInput>(),
  answer: WebhookDeliveriesView,
});

/** Sends one that has failed again, under the same id. */
export const retryWebhookDeliveryCall = defineCall("POST", "/webhooks/retry", {
  who: "user",
  input: takes<typeof RetryDeliveryInput>(),
  answer: WebhookDeliveryView,
});
