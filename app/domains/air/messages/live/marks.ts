/** The state of one's own messages: how far they have been received and read. Pure. */
import type { PersonView } from "#app/domains/people/people/contract/people.ts";

/** The position (`seq`) to which each user has received or read, by user id. */
export type Marks = Readonly<Record<string, number>>;

export interface MessageMark {
  /** The least state among all others: stored, received by each of them, read by each of them. */
  state: "sent" | "delivered" | "read";
  /** Those of the others who have read it. */
  readers: PersonView[];
}

/** The mark of a message at `seq`; `others` are in the conversation now. A reader has also received it. */
export function markOf(
  seq: number,
  others: readonly PersonView[],
  { delivered, read }: { delivered: Marks; read: Marks },
): MessageMark {
  const readers = others.filter(({ id }) => (read[id] ?? 0) >= seq);
  const hasArrived = ({ id }: PersonView) => Math.max(delivered[id] ?? 0, read[id] ?? 0) >= seq;
  const isRead = others.length > 0 && readers.length === others.length;
  const state = isRead ? "read" : others.length > 0 && others.every(hasArrived) ? "delivered" : "sent";
  return { state, readers };
}

/** Marks only increase: an older one that arrives late has no effect. */
export function withMark(marks: Marks, { user, upTo }: { user: string; upTo: number }): Marks {
  return (marks[user] ?? 0) >= upTo ? marks : { ...marks, [user]: upTo };
}
