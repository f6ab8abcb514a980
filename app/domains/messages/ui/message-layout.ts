/** How messages stand under each other: which begin a day, and which stand together. Pure. */
import { isSameDay } from "#app/ui/time-format.ts";
import type { ConversationMessageView } from "../contract.ts";

/** Messages of one person within this time stand together, under one name. */
export const groupMs = 5 * 60_000;

export interface PlacedMessage {
  message: ConversationMessageView;
  /** A date stands above it. */
  isNewDay: boolean;
  /** The first and the last of those that stand together; a line about the conversation is both. */
  isFirst: boolean;
  isLast: boolean;
}

/** `messages` oldest first. */
export function placeMessages(messages: readonly ConversationMessageView[], zone: string): PlacedMessage[] {
  const startsAnew = (index: number): boolean => {
    const [before, message] = [messages[index - 1], messages[index]];
    if (!before || !message) return true;
    return (
      before.kind !== "message" ||
      message.kind !== "message" ||
      before.sender?.id !== message.sender?.id ||
      message.timestamp - before.timestamp >= groupMs ||
      !isSameDay(before.timestamp, message.timestamp, zone)
    );
  };
  return messages.map((message, index) => {
    const before = messages[index - 1];
    return {
      message,
      isNewDay: !before || !isSameDay(before.timestamp, message.timestamp, zone),
      isFirst: startsAnew(index),
      isLast: startsAnew(index + 1),
    };
  });
}
