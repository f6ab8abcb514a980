import { ArrowLeft, Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ConversationView } from "#app/domains/air/messages/contract.ts";
import { profilePath } from "#app/paths.ts";
import { buttonClass, IconButton } from "#app/ui/button.tsx";
import { ConversationAvatar } from "./conversation-avatar.tsx";
import { MutedSign } from "./muted-sign.tsx";
import { conversationName, othersIn } from "./rows.ts";
import { inboxPath } from "./selection.ts";

/** The head of the open pane: on a phone with the way back to the list. */
export function PaneHead({ children }: { children: ReactNode }) {
  return (
    <header className="flex h-18 shrink-0 items-center gap-3 border-b border-tick pr-2 pl-1 md:pl-5">
      <Link
        to={inboxPath(null)}
        replace
        defaultShouldRevalidate={false}
        title="Back to inbox"
        className={buttonClass("bare", "size-11 shrink-0 px-0! md:hidden")}
      >
        <ArrowLeft aria-hidden="true" className="size-5 rtl:-scale-x-100" />
        <span className="sr-only">Back to inbox</span>
      </Link>
      {children}
    </header>
  );
}

/** The participants of a conversation, its name, and its actions. */
export function ConversationHead({
  conversation,
  viewerId,
  onOptions,
  children,
}: {
  conversation: ConversationView;
  viewerId: string;
  onOptions: () => void;
  /** The connection, who is typing and who is in it; below the name. */
  children: ReactNode;
}) {
  const others = othersIn(conversation, viewerId);
  const [only, ...more] = others;
  const name = conversationName(conversation, viewerId);
  const title = (
    <h2 className="display truncate text-20 text-nowrap!" dir="auto">
      {name}
    </h2>
  );
  return (
    <PaneHead>
      <ConversationAvatar people={others} />
      <div className="min-w-0 grow">
        <div className="flex items-center gap-2">
          {only && more.length === 0 ? (
            <Link to={profilePath(only.id)} className="min-w-0 hover:underline">
              {title}
            </Link>
          ) : (
            title
          )}
          <MutedSign mute={conversation} />
        </div>
        <p className="min-h-5 truncate text-14 text-ink-3" dir="auto">
          {children}
        </p>
      </div>
      <IconButton label="Conversation options" aria-haspopup="dialog" onClick={onOptions}>
        <Ellipsis aria-hidden="true" className="size-5" />
      </IconButton>
    </PaneHead>
  );
}
