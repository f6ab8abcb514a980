import { showFailure } from "#app/api-client.ts";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { useWork } from "#app/ui/use-work.ts";

/** Asks before a set is ended that is on. The default export of its own chunk. */
export default function EndSetDialog({
  name,
  stage,
  isPerformer,
  onEnd,
  onClose,
}: {
  name: string;
  stage: string;
  isPerformer: boolean;
  /** Throws what is refused. */
  onEnd: () => Promise<void>;
  onClose: () => void;
}) {
  const { isBusy, run } = useWork(showFailure);
  const end = () =>
    run(async () => {
      await onEnd();
      onClose();
    });
  return (
    <ConfirmDialog
      title="End this set now?"
      action="End set"
      cancel="Keep playing"
      isBusy={isBusy}
      onConfirm={() => void end()}
      onClose={onClose}
    >
      <p>
        <bdi>“{name}”</bdi> leaves <bdi>{stage}</bdi> at once, and the rest of its time is free. It cannot be
        started again.
      </p>
      <p className="mt-3">
        {isPerformer
          ? "Your encoder may stay connected: only you hear it then."
          : "The performer’s encoder may stay connected: only they hear it then."}
      </p>
    </ConfirmDialog>
  );
}
