import clsx from "clsx";
import { Ellipsis } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link } from "react-router";
import { profilePath } from "#app/paths.ts";
import { Picture } from "#app/ui/picture.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { LinkedText } from "../../../text/ui/linked-text.tsx";
import type { ChatMessage } from "../../live/protocol.ts";
import type { ChatPowers } from "./chat-powers.ts";
import { isMentioned } from "./mentions.ts";

/** The reader, and what they may do. */
export interface MessageActions {
  /** `stage/<id>` or `profile/<id>`. */
  room: string;
  /** The reader's name; null where no one is signed in. */
  viewerName: string | null;
  onMention: ((name: string) => void) | null;
  powers: ChatPowers | null;
  /** The message in the page's address: it is scrolled to and marked. */
  wanted: string | null;
  /** The selected messages; null while selection is off. */
  selected: ReadonlySet<string> | null;
  onToggle: (messageId: string) => void;
}

const MessageMenu = lazy(() => import("./message-menu.tsx"));

/** One message; `isGrouped`: it follows another one of the same person. */
export function Message({
  message,
  isGrouped,
  ...actions
}: { message: ChatMessage; isGrouped: boolean } & MessageActions) {
  const { viewerName, wanted, selected, onToggle } = actions;
  // Highlighted where it mentions the reader.
  const lit =
    message._id === wanted
      ? "bg-amber-soft"
      : viewerName !== null && isMentioned(message.message, viewerName) && "bg-control";
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
        <p className="text-16" dir="auto">
          <LinkedText text={message.message} />
        </p>
      </div>
    </div>
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
  onMention,
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
        onMention={() => onMention?.(message.user)}
        onSelect={() => onToggle(message._id)}
        powers={powers}
      >
        {children}
      </MessageMenu>
    </Suspense>
  );
}
