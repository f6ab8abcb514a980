import { showFailure } from "#app/api-client.ts";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useWork } from "#app/ui/use-work.ts";
import type { ConnectionView } from "../contract/encoder.ts";

/** Asks before the old password stops working. The default export of its own chunk. */
export default function ResetDialog({
  reset: sendReset,
  onReset,
  onClose,
}: {
  /** Returns the new connection. */
  reset: () => Promise<ConnectionView>;
  onReset: (connection: ConnectionView) => void;
  onClose: () => void;
}) {
  const { isBusy, run } = useWork(showFailure);
  const reset = () =>
    run(async () => {
      onReset(await sendReset());
      showToast("confirm", "New key / mount generated");
      onClose();
    });
  return (
    <ConfirmDialog
      title="Reset your key / mount?"
      action="Reset Mount"
      isBusy={isBusy}
      onConfirm={() => void reset()}
      onClose={onClose}
    >
      <p>
        Your old key expires immediately. Any broadcast that uses it is cut off within five seconds. Set up
        every encoder again with the new mount and password.
      </p>
    </ConfirmDialog>
  );
}
