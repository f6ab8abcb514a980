import clsx from "clsx";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import { LinkedText } from "#app/domains/base/text/ui/linked-text.tsx";
import { clockOffset } from "#app/domains/base/time/clock-offset.ts";
import { TipRowLine } from "#app/domains/value/tokens/ui/tip-row.tsx";
import { profilePath } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { chatPlace, usePanels } from "#app/ui/panels.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { SidePanel } from "#app/ui/side-panel.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { UnseenButton } from "#app/ui/talk/unseen-button.tsx";
import { useFollowing } from "#app/ui/talk/use-following.ts";
import { amongMessages, type TipRow, toTipRows } from "../../stages/live/tip-rows.ts";
import type { ReplayEventsView } from "../contract.ts";
import { heardCount } from "../moment.ts";
import type { ReplayEvents } from "./use-replay-events.ts";

type Message = ReplayEventsView["chat"][number];

/** Maximum number of messages, as many as a live chat keeps. */
const maxShown = 200;

/** The position of the sound that the chat follows. */
interface Moment {
  /** Position at the ear, ms from the start of the recording. */
  position: number;
  isPlaying: boolean;
  /** It has not been started. */
  isIdle: boolean;
}

/** The chat of a replay: beside the page on wide screens, a sheet on narrow ones. Each message appears with its sound. */
export function ReplayChat({
  title,
  moment,
  isOver,
  events,
  blockedIds,
  swap,
  children,
}: {
  title: string;
  moment: Moment;
  /** False while the set is on air. */
  isOver: boolean;
  events: ReplayEvents;
  /** People whose messages this viewer does not see. */
  blockedIds: readonly string[];
  /** The link to another chat. */
  swap?: ReactNode;
  /** Elements below the messages. */
  children: ReactNode;
}) {
  const { chat } = usePanels();
  return (
    <SidePanel
      label="Chat"
      header={<h2 className="truncate text-16 font-semibold">{title}</h2>}
      isSheet={chat.isSheet}
      onClose={chat.close}
      className={clsx(chatPlace, chat.isOpen === null ? "max-xl:hidden" : chat.isOpen ? "" : "hidden")}
    >
      {swap}
      <Said moment={moment} isOver={isOver} blockedIds={blockedIds} {...events} />
      <div className="border-t border-tick p-3 text-14 text-ink-3">{children}</div>
    </SidePanel>
  );
}

function Said({
  moment,
  isOver,
  events,
  isFailed,
  retry,
  blockedIds,
}: ReplayEvents & { moment: Moment; isOver: boolean; blockedIds: readonly string[] }) {
  const chat = useMemo(() => {
    const blocked = new Set(blockedIds);
    if (events === undefined) return undefined;
    const rows = toTipRows(events.tips.filter(({ fromId }) => !blocked.has(fromId)));
    const messages = events.chat.filter(({ userId }) => !blocked.has(userId));
    return amongMessages(messages, rows, ({ at }) => at);
  }, [events, blockedIds]);
  const count = chat === undefined ? 0 : heardCount(chat, moment.position);
  const heard = useMemo(() => chat?.slice(Math.max(0, count - maxShown), count) ?? [], [chat, count]);
  if (isFailed) {
    return (
      <Silence title="The chat could not be loaded">
        <Button className="mt-3" onClick={retry}>
          Try Again
        </Button>
      </Silence>
    );
  }
  if (chat === undefined) {
    if (!moment.isIdle) return <ChatSkeleton />;
    return <Silence title="Play to see the chat">Each message appears at its moment.</Silence>;
  }
  if (chat.length === 0)
    return (
      <Silence title="No messages">
        {isOver ? "No one wrote in the chat during this set." : "No one has written in this set's chat."}
      </Silence>
    );
  if (heard.length === 0) {
    const first = chat[0]?.at ?? 0;
    return <Silence title="No messages yet">The first one appears at {clockOffset(first)}.</Silence>;
  }
  return <MessageList heard={heard} isPlaying={moment.isPlaying} />;
}

/** Follows the newest message unless the reader has scrolled up. */
function MessageList({ heard, isPlaying }: { heard: readonly (Message | TipRow)[]; isPlaying: boolean }) {
  const list = useRef<HTMLDivElement>(null);
  const [isFollowing, setFollowing] = useState(true);
  const { unseen, onScroll, followAgain } = useFollowing({
    list,
    messages: heard,
    outgoing: 0,
    newest: heard.at(-1)?.at ?? 0,
    isNew: ({ at }, seen) => at > seen,
    isFollowing,
    onFollow: setFollowing,
  });
  return (
    <div className="relative flex min-h-0 grow flex-col">
      <div
        ref={list}
        role="log"
        aria-label="Messages"
        // Read out as it was written, at the pace of the sound.
        aria-live={isPlaying ? "polite" : "off"}
        // Scrollable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={onScroll}
        className="min-h-0 grow overflow-y-auto overscroll-contain px-3 pb-2 -outline-offset-2 [overflow-anchor:none]"
      >
        {heard.map((each) =>
          "tips" in each ? (
            <TipRowLine key={each.id} row={each} time={clockOffset(each.at)} />
          ) : (
            <SaidMessage key={each.id} message={each} />
          ),
        )}
      </div>
      <div className="relative">
        <UnseenButton unseen={unseen} onClick={followAgain} />
      </div>
    </div>
  );
}

function SaidMessage({ message }: { message: Message }) {
  return (
    <div data-message={message.id} className="mt-2 flex gap-3 py-0.5">
      <Picture src={message.profile} name={message.user} className="mt-0.5 size-8" />
      <div className="min-w-0 grow">
        <p className="flex items-baseline gap-2">
          <Link
            to={profilePath(message.userId)}
            className="min-w-0 truncate text-14 font-semibold text-ink-2 hover:text-ink hover:underline pointer-coarse:-my-3 pointer-coarse:min-w-11 pointer-coarse:py-3"
            dir="auto"
          >
            {message.user}
          </Link>
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
          <span className="tabular ml-auto shrink-0 text-12 text-ink-3">{clockOffset(message.at)}</span>
        </p>
        <p className="text-16" dir="auto">
          <LinkedText text={message.message} />
        </p>
      </div>
    </div>
  );
}

/** Shown instead of messages, where there are none. */
function Silence({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grow px-3 py-6 text-14 text-ink-3">
      <p className="text-16 text-ink-2">{title}</p>
      <div>{children}</div>
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
