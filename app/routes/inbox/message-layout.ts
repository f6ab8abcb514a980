/** The layout of messages: which start a day, and which are grouped. Pure. */

import type { ConversationMessageView } from "#app/domains/air/messages/contract.ts";
import { standTogether } from "#app/ui/talk/stand-together.ts";
import { isSameDay } from "#app/ui/time-format.ts";

export interface PlacedMessage {
  message: ConversationMessageView;
  /** A date is shown above it. */
  isNewDay: boolean;
  /** The first and the last of a group; a line about the conversation is both. */
  isFirst: boolean;
  isLast: boolean;
}

const toPlaced = ({ sender, timestamp }: ConversationMessageView) => ({
  by: sender?.id ?? null,
  at: timestamp,
});

/** `messages` oldest first. */
export function placeMessages(messages: readonly ConversationMessageView[], zone: string): PlacedMessage[] {
  const startsAnew = (index: number): boolean => {
    const [before, message] = [messages[index - 1], messages[index]];
    if (!before || !message) return true;
    return (
      before.kind !== "message" ||
      message.kind !== "message" ||
      !standTogether(toPlaced(before), toPlaced(message), zone)
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
