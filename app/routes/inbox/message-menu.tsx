import { Ellipsis } from "lucide-react";
import { useRef, useState } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { flushSync } from "react-dom";
import { showFailure } from "#app/api-client.ts";
import type { ConversationMessageView } from "#app/domains/air/messages/contract.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { copyText } from "#app/ui/copy-text.ts";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { useWork } from "#app/ui/use-work.ts";
import type { MessageActions } from "./message-actions.ts";

const item =
  "flex min-h-11 cursor-pointer items-center px-4 text-14 text-ink outline-none data-focused:bg-control data-focused:text-ink";

/** The actions on one's own message. The default export of its own chunk, opened as soon as it is loaded. */
export default function MessageMenu({
  message,
  actions,
  className,
}: {
  message: ConversationMessageView;
  actions: MessageActions;
  className: string;
}) {
  const [isOpen, setOpen] = useState(true);
  const [isAsking, setAsking] = useState(false);
  const { isBusy, run } = useWork(showFailure);
  const trigger = useRef<HTMLButtonElement>(null);
  /** Focuses the button, or its former position. */
  const close = (to: HTMLElement | null | undefined) => {
    // Synchronously: the page behind a dialog is inert until the dialog is gone, and takes no focus.
    flushSync(() => setAsking(false));
    to?.focus();
  };
  const remove = () =>
    run(async () => {
      // The message is replaced by the time of the response, together with this menu.
      const log = trigger.current?.closest<HTMLElement>("[role=log]");
      await actions.onDelete(message);
      close(log);
    });
  return (
    <>
      <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <Button
          ref={trigger}
          aria-label="Message options"
          className={buttonClass("bare", `size-11 px-0! ${className}`)}
        >
          <Ellipsis aria-hidden="true" className="size-5" />
        </Button>
        <Popover placement="bottom end" className="min-w-40 border border-tick bg-raised">
          <Menu aria-label="Message" className="py-1 outline-none">
            {message.message !== "" && (
              <>
                <MenuItem onAction={() => actions.onEdit(message)} className={item}>
                  Edit
                </MenuItem>
                <MenuItem onAction={() => void copyText(message.message)} className={item}>
                  Copy Text
                </MenuItem>
              </>
            )}
            <MenuItem onAction={() => setAsking(true)} className={item}>
              Delete
            </MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
      {isAsking && (
        <ConfirmDialog
          title="Delete this message?"
          action="Delete Message"
          isBusy={isBusy}
          onConfirm={() => void remove()}
          onClose={() => close(trigger.current)}
        >
          Your message disappears for everyone. “Message deleted” takes its place.
        </ConfirmDialog>
      )}
    </>
  );
}
