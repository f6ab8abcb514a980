/** The names under which webhooks are told of events. They are part of the public contract: none is ever renamed. */
import { type WebhookEvent, webhookEventNames } from "#app/domains/people/deliveries/event-names.ts";
import type { OwnEventKind } from "#app/domains/people/deliveries/events.ts";

export const webhookEvents = Object.values(webhookEventNames) as [WebhookEvent, ...WebhookEvent[]];

/** A test has no kind. */
export const webhookEventOf = (kind: OwnEventKind | "test"): WebhookEvent | "test" =>
  kind === "test" ? "test" : webhookEventNames[kind];

/** Asks a new address whether it wants calls, before anything else is sent to it. */
export const challengeEvent = "challenge";
