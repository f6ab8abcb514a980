import { type RefObject, useState } from "react";
import { useReadingPlace } from "./use-reading-place.ts";

const nearBottomPx = 48;

/**
 * A list of messages that follows new ones unless the reader has scrolled up, and then counts them. `newest` and
 * `placeOf` order messages: by their time, or by their position.
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
  /** Number of one's own unsent messages that are shown below them. */
  outgoing: number;
  /** Time or position of the newest message. */
  newest: number;
  /** Whether a message counts as new after this time or position. */
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
    /** Number of new messages that are out of view. */
    unseen: isFollowing ? 0 : messages.filter((message) => isNew(message, seen)).length,
    onScroll: () => {
      note();
      const element = list.current;
      if (!element) return;
      const isAtBottom = element.scrollHeight - element.scrollTop - element.clientHeight < nearBottomPx;
      if (isAtBottom !== isFollowing) follow(isAtBottom);
    },
    /** Scrolls to the newest. The button disappears: keyboard users continue in the list. */
    followAgain: () => {
      follow(true);
      list.current?.focus();
    },
  };
}
