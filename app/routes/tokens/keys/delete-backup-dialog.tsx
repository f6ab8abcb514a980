import { ConfirmDialog } from "#app/ui/dialog.tsx";

/** Asks before the encrypted backup goes. The default export of its own chunk. */
export default function DeleteBackupDialog({
  isBusy,
  onConfirm,
  onClose,
}: {
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      title="Delete the backup?"
      action="Delete Backup"
      isBusy={isBusy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        Your tokens and your key stay. After that only your paper and your devices have the phrase, and we
        cannot restore the backup.
      </p>
    </ConfirmDialog>
  );
}
