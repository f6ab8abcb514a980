/** Sentences about a conversation: who did what to it, and who is typing. Pure. */

import { type ConversationMessageView, messageLimits } from "#app/domains/air/messages/contract.ts";
import type { MessageMark } from "#app/domains/air/messages/live/marks.ts";
import { wordFor } from "#app/ui/number.ts";

type Line = Pick<ConversationMessageView, "kind" | "sender" | "about" | "message">;

/** The text of a line about the conversation; for a message its own. */
export function lineText({ kind, sender, about, message }: Line, viewerId: string): string {
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

/** Names in natural language: "Ada", "Ada and Theo", "Ada, Theo and 3 others". */
export function nameList(names: readonly string[]): string {
  const [first, second] = names;
  if (first === undefined) return "";
  if (second === undefined) return first;
  if (names.length === 2) return `${first} and ${second}`;
  const rest = names.length - 2;
  return `${first}, ${second} and ${rest} ${wordFor(rest, "other", "others")}`;
}

/** The reason why no one can be added to a conversation. */
export const fullText = `A conversation has at most ${messageLimits.participants} participants.`;

/** The participants of a conversation of more than two, or "". */
export function groupText(others: readonly string[]): string {
  return others.length > 1 ? `You, ${nameList(others)}` : "";
}

/** Returns the text about who is typing now, or "". */
export function typingText(names: readonly string[]): string {
  if (names.length === 0) return "";
  return `${nameList(names)} ${wordFor(names.length, "is", "are")} writing`;
}

/** Returns how far one's own message has been received and read, in words; with several `others`, who has read it. */
export function markText({ state, readers }: MessageMark, others: number): string {
  if (others > 1 && readers.length > 0)
    return readers.length === others
      ? "Read by everyone"
      : `Read by ${nameList(readers.map(({ username }) => username))}`;
  return { sent: "Sent", delivered: "Delivered", read: "Read" }[state];
}
