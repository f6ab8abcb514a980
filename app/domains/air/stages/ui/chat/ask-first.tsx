import type { ReactNode } from "react";
import { showFailure } from "#app/api-client.ts";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { useWork } from "#app/ui/use-work.ts";

/** Asks before an irreversible action on a chat, and performs it. Import it lazily, as `Dialog`. */
export function AskFirst({
  title,
  action,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  action: string;
  onConfirm: () => Promise<void>;
  /** True once it is done. */
  onClose: (isDone?: boolean) => void;
  children: ReactNode;
}) {
  const { isBusy, run } = useWork(showFailure);
  const confirm = () =>
    run(async () => {
      await onConfirm();
      onClose(true);
    });
  return (
    <ConfirmDialog
      title={title}
      action={action}
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onClose={() => onClose()}
    >
      {children}
    </ConfirmDialog>
  );
}
