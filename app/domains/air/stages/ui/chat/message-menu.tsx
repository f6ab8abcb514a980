import { type ReactNode, useRef, useState } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { flushSync } from "react-dom";
import { useNavigate, useRouteLoaderData } from "react-router";
import { profilePath } from "#app/paths.ts";
import { Button as ActionButton } from "#app/ui/button.tsx";
import { copyText } from "#app/ui/copy-text.ts";
import Dialog from "#app/ui/dialog.tsx";
import type { ChatMessage } from "../../live/protocol.ts";
import { AskFirst } from "./ask-first.tsx";
import { type ChatPowers, deleteOwn, type TimeoutMinutes } from "./chat-powers.ts";
import { messageLink } from "./message-link.ts";
import { ReportDialog } from "./report-dialog.tsx";

const item =
  "flex min-h-11 cursor-pointer items-center px-4 text-14 text-ink outline-none data-focused:bg-control data-focused:text-ink";

type Asking = "delete" | "delete-all" | "timeout" | "ban" | "report" | null;

/** The actions on a message. The default export of its own chunk, opened as soon as it is loaded. */
export default function MessageMenu({
  message,
  room,
  label,
  isOwn,
  onMention,
  onReply,
  onSelect,
  powers,
  className,
  children,
}: {
  message: ChatMessage;
  /** `stage/<id>` or `profile/<id>`. */
  room: string;
  /** The name of the button that opens it, where its content does not give one. */
  label?: string;
  /** The reader has written it. */
  isOwn: boolean;
  onMention: () => void;
  onReply: () => void;
  /** Null for readers without powers. */
  powers: ChatPowers | null;
  /** Starts to select messages, this one first. */
  onSelect: () => void;
  className: string;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  const origin = useRouteLoaderData<{ origin: string }>("root")?.origin ?? window.location.origin;
  const [isOpen, setOpen] = useState(true);
  const [asking, setAsking] = useState<Asking>(null);
  const { user: name, userId } = message;
  const trigger = useRef<HTMLButtonElement>(null);
  /** Focuses the name, or the list of messages where the message is about to be removed. */
  const close = (isGone = false) => {
    const log = trigger.current?.closest<HTMLElement>("[role=log]");
    // Synchronously: the page behind a dialog is inert until the dialog is gone, and takes no focus.
    flushSync(() => setAsking(null));
    (isGone ? log : trigger.current)?.focus();
  };
  const isProtected = powers?.protectedIds.includes(userId) ?? true;
  const timeOut = isProtected ? null : powers?.timeOut;
  const ban = isProtected ? null : powers?.ban;
  return (
    <>
      <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <Button ref={trigger} aria-label={label} className={className}>
          {children}
        </Button>
        <Popover placement="bottom start" className="min-w-44 border border-tick bg-raised">
          <Menu aria-label={`Message from ${name}`} className="py-1 outline-none">
            {/* Not a link: react-aria's would reload the page, and the sound would stop. */}
            <MenuItem onAction={() => void navigate(profilePath(userId))} className={item}>
              View Profile
            </MenuItem>
            <MenuItem onAction={onReply} className={item}>
              Reply
            </MenuItem>
            <MenuItem onAction={onMention} className={item}>
              Mention
            </MenuItem>
            <MenuItem onAction={() => void copyText(messageLink(origin, room, message._id))} className={item}>
              Copy Link
            </MenuItem>
            {(isOwn || powers) && (
              <MenuItem onAction={() => setAsking("delete")} className={item}>
                Delete Message
              </MenuItem>
            )}
            {!isOwn && (
              <MenuItem onAction={() => setAsking("report")} className={item}>
                Report Message
              </MenuItem>
            )}
            {powers && (
              <>
                <MenuItem onAction={onSelect} className={item}>
                  Select Messages
                </MenuItem>
                <MenuItem onAction={() => setAsking("delete-all")} className={item}>
                  {isOwn ? "Delete All My Messages" : "Delete All Their Messages"}
                </MenuItem>
              </>
            )}
            {timeOut && (
              <MenuItem onAction={() => setAsking("timeout")} className={item}>
                Time Out
              </MenuItem>
            )}
            {ban && (
              <MenuItem onAction={() => setAsking("ban")} className={item}>
                Ban from Chat
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      {asking === "report" && <ReportDialog room={room} message={message} onClose={close} />}
      {asking === "delete" && (
        <AskFirst
          title="Delete this message?"
          action="Delete Message"
          onConfirm={() => (powers ? powers.deleteMessage(message._id) : deleteOwn(room, message._id))}
          onClose={close}
        >
          This message disappears for everyone. You cannot undo this.
        </AskFirst>
      )}
      {asking === "delete-all" && powers && (
        <AskFirst
          title={isOwn ? "Delete all your messages?" : `Delete all messages from ${name}?`}
          action="Delete Messages"
          onConfirm={() => powers.deleteMessagesOf(userId)}
          onClose={close}
        >
          {isOwn
            ? "Everything you wrote here disappears for everyone. You cannot undo this."
            : `Everything ${name} wrote here disappears for everyone. You cannot undo this.`}
        </AskFirst>
      )}
      {asking === "ban" && ban && (
        <AskFirst title={`Ban ${name}?`} action="Ban from Chat" onConfirm={() => ban(userId)} onClose={close}>
          They can still listen and read, but not write until a manager lifts the ban in the stage settings.
          Their messages disappear for everyone.
        </AskFirst>
      )}
      {asking === "timeout" && timeOut && (
        <TimeoutDialog name={name} onClose={close} run={(minutes) => timeOut(userId, minutes)} />
      )}
    </>
  );
}

const choices: readonly { minutes: TimeoutMinutes; words: string }[] = [
  { minutes: 1, words: "1 minute" },
  { minutes: 10, words: "10 minutes" },
  { minutes: 60, words: "1 hour" },
  { minutes: 1_440, words: "24 hours" },
];

function TimeoutDialog({
  name,
  run,
  onClose,
}: {
  name: string;
  run: (minutes: TimeoutMinutes) => Promise<void>;
  onClose: () => void;
}) {
  const choose = (minutes: TimeoutMinutes) => {
    // Immediately: a toast shows the result.
    onClose();
    void run(minutes);
  };
  return (
    <Dialog title={`Time ${name} out?`} onClose={onClose}>
      <p className="text-16 text-ink-2">
        They can still listen and read, but not write until the time is over. For how long?
      </p>
      <div className="mt-5 grid grid-cols-2 gap-3">
        {choices.map(({ minutes, words }) => (
          <ActionButton key={minutes} onClick={() => choose(minutes)}>
            {words}
          </ActionButton>
        ))}
      </div>
    </Dialog>
  );
}
