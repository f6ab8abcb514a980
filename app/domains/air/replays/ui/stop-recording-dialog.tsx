import { ConfirmDialog } from "#app/ui/dialog.tsx";

/** Asks before a recording is stopped while its set is on air. The default export of its own chunk. */
export default function StopRecordingDialog({
  onConfirm,
  onClose,
}: {
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      title="Stop the recording?"
      action="Stop and Delete"
      cancel="Keep Recording"
      onConfirm={() => {
        onClose();
        onConfirm();
      }}
      onClose={onClose}
    >
      <p>
        You stay on air. What has been recorded of this set is deleted, and there will be no replay. This
        cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
