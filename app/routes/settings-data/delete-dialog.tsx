import { ConfirmDialog } from "#app/ui/dialog.tsx";

/** The last confirmation before an account is deleted. The default export of its own chunk. */
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
      title="Delete your account permanently?"
      action="Delete Account"
      cancel="Keep My Account"
      isBusy={isBusy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <bdi className="font-semibold text-ink">{username}</bdi>
        and everything that belongs to it will be deleted now. This cannot be undone, not even by us.
      </p>
    </ConfirmDialog>
  );
}
