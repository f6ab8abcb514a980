import clsx from "clsx";
import { Check, CheckCheck, Ellipsis } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import type { ConversationMessageView } from "#app/domains/air/messages/contract.ts";
import { pictureAt } from "#app/domains/base/pictures/rules.ts";
import { LinkedText } from "#app/domains/base/text/ui/linked-text.tsx";
import { profilePath } from "#app/paths.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import type { MessageActions } from "./message-actions.ts";
import { SentPicture } from "./sent-picture.tsx";

const MessageMenu = lazy(() => import("./message-menu.tsx"));

export interface ShownMark {
  state: "sent" | "delivered" | "read";
  words: string;
}

/** A message. The viewer's own are on the other side. */
export function Message({
  message,
  isFirst,
  isLast,
  isOwn,
  isGroup,
  mark,
  isMarkSpelled,
  actions,
}: {
  message: ConversationMessageView;
  isFirst: boolean;
  isLast: boolean;
  isOwn: boolean;
  isGroup: boolean;
  mark: ShownMark | null;
  /** The mark as text beside its icon. */
  isMarkSpelled: boolean;
  actions: MessageActions | null;
}) {
  const { sender, deletedAt } = message;
  const name = sender?.username ?? "Deleted account";
  return (
    <div className={clsx("flex gap-2", isOwn && "flex-row-reverse", isFirst ? "mt-3" : "mt-1")}>
      {!isOwn && (
        <span className="w-8 shrink-0">
          {isFirst &&
            (sender ? (
              // For touch and pointers: by keyboard the name leads there.
              <Link to={profilePath(sender.id)} tabIndex={-1} aria-hidden="true" className="block">
                <Picture src={pictureAt(sender.profile, 128)} name={name} className="size-8" />
              </Link>
            ) : (
              <Picture src={null} name={name} className="size-8" />
            ))}
        </span>
      )}
      <div className={clsx("flex min-w-0 max-w-[85%] flex-col sm:max-w-[75%]", isOwn && "items-end")}>
        {isFirst && isGroup && !isOwn && <SenderName sender={sender} name={name} />}
        <div className={clsx("group flex max-w-full items-center", isOwn && "flex-row-reverse")}>
          {deletedAt === null ? (
            <div className={clsx("min-w-0 rounded-control", isOwn ? "bg-control" : "bg-raised")}>
              {message.picture && <SentPicture path={message.picture} by={isOwn ? "you" : name} />}
              {message.message !== "" && (
                <p className="px-3 py-2 text-16">
                  <span className="whitespace-pre-line" dir="auto">
                    <LinkedText text={message.message} />
                  </span>
                  {message.editedAt !== null && <span className="ml-2 text-12 text-ink-3">edited</span>}
                </p>
              )}
            </div>
          ) : (
            <p className="rounded-control border border-tick px-3 py-2 text-14 text-ink-3">Message deleted</p>
          )}
          {isOwn && deletedAt === null && actions && <Options message={message} actions={actions} />}
        </div>
        {isLast && (
          <p className="mt-0.5 flex items-center gap-1.5 text-12 text-ink-3">
            <LocalTime at={message.timestamp} shape="clock" className="tabular" />
            {mark && deletedAt === null && <Mark mark={mark} isSpelled={isMarkSpelled} />}
          </p>
        )}
      </div>
    </div>
  );
}

function SenderName({ sender, name }: { sender: ConversationMessageView["sender"]; name: string }) {
  const look = "mb-0.5 max-w-full truncate text-12 font-semibold text-ink-3";
  return sender ? (
    <Link to={profilePath(sender.id)} className={clsx(look, "hover:text-ink hover:underline")} dir="auto">
      {name}
    </Link>
  ) : (
    <span className={look}>{name}</span>
  );
}

function Mark({ mark: { state, words }, isSpelled }: { mark: ShownMark; isSpelled: boolean }) {
  const Sign = state === "sent" ? Check : CheckCheck;
  return (
    <>
      <Sign aria-hidden="true" className={clsx("size-4", state === "read" && "text-ink")} />
      <span className={isSpelled ? undefined : "sr-only"} dir="auto">
        {words}
      </span>
    </>
  );
}

/** The actions on one's own message. With a pointer, visible while it is over the message. */
function Options({ message, actions }: { message: ConversationMessageView; actions: MessageActions }) {
  const [isWanted, setWanted] = useState(false);
  const look =
    "-my-1 shrink-0 transition-opacity [@media(hover:hover)]:opacity-0 group-hover:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100";
  const plain = (
    <IconButton label="Message options" aria-haspopup="menu" className={look} onClick={() => setWanted(true)}>
      <Ellipsis aria-hidden="true" className="size-5" />
    </IconButton>
  );
  if (!isWanted) return plain;
  return (
    <Suspense fallback={plain}>
      <MessageMenu message={message} actions={actions} className={look} />
    </Suspense>
  );
}
