import type { InboxEvent } from "#app/domains/air/messages/live/protocol.ts";

/**
 * Logs an event of the inbox and sends it to every open socket; returns its number in the log. `kept`: what the log
 * stores of the data, all of it by default.
 */
export type SayInbox = <Name extends Exclude<InboxEvent["event"], "snapshot">>(
  event: Name,
  data: Extract<InboxEvent, { event: Name }>["data"],
  at: number,
  kept?: unknown,
) => { seq: number };
