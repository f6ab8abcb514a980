import { MessagesSquare } from "lucide-react";
import { lazy } from "react";
import { useLocation } from "react-router";
import * as z from "zod/mini";
import type { ConversationView } from "#app/domains/air/messages/contract.ts";
import { openedState } from "#app/domains/air/messages/live/conversation-state.ts";
import type { useInbox } from "#app/domains/air/messages/live/use-inbox.ts";
import type { ServerMessageView } from "#app/domains/value/announcements/contract.ts";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { TickRule } from "#app/ui/ticks.tsx";
import { PaneHead } from "./conversation-head.tsx";
import { ConversationPane } from "./conversation-pane.tsx";
import type { InboxPageProps } from "./inbox-page-props.ts";
import type { Selection } from "./selection.ts";

const NewConversation = lazy(() => import("./new-conversation.tsx"));
const NoticesPane = lazy(() => import("./notices-pane.tsx"));
const ServerPane = lazy(() => import("./server-pane.tsx"));

/** Data that a search in the list passes to the conversation that it leads to. */
const Left = z.object({ found: z.object({ id: z.string(), seq: z.number(), timestamp: z.number() }) });

/** The selected item of the list. */
export function InboxPane({
  selection,
  conversations,
  serverMessages,
  isSought,
  inbox,
  opened,
  to,
  viewerId,
  isDj,
  onOptions,
}: Pick<InboxPageProps, "conversations" | "opened" | "to" | "viewerId" | "isDj"> & {
  selection: Selection | null;
  serverMessages: readonly ServerMessageView[];
  /** The selected server message is being loaded. */
  isSought: boolean;
  inbox: ReturnType<typeof useInbox>;
  onOptions: (conversation: ConversationView) => void;
}) {
  const left = Left.safeParse(useLocation().state);
  switch (selection?.kind) {
    case "conversation": {
      const { id } = selection;
      if (inbox.heard[id]?.conversation === null)
        return <Nothing title="This conversation is no longer in your inbox" />;
      const read = opened?.conversation.id === id ? opened : null;
      return (
        <ConversationPane
          key={id}
          id={id}
          listed={conversations.find((conversation) => conversation.id === id) ?? null}
          initial={read?.page ? openedState(read.conversation, read.page) : null}
          viewerId={viewerId}
          found={left.success ? left.data.found : null}
          onOptions={onOptions}
        />
      );
    }
    case "server": {
      const message = serverMessages.find(({ id }) => id === selection.id);
      if (message)
        return (
          <InBrowser>
            <ServerPane message={message} isDj={isDj} />
          </InBrowser>
        );
      return isSought ? <ServerSkeleton /> : <Nothing title="This message is no longer in your inbox" />;
    }
    case "notices":
      return (
        <InBrowser>
          <NoticesPane
            notices={inbox.notices}
            readUpTo={inbox.readUpTo}
            isLoaded={inbox.connection === "open"}
          />
        </InBrowser>
      );
    case "new": {
      const person = selection.to !== null && to?.id === selection.to && to.id !== viewerId ? to : null;
      return (
        <InBrowser>
          <NewConversation key={person?.id} to={person} viewerId={viewerId} />
        </InBrowser>
      );
    }
    case undefined:
      return conversations.length > 0 ? (
        <Nothing title="Choose a conversation" />
      ) : (
        <Nothing title="No conversations yet" />
      );
  }
}

/** Placeholder of a server message. */
function ServerSkeleton() {
  return (
    <>
      <PaneHead>
        <Skeleton className="h-5 w-40" />
      </PaneHead>
      <div className="grow px-4 py-6 md:px-8">
        <output className="sr-only">Loading</output>
        <Skeleton className="h-5 w-32" />
        <Skeleton className="mt-3 h-9 max-w-xl" />
        <Skeleton className="mt-6 size-24" />
      </div>
    </>
  );
}

function Nothing({ title }: { title: string }) {
  return (
    <div className="flex grow flex-col items-center justify-center px-6 text-center">
      <MessagesSquare aria-hidden="true" className="size-10 text-ink-3" />
      <TickRule className="my-5 max-w-40 opacity-60" />
      <p className="text-16 text-ink-2">{title}</p>
    </div>
  );
}
