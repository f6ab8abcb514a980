import { useState } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { ConfirmDialog } from "#app/ui/dialog.tsx";

const item =
  "flex min-h-11 cursor-pointer items-center px-4 text-14 text-ink outline-none data-focused:bg-control data-focused:text-ink";

/** What can be done with a message. The default export of its own chunk, opened as soon as it is there. */
export default function MessageMenu({
  name,
  href,
  onMention,
  onDelete,
  className,
}: {
  name: string;
  href: string;
  onMention: () => void;
  /** Resolves once the message is gone; null where it is not this reader's to delete. */
  onDelete: (() => Promise<void>) | null;
  className: string;
}) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(true);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <Button className={className}>{name}</Button>
        <Popover placement="bottom start" className="min-w-44 border border-tick bg-raised">
          <Menu aria-label={`Message of ${name}`} className="py-1 outline-none">
            {/* Not a link: react-aria's would load the page anew, and the sound would stop. */}
            <MenuItem onAction={() => void navigate(href)} className={item}>
              View Profile
            </MenuItem>
            <MenuItem onAction={onMention} className={item}>
              Mention
            </MenuItem>
            {onDelete && (
              <MenuItem onAction={() => setAsking(true)} className={item}>
                Delete Message
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      {isAsking && onDelete && (
        <DeleteDialog name={name} onDelete={onDelete} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

function DeleteDialog({
  name,
  onDelete,
  onClose,
}: {
  name: string;
  onDelete: () => Promise<void>;
  onClose: () => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    await onDelete();
    // At once: else the page behind is still inert when react-aria leads the focus back into it.
    flushSync(onClose);
  };
  return (
    <ConfirmDialog
      title="Delete this message?"
      action="Delete Message"
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      What {name} wrote disappears for everybody. It cannot be brought back.
    </ConfirmDialog>
  );
}
