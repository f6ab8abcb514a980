import { useState } from "react";
import { flushSync } from "react-dom";
import { showFailure } from "#app/api-client.ts";
import type { OwnSetView } from "#app/domains/sets/contract/changes.ts";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { TimeRange } from "#app/ui/time.tsx";

/** Asks before a set leaves the schedule. The default export of its own chunk. */
export default function CancelDialog({
  set,
  onCancel,
  onCancelled,
  onClose,
}: {
  set: OwnSetView;
  /** Throws what is refused. */
  onCancel: () => Promise<void>;
  /** After the dialog has closed. */
  onCancelled: () => void;
  onClose: () => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    try {
      await onCancel();
      // At once: else the page behind is still inert when the focus is led back into it.
      flushSync(onClose);
      onCancelled();
    } catch (error) {
      showFailure(error);
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      title="Cancel this set?"
      action="Cancel set"
      cancel="Keep it"
      isBusy={isBusy}
      onConfirm={() => void cancel()}
      onClose={onClose}
    >
      <p>
        <bdi>“{set.name}”</bdi> leaves the schedule of <bdi>{set.room?.name}</bdi>:{" "}
        <TimeRange start={set.startTime} end={set.endTime} />. If it plays now, it ends at once.
        {set.series.length > 0 && " Other weeks of the same series stay."}
      </p>
    </ConfirmDialog>
  );
}
