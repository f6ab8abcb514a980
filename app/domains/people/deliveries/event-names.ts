import type { OwnEventKind } from "./events.ts";

/** The name under which a webhook asks for an event: part of the public contract, so that none is ever renamed. */
export const webhookEventNames = {
  live: "live.started",
  track: "track.changed",
  ended: "set.ended",
  follower: "follower.added",
  request: "booking.requested",
  answer: "booking.answered",
  booked: "booking.created",
} as const satisfies Record<OwnEventKind, string>;
export type WebhookEvent = (typeof webhookEventNames)[OwnEventKind];
