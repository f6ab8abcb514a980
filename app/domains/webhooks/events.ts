/** The names under which webhooks are told of events. They are part of the public contract: none is ever renamed. */
import type { OwnEventKind } from "../deliveries/events.ts";

export const webhookEvents = [
  "live.started",
  "track.changed",
  "set.ended",
  "follower.added",
  "booking.requested",
  "booking.answered",
  "booking.created",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

const names: Record<OwnEventKind, WebhookEvent> = {
  live: "live.started",
  track: "track.changed",
  ended: "set.ended",
  follower: "follower.added",
  request: "booking.requested",
  answer: "booking.answered",
  booked: "booking.created",
};

/** A test has no kind. */
export const webhookEventOf = (kind: OwnEventKind | "test"): WebhookEvent | "test" =>
  kind === "test" ? "test" : names[kind];
