import clsx from "clsx";
import { Bell, Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ConversationView } from "#app/domains/air/messages/contract.ts";
import { AwardBadge } from "#app/domains/value/awards/ui/award-badge.tsx";
import { awardSentence } from "#app/domains/value/awards/wording.ts";
import { Mark } from "#app/ui/brand.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { serverTitle } from "./award-texts.ts";
import { ConversationAvatar } from "./conversation-avatar.tsx";
import { MutedSign } from "./muted-sign.tsx";
import { conversationName, lastText, othersIn, preview, type InboxRow as Row, shownName } from "./rows.ts";
import { inboxPath, type Selection } from "./selection.ts";

interface InboxRowProps {
  row: Row;
  viewerId: string;
  isDj: boolean;
  isSelected: boolean;
  onOptions: (conversation: ConversationView) => void;
}

/** One line of the inbox. */
export function InboxRow({ row, viewerId, isDj, isSelected, onOptions }: InboxRowProps) {
  const { face, name, text, selection } = shown(row, viewerId, isDj);
  const isUnread = row.kind !== "server" && row.isUnread;
  return (
    <li
      className={clsx(
        "flex items-center border-t border-tick border-l-2 pr-1",
        isSelected ? "border-l-ink bg-control" : "border-l-transparent hover:bg-raised",
      )}
    >
      <Link
        to={inboxPath(selection)}
        defaultShouldRevalidate={false}
        preventScrollReset
        data-row=""
        aria-current={isSelected ? "true" : undefined}
        className="grid min-h-20 min-w-0 grow grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 py-2.5 pl-3.5 -outline-offset-2"
      >
        {face}
        <span className="min-w-0">
          <span className="flex items-baseline gap-2">
            <span className={clsx("truncate text-16 text-ink", isUnread && "font-semibold")} dir="auto">
              {name}
            </span>
            <LocalTime
              at={row.at}
              shape="clock-or-day"
              className="tabular ml-auto shrink-0 text-12 text-ink-3"
            />
          </span>
          <span className="flex min-h-5 items-center gap-2">
            <span className={clsx("truncate text-14", isUnread ? "text-ink" : "text-ink-3")} dir="auto">
              {text}
            </span>
            <span className="ml-auto flex shrink-0 items-center gap-1.5">
              {row.kind === "conversation" && <MutedSign mute={row.conversation} />}
              {isUnread && (
                <>
                  <i aria-hidden="true" className="size-2.5 rounded-full bg-amber" />
                  <span className="sr-only">Unread</span>
                </>
              )}
            </span>
          </span>
        </span>
      </Link>
      {row.kind === "conversation" ? (
        <IconButton
          label={`Options for ${name}`}
          aria-haspopup="dialog"
          onClick={() => onOptions(row.conversation)}
        >
          <Ellipsis aria-hidden="true" className="size-5" />
        </IconButton>
      ) : (
        <span className="w-3" />
      )}
    </li>
  );
}

interface Shown {
  face: ReactNode;
  name: string;
  text: string;
  selection: Selection;
}

function shown(row: Row, viewerId: string, isDj: boolean): Shown {
  switch (row.kind) {
    case "conversation": {
      const { conversation } = row;
      return {
        face: <ConversationAvatar people={othersIn(conversation, viewerId)} />,
        name: shownName(conversationName(conversation, viewerId)),
        text: conversation.isBlocked
          ? "Includes a user you have blocked"
          : preview(lastText(conversation, viewerId)),
        selection: { kind: "conversation", id: row.id },
      };
    }
    case "server": {
      const { award, message } = row.message;
      return {
        face: award ? <AwardBadge award={award} className="size-12" /> : <OurFace />,
        name: shownName(serverTitle(row.message, isDj)),
        text: preview(award ? awardSentence(award, isDj) : (message ?? "")),
        selection: { kind: "server", id: row.id },
      };
    }
    case "notices":
      return {
        face: (
          <span className="flex size-12 items-center justify-center bg-control text-ink-2">
            <Bell aria-hidden="true" className="size-5" />
          </span>
        ),
        name: "Notifications",
        text: preview(row.newest.message),
        selection: { kind: "notices" },
      };
  }
}

function OurFace() {
  return (
    <span className="flex size-12 items-center justify-center bg-control">
      <Mark className="size-7" />
    </span>
  );
}
