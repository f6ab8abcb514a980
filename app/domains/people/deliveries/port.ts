/**
 * Deliveries to other services on behalf of a person or a stage: posts, calls of their webhooks, and listens. Each
 * owner has one object (`durable-objects/deliveries`), which sends each delivery once, repeats what may be repeated,
 * and keeps a record of the outcome.
 */

import type { OwnEvent } from "./events.ts";
import type { OwnerPath } from "./queries/owned-by.ts";

export type { OwnerPath };

export type DeliveryKind = "post" | "webhook" | "listen";

export interface DeliveryRecord {
  id: string;
  kind: DeliveryKind;
  /** `post_targets.id`, `webhooks.id`, or the service of a listen. */
  target: string;
  /** The subject: an event's kind, or `test`. */
  about: OwnEvent["kind"] | "test";
  /** The content, for people: the text of a post, the JSON of a webhook, a listen's artist and title. */
  text: string;
  status: DeliveryStatus;
  attempts: number;
  /** Epoch ms; null unless it waits. */
  nextTryAt: number | null;
  /** The address where people see it on the service, or null. */
  url: string | null;
  /** The reason why it waits or has failed, in a sentence for its owner; never with a secret. */
  details: string | null;
  createdAt: number;
  changedAt: number;
}

/** `unsure`: no response came after it was sent, and sending again could double it. */
export type DeliveryStatus = "waiting" | "sending" | "sent" | "unsure" | "failed";

export interface DeliveriesPort {
  /** Stores the event once per kind and key, and sends what its owner's posts and webhooks ask for. Idempotent. */
  happened(event: OwnEvent): Promise<void>;
  /** Someone heard this; sends it to the services on which they keep their listens. Idempotent by `play`. */
  heard(listen: HeardTrack): Promise<void>;
  /** Sends a test to one target now, and returns its outcome. Its key is new each time. */
  test(input: { kind: "post" | "webhook"; target: string; text: string | null }): Promise<DeliveryRecord>;
  /** Newest first, at most `limit`; `before`: an id. */
  list(query: {
    kind: DeliveryKind;
    target?: string | undefined;
    before?: string | undefined;
    limit: number;
  }): Promise<DeliveryRecord[]>;
  /** Sends a failed webhook call again, under its first id. Null where there is none. */
  retry(id: string): Promise<DeliveryRecord | null>;
  /** A target was removed or switched off: what waits for it ends. */
  forgetTarget(target: string): Promise<void>;
  /** Deletes what names a person whose account was deleted. */
  forgetUser(userId: string): Promise<void>;
  /** Deletes everything. */
  erase(): Promise<void>;
}

export interface HeardTrack {
  /** `plays.id`. */
  play: string;
  artist: string;
  title: string;
  /** Time when they began to hear it, epoch ms. */
  heardAt: number;
  durationMs: number | null;
}
