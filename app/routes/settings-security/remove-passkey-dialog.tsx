import { ConfirmDialog } from "#app/ui/dialog.tsx";

/** Asks before a passkey stops working. The default export of its own chunk. */
export default function RemovePasskeyDialog({
  name,
  isBusy,
  onConfirm,
  onClose,
}: {
  name: string;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      title="Remove this passkey?"
      action="Remove Passkey"
      isBusy={isBusy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <bdi className="font-semibold text-ink">{name}</bdi> will no longer log you in. Your password and
        other passkeys still work. Signed-in devices stay signed in.
      </p>
    </ConfirmDialog>
  );
}
