import { showFailure } from "#app/api-client.ts";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { useWork } from "#app/ui/use-work.ts";

/** Asks before a set that is on is ended. The default export of its own chunk. */
export default function EndSetDialog({
  name,
  stage,
  isPerformer,
  isPastEnd,
  onEnd,
  onClose,
}: {
  name: string;
  stage: string;
  isPerformer: boolean;
  /** It is on air past its end. */
  isPastEnd: boolean;
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
      action="End Set"
      cancel="Keep Playing"
      isBusy={isBusy}
      onConfirm={() => void end()}
      onClose={onClose}
    >
      <p>
        <bdi>“{name}”</bdi> leaves <bdi>{stage}</bdi> now
        {isPastEnd ? "" : ", and the rest of its time becomes free"}. It cannot be started again.
      </p>
      <p className="mt-3">
        {isPerformer
          ? "Your encoder can stay connected. Only you will hear it."
          : "The performer’s encoder can stay connected. Only they will hear it."}
      </p>
    </ConfirmDialog>
  );
}
