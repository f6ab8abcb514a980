import { ConfirmDialog } from "#app/ui/dialog.tsx";

/** The last question before an account is gone. The default export of its own chunk. */
export default function DeleteDialog({
  username,
  isBusy,
  onConfirm,
  onClose,
}: {
  username: string;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      title="Delete your account for good?"
      action="Delete for good"
      cancel="Keep my account"
      isBusy={isBusy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <bdi className="font-semibold text-ink">{username}</bdi>
        and all that belongs to it is deleted now. Nobody can bring it back, and neither can we.
      </p>
    </ConfirmDialog>
  );
}
