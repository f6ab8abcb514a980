import { lazy, Suspense, useLayoutEffect, useMemo, useRef, useState } from "react";
import { TipRowLine } from "#app/domains/value/tokens/ui/tip-row.tsx";
import { useViewerClock } from "#app/ui/clock.ts";
import { useMediaQuery } from "#app/ui/media-query.ts";
import { DateRule } from "#app/ui/talk/date-rule.tsx";
import type { Outgoing, OutgoingActions } from "#app/ui/talk/outbox.ts";
import { SendState } from "#app/ui/talk/send-state.tsx";
import { standTogether } from "#app/ui/talk/stand-together.ts";
import { UnseenButton } from "#app/ui/talk/unseen-button.tsx";
import { useFollowing } from "#app/ui/talk/use-following.ts";
import { LocalTime } from "#app/ui/time.tsx";
import { isSameDay } from "#app/ui/time-format.ts";
import { stageLimits } from "../../contract/stages.ts";
import type { ChatMessage, TipMessage } from "../../live/protocol.ts";
import { amongMessages, type ShownTip, type TipRow, toTipRows } from "../../live/tip-rows.ts";
import { waitSentence } from "../../live/waits.ts";
import { Message, type MessageActions } from "./message.tsx";

type Reading = Omit<MessageActions, "selected" | "onToggle" | "onShow">;

interface MessageListProps extends Reading {
  /** Newest first, as the room keeps them. */
  messages: ChatMessage[];
  tips: readonly TipMessage[];
  outgoing: readonly Outgoing[];
  outgoingActions: (entry: Outgoing) => OutgoingActions;
}

const SelectionBar = lazy(() => import("./selection-bar.tsx"));

/** The messages and tips, oldest on top. Follows new ones unless the reader has scrolled up. */
export function MessageList({ messages, tips, outgoing, outgoingActions, ...actions }: MessageListProps) {
  const list = useRef<HTMLDivElement>(null);
  const { powers, wanted } = actions;
  const show = (messageId: string) => showInMiddle(list.current, messageId);
  const isWantedThere = messages.some(({ _id }) => _id === wanted);
  const [isFollowing, setFollowing] = useState(!isWantedThere);
  const [shown, setShown] = useState(isWantedThere ? wanted : null);
  // A link to another message, or to a message of a room that has just loaded.
  if (isWantedThere && shown !== wanted) {
    setShown(wanted);
    setFollowing(false);
  }
  const { unseen, onScroll, followAgain } = useFollowing<{ time: number }>({
    list,
    messages: useMemo(() => [...messages, ...tips], [messages, tips]),
    outgoing: outgoing.length,
    newest: Math.max(messages[0]?.time ?? 0, tips[0]?.time ?? 0),
    isNew: ({ time }, seen) => time > seen,
    isFollowing,
    onFollow: setFollowing,
  });
  useLayoutEffect(() => {
    if (wanted === null || !isWantedThere) return;
    showInMiddle(list.current, wanted);
  }, [wanted, isWantedThere]);
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null);
  const selectedIds = messages.flatMap(({ _id }) => (selected?.has(_id) ? [_id] : []));
  const toggle = (id: string) =>
    setSelected((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  const endSelection = () => {
    setSelected(null);
    list.current?.focus();
  };

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
        <Messages
          messages={messages}
          tips={tips}
          selected={powers === null ? null : selected}
          onToggle={toggle}
          onShow={show}
          {...actions}
        />
        {outgoing.map((entry) => (
          <OutgoingMessage key={entry.id} entry={entry} actions={outgoingActions(entry)} />
        ))}
      </div>
      <div className="relative">
        <UnseenButton unseen={unseen} onClick={followAgain} />
      </div>
      {selected && powers && (
        <Suspense>
          <SelectionBar
            messageIds={selectedIds}
            deleteMessages={(ids) => powers.deleteMessages(ids)}
            onClose={endSelection}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Scrolls only the list: the page does not move. The focus brings a screen reader there. */
function showInMiddle(list: HTMLElement | null, messageId: string): void {
  const message = list?.querySelector<HTMLElement>(`[data-message="${CSS.escape(messageId)}"]`);
  if (!list || !message) return;
  const { top, height } = message.getBoundingClientRect();
  list.scrollTop += top - list.getBoundingClientRect().top - (list.clientHeight - height) / 2;
  message.focus({ preventScroll: true });
}

const timeOf = (row: ChatMessage | TipRow) => ("tips" in row ? row.at : row.time);

const toPlaced = ({ userId, time }: ChatMessage) => ({ by: userId, at: time });

const toShown = ({ _id: id, time: at, ...tip }: TipMessage): ShownTip => ({ id, at, ...tip });

/** Returns rows without tips from before the oldest message, where older messages are no longer kept. */
function rowsAmong(messages: readonly ChatMessage[], tips: readonly TipMessage[]) {
  const since = messages.length < stageLimits.messages ? 0 : (messages.at(-1)?.time ?? 0);
  const rows = toTipRows(tips.filter(({ time }) => time >= since).map(toShown));
  return amongMessages(messages.toReversed(), rows, ({ time }) => time);
}

function Messages({
  messages,
  tips,
  ...actions
}: Pick<MessageListProps, "messages" | "tips"> & MessageActions) {
  const zone = useViewerClock()?.zone ?? "UTC";
  const oldestFirst = rowsAmong(messages, tips);
  const byId = new Map(messages.map((message) => [message._id, message]));
  // A finger needs a button of 44 px on each message.
  const isTouched = useMediaQuery("(pointer: coarse)") && actions.onMention !== null;
  return (
    <>
      {oldestFirst.map((message, index) => {
        const before = oldestFirst[index - 1];
        const isNewDay = !before || !isSameDay(timeOf(before), timeOf(message), zone);
        if ("tips" in message) {
          return (
            <div key={message.id}>
              {isNewDay && <DateRule at={message.at} />}
              <TipRowLine row={message} time={<LocalTime at={message.at} shape="clock" />} />
            </div>
          );
        }
        // A name opens the menu of its message: for a reader who may delete messages, each needs a name.
        const isGrouped =
          before !== undefined &&
          !("tips" in before) &&
          message.replyTo === undefined &&
          actions.powers === null &&
          !isTouched &&
          standTogether(toPlaced(before), toPlaced(message), zone);
        return (
          <div
            key={message._id}
            data-message={message._id}
            // Takes the focus where it is the message in the address, or is answered by another.
            tabIndex={-1}
            className="outline-none"
          >
            {isNewDay && <DateRule at={message.time} />}
            <Message
              message={message}
              answered={message.replyTo === undefined ? undefined : (byId.get(message.replyTo) ?? null)}
              isGrouped={isGrouped}
              {...actions}
            />
          </div>
        );
      })}
    </>
  );
}

function OutgoingMessage({ entry, actions }: { entry: Outgoing; actions: OutgoingActions }) {
  return (
    <div className="mt-2 pl-11" role={entry.status === "failed" ? "alert" : undefined}>
      <p className="text-16 text-ink-3" dir="auto">
        {entry.text}
      </p>
      <SendState entry={entry} actions={actions} waitText={waitSentence} />
    </div>
  );
}
