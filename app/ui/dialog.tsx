import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button, type ButtonTone, IconButton } from "./button.tsx";

/** A modal dialog with a title. Import it lazily (`React.lazy`): react-aria is not part of a page's first script. */
export default function Dialog({
  title,
  onClose,
  children,
  role = "dialog",
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
  role?: "dialog" | "alertdialog";
}) {
  return (
    <ModalOverlay
      isOpen
      isDismissable={role === "dialog"}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      className="fixed inset-0 z-40 flex items-end justify-center bg-ground/85 sm:items-center sm:p-6"
    >
      <Modal className="max-h-[calc(100%-var(--toast-floor,0px))] w-full max-w-lg overflow-y-auto border border-tick bg-raised sm:max-h-[calc(100%-2*max(0px,var(--toast-floor,0px)-24px))]">
        <AriaDialog role={role} className="outline-none">
          <header className="flex items-start gap-3 pl-5 pt-3 pr-2">
            <Heading slot="title" className="display grow pt-1.5 text-28">
              {title}
            </Heading>
            <IconButton label="Close" onClick={onClose}>
              <X aria-hidden="true" className="size-5" />
            </IconButton>
          </header>
          <div className="px-5 pt-2 pb-5">{children}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Asks before an irreversible action; the button says what will happen. */
export function ConfirmDialog({
  title,
  children,
  action,
  cancel = "Cancel",
  tone = "danger",
  isBusy = false,
  onConfirm,
  onClose,
}: {
  title: string;
  children: ReactNode;
  action: string;
  /** The label of the button that cancels. */
  cancel?: string;
  tone?: ButtonTone;
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog title={title} onClose={onClose} role="alertdialog">
      <div className="text-16 text-ink-2">{children}</div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button tone="bare" onClick={onClose}>
          {cancel}
        </Button>
        <Button tone={tone} isBusy={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
