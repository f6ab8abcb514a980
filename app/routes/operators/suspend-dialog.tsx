import { ConfirmDialog } from "#app/ui/dialog.tsx";

/** Confirms a suspension. The default export of its own chunk. */
export default function SuspendDialog({
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
      title={`Suspend ${username}?`}
      action="Suspend"
      isBusy={isBusy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        They are signed out on every device, go off air within seconds and cannot log in until the suspension
        is lifted. The stages they manage get new mounts and passwords.
      </p>
      <p className="mt-3">Every open report about them is settled.</p>
    </ConfirmDialog>
  );
}
