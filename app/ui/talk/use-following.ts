import { type RefObject, useState } from "react";
import { useReadingPlace } from "./use-reading-place.ts";

const nearBottomPx = 48;

/**
 * A list of messages that follows what is new unless one has scrolled up to read, and counts then what has come.
 * `newest` and `placeOf` order messages: by their time, or by their place.
 */
export function useFollowing<Message>({
  list,
  messages,
  outgoing,
  newest,
  isNew,
  isFollowing,
  onFollow,
}: {
  list: RefObject<HTMLElement | null>;
  messages: readonly Message[];
  /** How many of one's own stand below them, not stored yet. */
  outgoing: number;
  /** Time or place of the newest message. */
  newest: number;
  /** Whether a message is one to be counted that came after this time or place. */
  isNew: (message: Message, seen: number) => boolean;
  isFollowing: boolean;
  onFollow: (isFollowing: boolean) => void;
}) {
  const [seen, setSeen] = useState(newest);
  const { note } = useReadingPlace(list, isFollowing, messages, outgoing);
  const follow = (isWanted: boolean) => {
    setSeen(newest);
    onFollow(isWanted);
  };
  return {
    /** How many have come that are not in view. */
    unseen: isFollowing ? 0 : messages.filter((message) => isNew(message, seen)).length,
    onScroll: () => {
      note();
      const element = list.current;
      if (!element) return;
      const isAtBottom = element.scrollHeight - element.scrollTop - element.clientHeight < nearBottomPx;
      if (isAtBottom !== isFollowing) follow(isAtBottom);
    },
    /** To the newest. The button that asks for it goes: keyboard users continue in the list. */
    followAgain: () => {
      follow(true);
      list.current?.focus();
    },
  };
}
