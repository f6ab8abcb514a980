import clsx from "clsx";
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import type { ConversationView } from "#app/domains/air/messages/contract.ts";
import { forgetConversation } from "#app/domains/air/messages/live/connection-conversation.ts";
import { inbox } from "#app/domains/air/messages/live/connection-inbox.ts";
import { useInbox } from "#app/domains/air/messages/live/use-inbox.ts";
import { useMediaQuery } from "#app/ui/media-query.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { InboxList } from "./inbox-list.tsx";
import type { InboxPageProps } from "./inbox-page-props.ts";
import { InboxPane } from "./inbox-pane.tsx";
import { mergeRows } from "./rows.ts";
import { inboxPath, type Selection } from "./selection.ts";
import { useSelection } from "./use-selection.ts";
import { useServerMessages } from "./use-server-messages.ts";

const OptionsDialog = lazy(() => import("./options-dialog.tsx"));

/** Messages of people and of Cue: the list, and beside it (on a phone instead of it) the selected item. */
export function InboxPage(props: InboxPageProps) {
  const { viewerId, isDj, readAt, serverMessages, opened, to } = props;
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const heard = useInbox();
  const { notices, unreadNotices, lookedAt } = heard;
  const conversations = heard.conversations ?? props.conversations;
  const hasRoom = useMediaQuery("(min-width: 768px)");
  const { selection: wanted, isChosen, close } = useSelection(viewerId, conversations, hasRoom);
  const wantedId = wanted?.kind === "server" ? wanted.id : null;
  const { isSought } = useServerMessages(serverMessages, readAt, wantedId);
  const [asking, setAsking] = useState<ConversationView | null>(null);
  const list = useRef<HTMLElement>(null);
  const asked = useRef<Element | null>(null);

  useEffect(
    () => inbox.setList({ readAt, conversations: props.conversations }),
    [readAt, props.conversations],
  );
  const rows = useMemo(
    () => mergeRows({ conversations, serverMessages, notices, unreadNotices, viewerId, lookedAt }),
    [conversations, serverMessages, notices, unreadNotices, viewerId, lookedAt],
  );

  const known = wanted?.kind === "new" ? directWith(conversations, wanted.to) : undefined;
  const selection: Selection | null = known ? { kind: "conversation", id: known.id } : wanted;

  const leave = (conversation: ConversationView) => {
    if (selection?.kind === "conversation" && selection.id === conversation.id) {
      close();
      if (isChosen) void navigate(inboxPath(null), { replace: true, defaultShouldRevalidate: false });
    }
  };
  const ask = (conversation: ConversationView) => {
    asked.current = document.activeElement;
    setAsking(conversation);
  };
  /** Focuses the button that opened them, or the list where it is gone with its row. */
  const closeOptions = () => {
    // Synchronously: the page behind a dialog is inert until the dialog is gone, and takes no focus.
    flushSync(() => setAsking(null));
    const button = asked.current;
    if (button instanceof HTMLElement && button.isConnected) button.focus();
    else list.current?.focus();
  };

  return (
    <main
      id="main"
      // Fills the remaining height of the window: each part scrolls separately.
      className="flex h-[calc(100dvh-var(--head)-max(var(--bar),var(--keyboard,0px)))] overflow-hidden"
    >
      {/* Where only the selected item is visible, the list's own heading is not rendered. */}
      {isChosen && <h1 className="sr-only md:hidden">Inbox</h1>}
      <section
        ref={list}
        tabIndex={-1}
        aria-label="Messages and notifications"
        className={clsx(
          "flex min-h-0 min-w-0 flex-col outline-none max-md:w-full md:w-80 md:shrink-0 md:border-r md:border-tick xl:w-96",
          isChosen && "max-md:hidden",
        )}
      >
        <InboxList
          rows={rows}
          conversations={conversations}
          viewerId={viewerId}
          isDj={isDj}
          selected={selection}
          onOptions={ask}
        />
      </section>
      <section
        data-pane=""
        aria-label="Selected"
        className={clsx("flex min-h-0 min-w-0 grow flex-col", !isChosen && "max-md:hidden")}
      >
        {/* An item that is only shown beside the list is not opened where it would not be visible. */}
        {(isChosen || hasRoom || !isHydrated) && (
          <InboxPane
            selection={selection}
            conversations={conversations}
            serverMessages={serverMessages}
            isSought={isSought}
            inbox={heard}
            opened={opened}
            to={to}
            viewerId={viewerId}
            isDj={isDj}
            onOptions={ask}
          />
        )}
      </section>
      {asking && (
        <Suspense fallback={null}>
          <OptionsDialog
            conversation={conversations.find(({ id }) => id === asking.id) ?? asking}
            viewerId={viewerId}
            onUnread={() => leave(asking)}
            onGone={() => {
              leave(asking);
              forgetConversation(asking.id);
              closeOptions();
            }}
            onClose={closeOptions}
          />
        </Suspense>
      )}
    </main>
  );
}

/** The viewer's direct conversation with this person, if there is one. */
function directWith(conversations: readonly ConversationView[], to: string | null) {
  return conversations.find(
    ({ participants }) => participants.length === 2 && participants.some(({ id }) => id === to),
  );
}
