import clsx from "clsx";
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { leaveEndedSession } from "#app/api-client.ts";
import { tokensOf } from "#app/domains/value/tokens/ui/amount.ts";
import type { TransportStatus } from "#app/live/transport.ts";
import { type LogInFor, logInPath } from "#app/paths.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Lamp, type LampTone } from "#app/ui/lamp.tsx";
import { chatPlace, usePanels } from "#app/ui/panels.tsx";
import { SidePanel } from "#app/ui/side-panel.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { Announcer } from "#app/ui/talk/announcer.tsx";
import { type Send, useOutbox } from "#app/ui/talk/outbox.ts";
import { useKeyboardInset } from "#app/ui/talk/use-keyboard-inset.ts";
import { readViewerClock } from "#app/ui/viewer-clock.ts";
import type { ChatMessage, ChatRestricted, RoomState, TipMessage } from "../../live/protocol.ts";
import { waitSentence } from "../../live/waits.ts";
import type { ChatPowers } from "./chat-powers.ts";
import { Composer } from "./composer.tsx";
import { emptyChatText } from "./empty-chat.ts";
import { restrictionText } from "./restriction-text.ts";
import { durationOf, slowUntil } from "./slow-mode.ts";
import { useSlowWait } from "./use-slow-wait.ts";

const loadList = () => import("./message-list.tsx");
const MessageList = lazy(() => loadList().then((module) => ({ default: module.MessageList })));

const connectionTexts: Record<TransportStatus, { words: string; tone: LampTone }> = {
  connecting: { words: "Connecting", tone: "amber" },
  open: { words: "Connected", tone: "green" },
  offline: { words: "Reconnecting", tone: "amber" },
  unloaded: { words: "Not loaded", tone: "red" },
  ended: { words: "Session ended", tone: "red" },
  gone: { words: "Closed", tone: "red" },
  crowded: { words: "Closed for a newer tab", tone: "red" },
};

/** The chat's rules for a writer, or null. `wait` is the remaining time of slow mode. */
function rulesText(rules: RoomState["chatRules"], wait: string | null): string | null {
  if (rules === undefined) return null;
  const slow = rules.slowSeconds > 0 && `Slow mode: one message every ${durationOf(rules.slowSeconds)}`;
  const parts = [wait ?? slow, !rules.hasLinks && "Links are off"].filter(Boolean);
  return parts.length === 0 ? null : parts.join(" · ");
}

export interface ChatPanelProps {
  /** `stage/<id>` or `profile/<id>`. */
  room: string;
  title: string;
  /** People whom the page names: they can be mentioned before they have written. */
  people: readonly string[];
  messages: ChatMessage[];
  /** Newest first. */
  tips: readonly TipMessage[];
  connection: TransportStatus;
  /** The room has sent its messages: before, it is unknown whether there are any. */
  isHeard: boolean;
  send: Send;
  /** The signed-in user, or null: guests only read. */
  viewer: { id: string; username: string } | null;
  /** The chat settings of the room's managers. */
  rules?: RoomState["chatRules"];
  /** Whether slow mode applies to this reader, as far as the page knows: the room decides. */
  isSlowed: boolean;
  /** The restriction of this reader, or null. */
  restriction: ChatRestricted["data"];
  /** The server's clock now, epoch ms. */
  serverNow: () => number;
  /** This reader's rights to messages, or null. */
  powers: ChatPowers | null;
  /** The message in the page's address, and how to remove it from there. */
  wanted?: { messageId: string | null; forget: () => void };
  /** The link to the page's other chat, where there are two. */
  swap?: ReactNode;
}

/** A room's chat: beside the page on wide screens, a sheet above the keyboard and the player bar on phones. */
export function ChatPanel({
  room,
  title,
  people,
  messages,
  tips,
  connection,
  isHeard,
  send,
  viewer,
  rules,
  isSlowed,
  restriction,
  serverNow,
  powers,
  wanted,
  swap,
}: ChatPanelProps) {
  const { chat } = usePanels();
  const location = useLocation();
  const viewerId = viewer?.id ?? null;
  const wantedId = wanted?.messageId ?? null;
  const box = useOutbox(viewerId, room, send);
  const field = useRef<HTMLTextAreaElement>(null);
  useKeyboardInset();

  // Loaded while the room is asked for its messages.
  useEffect(() => {
    loadList().catch(() => {});
  }, []);
  useEffect(() => {
    if (viewerId && connection === "ended") leaveEndedSession();
  }, [viewerId, connection]);

  const mention = (name: string) => {
    box.setDraft(`${box.draft}${box.draft === "" || box.draft.endsWith(" ") ? "" : " "}@${name} `);
    field.current?.focus();
  };
  const [repliesTo, setRepliesTo] = useState<string | null>(null);
  // Null once it is deleted, and in another chat.
  const answered = messages.find(({ _id }) => _id === repliesTo) ?? null;
  const reply = (messageId: string | null) => {
    setRepliesTo(messageId);
    field.current?.focus();
  };
  // The most recent writer first: an answer is mostly to them.
  const own = viewer?.username ?? null;
  const names = useMemo(() => {
    const others = messages.filter((message) => message.userId !== viewerId);
    const named = [...others.map((message) => message.user), ...people];
    return [...new Set(named)].filter((name) => name !== own);
  }, [messages, viewerId, people, own]);
  const said = useMemo(
    () =>
      [
        ...tips.map(({ fromUsername, fromId, toUsername, amount, time }) => ({
          by: fromUsername,
          words: `tipped ${toUsername} ${tokensOf(amount)}`,
          at: time,
          isOwn: fromId === viewerId,
        })),
        ...messages.map(({ user, message, time, userId }) => ({
          by: user,
          words: message,
          at: time,
          isOwn: userId === viewerId,
        })),
      ].sort((a, b) => b.at - a.at),
    [messages, tips, viewerId],
  );
  const slowSeconds = isSlowed ? (rules?.slowSeconds ?? 0) : 0;
  const waitUntil = viewerId === null ? null : slowUntil(messages, viewerId, slowSeconds);
  const waitMs = useSlowWait(waitUntil, serverNow);
  // Asked again each second while it lasts.
  const outMs = useSlowWait(restriction?.until ?? null, serverNow);
  const isOut = restriction !== null && (restriction.until === null || outMs > 0);
  const out = isOut ? restrictionText(restriction, serverNow(), readViewerClock()) : null;
  const wait = out ?? (waitMs > 0 ? (waitSentence("slow-mode", waitMs) ?? null) : null);
  const { words, tone } = connectionTexts[connection];

  return (
    <SidePanel
      label="Chat"
      header={
        <div className="flex items-center gap-3">
          <h2 className="truncate text-16 font-semibold" dir="auto">
            {title}
          </h2>
          <output className="ml-auto flex shrink-0 items-center gap-2 text-12 text-ink-3">
            <Lamp tone={tone} />
            {words}
          </output>
        </div>
      }
      isSheet={chat.isSheet}
      onClose={chat.close}
      className={clsx(chatPlace, chat.isOpen === null ? "max-xl:hidden" : chat.isOpen ? "" : "hidden")}
    >
      {swap}
      <output className="block">
        {isHeard && wantedId !== null && !messages.some(({ _id }) => _id === wantedId) && (
          <span className="flex items-center gap-2 border-b border-tick bg-control pl-3 text-14 text-ink">
            <span className="grow">This message is no longer available.</span>
            <Button tone="bare" onClick={wanted?.forget}>
              OK
            </Button>
          </span>
        )}
      </output>
      {messages.length + tips.length + box.outgoing.length === 0 ? (
        isHeard ? (
          <Silence title="No messages yet">
            {emptyChatText({ isSignedIn: viewer !== null, isOut: out !== null })}
          </Silence>
        ) : connection === "offline" ? (
          <Silence title="The chat is not available">It will reconnect automatically.</Silence>
        ) : connection === "unloaded" ? (
          <Silence title="The chat did not load">
            A part of this page did not load. We keep trying. If this does not help, reload the page.
          </Silence>
        ) : connection === "crowded" ? (
          <Silence title="Open in too many tabs">Close some of them and reload this page.</Silence>
        ) : (
          <ChatSkeleton />
        )
      ) : (
        <Suspense fallback={<ChatSkeleton />}>
          <MessageList
            key={`${room} list`}
            messages={messages}
            tips={tips}
            outgoing={box.outgoing}
            outgoingActions={(entry) => box.actionsOf(entry, () => reply(entry.replyTo ?? null))}
            viewer={viewer}
            onMention={viewer ? mention : null}
            onReply={reply}
            powers={powers}
            room={room}
            wanted={wantedId}
          />
        </Suspense>
      )}
      <Announcer key={`${room} aloud`} said={said} />
      {viewer ? (
        <Composer
          ref={field}
          draft={box.draft}
          names={names}
          answered={answered}
          note={out ?? rulesText(rules, wait)}
          wait={wait}
          onDraft={box.setDraft}
          onSend={(text) => {
            box.sendDraft(text, null, answered?._id);
            setRepliesTo(null);
          }}
          onCancelReply={() => reply(null)}
        />
      ) : (
        <p className="border-t border-tick p-3">
          <Link
            to={logInPath(location.pathname + location.search + (chat.isSheet ? location.hash : ""))}
            state={"chat" satisfies LogInFor}
            className={buttonClass("solid", "w-full")}
          >
            Log In to Chat
          </Link>
        </p>
      )}
    </SidePanel>
  );
}

/** Shown instead of messages, where there are none. */
function Silence({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grow px-3 py-6 text-14 text-ink-3">
      <p className="text-16 text-ink-2">{title}</p>
      <p>{children}</p>
    </div>
  );
}

/** Placeholder of messages. */
function ChatSkeleton() {
  return (
    <div className="grow space-y-4 px-3 py-6">
      <output className="sr-only">Loading</output>
      <Skeleton className="h-10" />
      <Skeleton className="h-10 w-3/4" />
      <Skeleton className="h-10 w-5/6" />
    </div>
  );
}
