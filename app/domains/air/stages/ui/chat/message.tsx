import clsx from "clsx";
import { Ellipsis } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link } from "react-router";
import { LinkedText } from "#app/domains/base/text/ui/linked-text.tsx";
import { PerformerMark } from "#app/domains/people/people/ui/performer-mark.tsx";
import { profilePath } from "#app/paths.ts";
import { Picture } from "#app/ui/picture.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import type { ChatMessage } from "../../live/protocol.ts";
import type { ChatPowers } from "./chat-powers.ts";
import { isMentioned } from "./mentions.ts";

/** The reader, and what they may do. */
export interface MessageActions {
  /** `stage/<id>` or `profile/<id>`. */
  room: string;
  /** Null where no one is signed in. */
  viewer: { id: string; username: string } | null;
  onMention: ((name: string) => void) | null;
  onReply: (messageId: string) => void;
  /** Scrolls to a message. */
  onShow: (messageId: string) => void;
  powers: ChatPowers | null;
  /** The message in the page's address: it is scrolled to and marked. */
  wanted: string | null;
  /** The selected messages; null while selection is off. */
  selected: ReadonlySet<string> | null;
  onToggle: (messageId: string) => void;
}

const MessageMenu = lazy(() => import("./message-menu.tsx"));

/**
 * One message; `isGrouped`: it follows another one of the same person. `answered`: the message that it replies to, null
 * where that is gone.
 */
export function Message({
  message,
  answered,
  isGrouped,
  ...actions
}: { message: ChatMessage; answered: ChatMessage | null | undefined; isGrouped: boolean } & MessageActions) {
  const { viewer, wanted, selected, onToggle, onShow } = actions;
  // Highlighted where it mentions the reader, or answers them.
  const isToReader =
    viewer !== null && (answered?.userId === viewer.id || isMentioned(message.message, viewer.username));
  const lit = message._id === wanted ? "bg-amber-soft" : isToReader && "bg-control";
  if (isGrouped) {
    return (
      <div className={clsx("group relative -mx-3 px-3 pl-14", lit)}>
        {actions.onMention && (
          <MenuButton
            message={message}
            label={`Options for the message from ${message.user}`}
            className="absolute top-0 left-4 grid size-6 place-items-center text-ink-3 opacity-0 group-hover:opacity-100 hover:text-ink focus-visible:opacity-100"
            {...actions}
          >
            <Ellipsis aria-hidden="true" className="size-4" />
          </MenuButton>
        )}
        <p className="text-16" dir="auto">
          <LinkedText text={message.message} />
        </p>
      </div>
    );
  }
  const isSelected = selected?.has(message._id) ?? false;
  return (
    <div className={clsx("relative -mx-3 mt-2 flex gap-3 px-3 py-0.5", isSelected ? "bg-control" : lit)}>
      {selected && (
        // Covers the whole message: a press anywhere selects it.
        <label className="absolute inset-0 z-10 cursor-pointer">
          <input
            type="checkbox"
            checked={isSelected}
            aria-label={`Select “${message.message}” by ${message.user}`}
            onChange={() => onToggle(message._id)}
            className="absolute top-1.5 left-4 size-6 accent-ink"
          />
        </label>
      )}
      <Picture
        src={message.profile}
        name={message.user}
        className={clsx("mt-0.5 size-8", selected && "invisible")}
      />
      <div inert={selected !== null} className="min-w-0 grow">
        <p className="flex items-baseline gap-2">
          <Author message={message} {...actions} />
          {message.dj && <PerformerMark />}
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
        {answered !== undefined && <Answered message={answered} onShow={onShow} />}
        <p className="text-16" dir="auto">
          <LinkedText text={message.message} />
        </p>
      </div>
    </div>
  );
}

/** The message that a reply answers, in one line; a press shows it. */
function Answered({ message, onShow }: { message: ChatMessage | null; onShow: (id: string) => void }) {
  if (message === null) {
    return <p className="border-l-2 border-tick pl-2 text-14 text-ink-3">Message no longer available</p>;
  }
  return (
    <button
      type="button"
      onClick={() => onShow(message._id)}
      className="block min-h-6 max-w-full truncate border-l-2 border-edge pl-2 text-left text-14 text-ink-3 hover:text-ink pointer-coarse:min-h-11"
    >
      <span className="sr-only">Replies to </span>
      <bdi className="font-semibold">{message.user}</bdi>: <bdi>{message.message}</bdi>
    </button>
  );
}

/** The name opens the actions on the message; a guest's click leads directly to the profile. */
function Author({ message, ...actions }: { message: ChatMessage } & MessageActions) {
  // 44 px high for touch, overlapping the text around it: that takes no more space.
  const look =
    "min-w-0 truncate text-left text-14 font-semibold text-ink-2 hover:text-ink hover:underline pointer-coarse:-my-3 pointer-coarse:min-w-11 pointer-coarse:py-3";
  if (!actions.onMention) {
    return (
      <Link to={profilePath(message.userId)} className={look} dir="auto">
        {message.user}
      </Link>
    );
  }
  return (
    <MenuButton message={message} className={look} {...actions}>
      <bdi>{message.user}</bdi>
    </MenuButton>
  );
}

/** Opens the actions on a message; its script loads with the first press. */
function MenuButton({
  message,
  label,
  className,
  children,
  room,
  viewer,
  onMention,
  onReply,
  onToggle,
  powers,
}: {
  message: ChatMessage;
  label?: string;
  className: string;
  children: ReactNode;
} & MessageActions) {
  const [isWanted, setWanted] = useState(false);
  const plain: ReactNode = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label={label}
      className={className}
      onClick={() => setWanted(true)}
    >
      {children}
    </button>
  );
  if (!isWanted) return plain;
  return (
    <Suspense fallback={plain}>
      <MessageMenu
        className={className}
        label={label}
        message={message}
        room={room}
        isOwn={message.userId === viewer?.id}
        onMention={() => onMention?.(message.user)}
        onReply={() => onReply(message._id)}
        onSelect={() => onToggle(message._id)}
        powers={powers}
      >
        {children}
      </MessageMenu>
    </Suspense>
  );
}
