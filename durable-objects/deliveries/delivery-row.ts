import type { OwnEvent } from "#app/domains/people/deliveries/events.ts";
import type { DeliveryRecord } from "#app/domains/people/deliveries/port.ts";

/** A delivery with what only its sending needs. */
export interface DeliveryRow extends DeliveryRecord {
  /** The kind (`listen` for a listen) and the key of what it tells of; null for a test. */
  eventKind: OwnEvent["kind"] | "listen" | null;
  eventKey: string | null;
  /** Time of the event, or of the last request for another attempt. */
  since: number;
  isUnsure: boolean;
  /** The service's id of it, once it is sent. */
  remote: string | null;
  /** `remote` of the post that it changes. */
  edits: string | null;
}

export type NewDelivery = Pick<
  DeliveryRow,
  "kind" | "target" | "about" | "text" | "eventKind" | "eventKey" | "since"
> & { edits?: string | null };

/** Returns a delivery as others see it. */
export function toRecord(row: DeliveryRow): DeliveryRecord {
  const { id, kind, target, about, text, status, attempts, nextTryAt, url, details, createdAt, changedAt } =
    row;
  return {
    id,
    kind,
    target,
    about,
    text,
    status,
    attempts,
    nextTryAt: status === "waiting" ? nextTryAt : null,
    url,
    details,
    createdAt,
    changedAt,
  };
}
