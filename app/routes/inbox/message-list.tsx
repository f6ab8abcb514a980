import { type ReactNode, type RefObject, useEffect, useEffectEvent, useMemo, useRef } from "react";
import type { ConversationMessageView } from "#app/domains/air/messages/contract.ts";
import { Button } from "#app/ui/button.tsx";
import { useViewerClock } from "#app/ui/clock.ts";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { DateRule } from "#app/ui/talk/date-rule.tsx";
import type { Outgoing, OutgoingActions } from "#app/ui/talk/outbox.ts";
import { UnseenButton } from "#app/ui/talk/unseen-button.tsx";
import { useFollowing } from "#app/ui/talk/use-following.ts";
import { Message } from "./message.tsx";
import type { MessageActions } from "./message-actions.ts";
import { placeMessages } from "./message-layout.ts";
import { lineText } from "./texts.ts";

// There after hydration, before anything is sent.
const OutgoingMessages = lazyPart(() => import("./outgoing-messages.tsx"));

/** Distance (px) before the top at which older messages are requested. */
const aheadPx = 400;

/** The messages before the first one here. */
export interface OlderMessages {
  isThere: boolean;
  status: "idle" | "busy" | "failed";
  read: () => void;
}

/**
 * A conversation, oldest on top: older pages load while scrolling up, and nothing moves in view. Follows new messages
 * unless the reader has scrolled up.
 */
export function MessageList({
  messages,
  outgoing = [],
  older,
  viewerId,
  isGroup,
  markText,
  actions = null,
  outgoingActions,
  isFollowing,
  onFollow,
  foundId = null,
}: {
  /** Oldest first. */
  messages: readonly ConversationMessageView[];
  outgoing?: readonly Outgoing[];
  older: OlderMessages;
  viewerId: string;
  /** More than two people: names are shown above their messages. */
  isGroup: boolean;
  /** Returns how far one's own message has been received and read. */
  markText: (message: ConversationMessageView) => { state: "sent" | "delivered" | "read"; words: string };
  actions?: MessageActions | null;
  outgoingActions?: (entry: Outgoing) => OutgoingActions;
  /** The newest message is in view, and new ones are followed. */
  isFollowing: boolean;
  onFollow: (isFollowing: boolean) => void;
  /** A message found by search. */
  foundId?: string | null;
}) {
  const zone = useViewerClock()?.zone ?? "UTC";
  const list = useRef<HTMLDivElement>(null);
  const placed = useMemo(() => placeMessages(messages, zone), [messages, zone]);
  const { unseen, onScroll, followAgain } = useFollowing({
    list,
    messages,
    outgoing: outgoing.length,
    newest: messages.at(-1)?.seq ?? 0,
    isNew: ({ seq, sender }, seen) => seq > seen && sender?.id !== viewerId,
    isFollowing,
    onFollow,
  });
  const lastOwn = messages.findLast(
    ({ kind, sender, deletedAt }) => kind === "message" && sender?.id === viewerId && deletedAt === null,
  );

  const foundSeq = messages.find(({ id }) => id === foundId)?.seq;
  useEffect(() => {
    if (foundSeq === undefined) return;
    list.current?.querySelector(`[data-message="${foundSeq}"]`)?.scrollIntoView({ block: "center" });
  }, [foundSeq]);

  return (
    <div className="relative flex min-h-0 grow flex-col">
      <div
        ref={list}
        role="log"
        aria-label="Messages"
        aria-live="off"
        aria-busy={older.status === "busy"}
        // Scrollable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={onScroll}
        className="flex min-h-0 grow flex-col overflow-y-auto overscroll-contain px-3 pb-3 -outline-offset-2 [overflow-anchor:none] sm:px-5"
      >
        {/* A few messages are shown at the bottom, next to the message field. */}
        <span className="mt-auto" />
        <Beginning older={older} list={list} />
        {placed.map(({ message, isNewDay, isFirst, isLast }) => (
          <div
            key={message.id}
            data-message={message.seq}
            className={
              message.id === foundId ? "-mx-2 border-l-2 border-amber bg-amber-soft/40 px-2" : undefined
            }
          >
            {isNewDay && <DateRule at={message.timestamp} />}
            {message.kind === "message" ? (
              <Message
                message={message}
                isFirst={isFirst}
                isLast={isLast}
                isOwn={message.sender?.id === viewerId}
                isGroup={isGroup}
                mark={message.sender?.id === viewerId ? markText(message) : null}
                isMarkSpelled={message === lastOwn}
                actions={actions}
              />
            ) : (
              <p className="mt-3 text-center text-12 text-ink-3" dir="auto">
                {lineText(message, viewerId)}
              </p>
            )}
          </div>
        ))}
        {outgoingActions && (
          <InBrowser>
            <OutgoingMessages outgoing={outgoing} actionsOf={outgoingActions} />
          </InBrowser>
        )}
      </div>
      <UnseenButton unseen={unseen} onClick={followAgain} />
    </div>
  );
}

/** The upper end of the list: the start of the conversation, or older messages being loaded. */
function Beginning({
  older,
  list,
}: {
  older: OlderMessages;
  list: RefObject<HTMLElement | null>;
}): ReactNode {
  const edge = useRef<HTMLDivElement>(null);
  const read = useEffectEvent(older.read);
  const isWaiting = older.isThere && older.status === "idle";
  useEffect(() => {
    const element = edge.current;
    if (!element || !isWaiting) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) read();
      },
      { root: list.current, rootMargin: `${aheadPx}px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isWaiting, list]);

  if (!older.isThere) return <p className="pt-6 text-center text-12 text-ink-3">Start of conversation</p>;
  return (
    <div ref={edge} className="pt-3">
      {older.status === "failed" ? (
        <div role="alert" className="flex flex-wrap items-center justify-center gap-3 text-14 text-ink-2">
          We could not load older messages.
          <Button onClick={older.read}>Try Again</Button>
        </div>
      ) : (
        <div className="space-y-2">
          <Skeleton className="h-10 w-2/3" />
          <Skeleton className="h-10 w-1/2" />
        </div>
      )}
    </div>
  );
}
