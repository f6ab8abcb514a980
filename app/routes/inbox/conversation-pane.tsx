import { lazy, useState } from "react";
import type { ConversationView } from "#app/domains/air/messages/contract.ts";
import type { ConversationState } from "#app/domains/air/messages/live/conversation-state.ts";
import { useConversation } from "#app/domains/air/messages/live/use-conversation.ts";
import { Button } from "#app/ui/button.tsx";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { useOnline } from "#app/ui/use-online.ts";
import { ConversationHead } from "./conversation-head.tsx";
import { OpenConversation } from "./open-conversation.tsx";
import { othersIn } from "./rows.ts";
import { groupText } from "./texts.ts";
import type { FoundMessage } from "./use-found-messages.ts";

const BlockedNotice = lazy(() => import("./blocked-notice.tsx"));

export interface ConversationPaneProps {
  id: string;
  /** The conversation from the list; null where it is not there (yet). */
  listed: ConversationView | null;
  /** The data of the page's loader, or null. */
  initial: ConversationState | null;
  viewerId: string;
  /** A message found by search, or null. */
  found: FoundMessage | null;
  onOptions: (conversation: ConversationView) => void;
}

/** A conversation, or the question before one with a blocked person. */
export function ConversationPane(props: ConversationPaneProps) {
  const [isWanted, setWanted] = useState(false);
  const conversation = props.listed ?? props.initial?.conversation ?? null;
  if (!conversation?.isBlocked || isWanted) return <Opened {...props} />;
  return (
    <>
      <ConversationHead
        conversation={conversation}
        viewerId={props.viewerId}
        onOptions={() => props.onOptions(conversation)}
      >
        {groupText(othersIn(conversation, props.viewerId).map(({ username }) => username))}
      </ConversationHead>
      <InBrowser>
        <BlockedNotice onView={() => setWanted(true)} />
      </InBrowser>
    </>
  );
}

function Opened({ id, listed, initial, viewerId, found, onOptions }: ConversationPaneProps) {
  const { state, connection, typing, reading, talk } = useConversation(id, initial);
  const conversation = listed ?? state?.conversation ?? null;
  if (state === null || conversation === null)
    return connection !== "connecting" && connection !== "open" ? <NotOpened /> : <ConversationSkeleton />;
  return (
    <OpenConversation
      conversation={conversation}
      state={state}
      connection={connection}
      typing={typing}
      reading={reading}
      talk={talk}
      viewerId={viewerId}
      found={found}
      onOptions={() => onOptions(conversation)}
    />
  );
}

/** The socket keeps retrying. */
function NotOpened() {
  const isOnline = useOnline();
  return (
    <div role="alert" className="flex grow flex-col justify-center gap-4 px-5 sm:px-10">
      <p className="display text-20">This conversation could not be opened</p>
      <p className="max-w-[50ch] text-16 text-ink-2">
        {isOnline
          ? "It may have been deleted, or you may no longer be a participant. If not, it will open automatically."
          : "You are offline. It will open when you are back online."}
      </p>
      {isOnline && (
        <p>
          <Button onClick={() => window.location.reload()}>Try Again</Button>
        </p>
      )}
    </div>
  );
}

/** Placeholder of a conversation. */
function ConversationSkeleton() {
  return (
    <div className="flex grow flex-col">
      <output className="sr-only">Loading</output>
      <div className="flex h-18 items-center gap-3 border-b border-tick px-3 md:px-5">
        <Skeleton className="size-12" />
        <Skeleton className="h-5 w-40" />
      </div>
      <div className="flex grow flex-col justify-end gap-3 px-3 pb-4 sm:px-5">
        <Skeleton className="h-10 w-1/2" />
        <Skeleton className="h-10 w-2/3 self-end" />
        <Skeleton className="h-10 w-2/5" />
      </div>
      <div className="border-t border-tick px-3 pt-3 pb-6 sm:px-5">
        <Skeleton className="h-11" />
      </div>
    </div>
  );
}
