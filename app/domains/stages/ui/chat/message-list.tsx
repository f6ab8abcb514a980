import clsx from "clsx";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { Link } from "react-router";
import { useViewerClock } from "#app/ui/clock.ts";
import { Picture } from "#app/ui/picture.tsx";
import { DateRule } from "#app/ui/talk/date-rule.tsx";
import type { Outgoing, OutgoingActions } from "#app/ui/talk/outbox.ts";
import { SendState } from "#app/ui/talk/send-state.tsx";
import { standTogether } from "#app/ui/talk/stand-together.ts";
import { UnseenButton } from "#app/ui/talk/unseen-button.tsx";
import { useFollowing } from "#app/ui/talk/use-following.ts";
import { LocalTime } from "#app/ui/time.tsx";
import { isSameDay } from "#app/ui/time-format.ts";
import type { ChatMessage } from "../../live/protocol.ts";
import { waitSentence } from "../../live/waits.ts";
import type { ChatPowers } from "./chat-powers.ts";
import { isMentioned } from "./mentions.ts";

interface MessageListProps {
  /** Newest first, as the room keeps them. */
  messages: ChatMessage[];
  outgoing: readonly Outgoing[];
  outgoingActions: (entry: Outgoing) => OutgoingActions;
  /** Who reads, by name; null where nobody is signed in. */
  viewerName: string | null;
  onMention: ((name: string) => void) | null;
  powers: ChatPowers | null;
}

/** The conversation, oldest on top. Follows what is new unless the reader has scrolled up to read. */
export function MessageList({ messages, outgoing, outgoingActions, ...actions }: MessageListProps) {
  const list = useRef<HTMLDivElement>(null);
  const [isFollowing, setFollowing] = useState(true);
  const { unseen, onScroll, followAgain } = useFollowing({
    list,
    messages,
    outgoing: outgoing.length,
    newest: messages[0]?.time ?? 0,
    isNew: ({ time }, seen) => time > seen,
    isFollowing,
    onFollow: setFollowing,
  });

  return (
    <div className="relative flex min-h-0 grow flex-col">
      <div
        ref={list}
        role="log"
        aria-label="Messages"
        aria-live="off"
        // Scrollable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={onScroll}
        className="min-h-0 grow overflow-y-auto overscroll-contain px-3 pb-2 -outline-offset-2 [overflow-anchor:none]"
      >
        <Messages messages={messages} {...actions} />
        {outgoing.map((entry) => (
          <OutgoingMessage key={entry.id} entry={entry} actions={outgoingActions(entry)} />
        ))}
      </div>
      <UnseenButton unseen={unseen} onClick={followAgain} />
    </div>
  );
}

const toPlaced = ({ userId, time }: ChatMessage) => ({ by: userId, at: time });

type Actions = Pick<MessageListProps, "viewerName" | "onMention" | "powers">;

function Messages({ messages, ...actions }: Pick<MessageListProps, "messages"> & Actions) {
  const zone = useViewerClock()?.zone ?? "UTC";
  const oldestFirst = messages.toReversed();
  return (
    <>
      {oldestFirst.map((message, index) => {
        const before = oldestFirst[index - 1];
        const isNewDay = !before || !isSameDay(before.time, message.time, zone);
        // A name opens the menu of its message: whoever may delete each needs each to have one.
        const isGrouped =
          before !== undefined &&
          actions.powers === null &&
          standTogether(toPlaced(before), toPlaced(message), zone);
        return (
          <div key={message._id} data-message={message._id}>
            {isNewDay && <DateRule at={message.time} />}
            <Message message={message} isGrouped={isGrouped} {...actions} />
          </div>
        );
      })}
    </>
  );
}

const MessageMenu = lazy(() => import("./message-menu.tsx"));

function Message({
  message,
  isGrouped,
  viewerName,
  ...actions
}: { message: ChatMessage; isGrouped: boolean } & Actions) {
  // Lit where it speaks to the reader.
  const lit = viewerName !== null && isMentioned(message.message, viewerName) && "bg-control";
  if (isGrouped) {
    return (
      <p className={clsx("-mx-3 px-3 pl-14 text-16", lit)} dir="auto">
        {message.message}
      </p>
    );
  }
  return (
    <div className={clsx("-mx-3 mt-2 flex gap-3 px-3 py-0.5", lit)}>
      <Picture src={message.profile} name={message.user} className="mt-0.5 size-8" />
      <div className="min-w-0 grow">
        <p className="flex items-baseline gap-2">
          <Author message={message} {...actions} />
          {message.badge && (
            <img
              src={message.badge}
              alt=""
              width={16}
              height={16}
              onError={({ currentTarget }) => currentTarget.setAttribute("hidden", "")}
              className="size-4 self-center"
            />
          )}
          <span className="tabular ml-auto shrink-0 text-12 text-ink-3">
            <LocalTime at={message.time} shape="clock" />
          </span>
        </p>
        <p className="text-16" dir="auto">
          {message.message}
        </p>
      </div>
    </div>
  );
}

/** The name opens what can be done with the message; a stranger's click leads to the profile at once. */
function Author({ message, onMention, powers }: { message: ChatMessage } & Omit<Actions, "viewerName">) {
  const [isWanted, setWanted] = useState(false);
  const href = `/profile/${message.userId}`;
  const look = "truncate text-14 font-semibold text-ink-2 hover:text-ink hover:underline";
  if (!onMention) {
    return (
      <Link to={href} className={look} dir="auto">
        {message.user}
      </Link>
    );
  }
  const plain: ReactNode = (
    <button type="button" aria-haspopup="menu" className={look} dir="auto" onClick={() => setWanted(true)}>
      {message.user}
    </button>
  );
  if (!isWanted) return plain;
  return (
    <Suspense fallback={plain}>
      <MessageMenu
        className={look}
        message={message}
        onMention={() => onMention(message.user)}
        powers={powers}
      />
    </Suspense>
  );
}

function OutgoingMessage({ entry, actions }: { entry: Outgoing; actions: OutgoingActions }) {
  return (
    <div className="mt-2 pl-11" role={entry.status === "failed" ? "alert" : undefined}>
      <p className="text-16 text-ink-3" dir="auto">
        {entry.text}
      </p>
      <SendState entry={entry} actions={actions} waitWords={waitSentence} />
    </div>
  );
}
