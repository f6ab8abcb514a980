/** Sentences about a conversation: who did what to it, and who is writing. Pure. */

import { type ConversationMessageView, messageLimits } from "#app/domains/messages/contract.ts";
import type { MessageMark } from "#app/domains/messages/live/marks.ts";
import { wordFor } from "#app/ui/number.ts";

type Line = Pick<ConversationMessageView, "kind" | "sender" | "about" | "message">;

/** What a line about the conversation says; the words of a message. */
export function lineWords({ kind, sender, about, message }: Line, viewerId: string): string {
  const nameOf = (person: Line["sender"], unknown: string) =>
    person === null ? unknown : person.id === viewerId ? "You" : person.username;
  const who = nameOf(sender, "Someone");
  const whom = about?.id === viewerId ? "you" : nameOf(about, "someone");
  switch (kind) {
    case "message":
      return message;
    case "added":
      return `${who} added ${whom}`;
    case "removed":
      return sender !== null && sender.id === about?.id ? `${who} left` : `${who} removed ${whom}`;
    case "renamed":
      return message === "" ? `${who} removed the name` : `${who} named the conversation “${message}”`;
  }
}

/** Names as one says them: "Ada", "Ada and Theo", "Ada, Theo and 3 others". */
export function nameList(names: readonly string[]): string {
  const [first, second] = names;
  if (first === undefined) return "";
  if (second === undefined) return first;
  if (names.length === 2) return `${first} and ${second}`;
  const rest = names.length - 2;
  return `${first}, ${second} and ${rest} ${wordFor(rest, "other", "others")}`;
}

/** Why no one can be added to a conversation. */
export const fullWords = `A conversation has at most ${messageLimits.participants} participants.`;

/** Who is in a conversation of more than two, or "". */
export function groupWords(others: readonly string[]): string {
  return others.length > 1 ? `You, ${nameList(others)}` : "";
}

/** Who is writing now, or "". */
export function typingWords(names: readonly string[]): string {
  if (names.length === 0) return "";
  return `${nameList(names)} ${wordFor(names.length, "is", "are")} writing`;
}

/** How far one's own message has come, in words; with several `others`, who has read it. */
export function markWords({ state, readers }: MessageMark, others: number): string {
  if (others > 1 && readers.length > 0)
    return readers.length === others
      ? "Read by everyone"
      : `Read by ${nameList(readers.map(({ username }) => username))}`;
  return { sent: "Sent", delivered: "Delivered", read: "Read" }[state];
}
