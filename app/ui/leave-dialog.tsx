import { ConfirmDialog } from "./dialog.tsx";

/** Stands between unsaved changes and their loss. The default export of its own chunk. */
export default function LeaveDialog({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <ConfirmDialog
      title="Leave without saving?"
      action="Leave without saving"
      cancel="Stay here"
      onConfirm={onLeave}
      onClose={onStay}
    >
      <p>What you changed on this page has not been saved.</p>
    </ConfirmDialog>
  );
}
