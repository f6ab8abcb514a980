import { useState } from "react";
import { flushSync } from "react-dom";
import { showFailure } from "#app/api-client.ts";
import type { OwnSetView } from "#app/domains/air/sets/contract/changes.ts";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { countOf } from "#app/ui/number.ts";
import { RadioChoice } from "#app/ui/radio-choice.tsx";
import { TimeRange } from "#app/ui/time.tsx";
import { useWork } from "#app/ui/use-work.ts";

/** Asks before a set is removed from the schedule. The default export of its own chunk. */
export default function CancelDialog({
  set,
  onCancel,
  onCancelled,
  onClose,
}: {
  set: OwnSetView;
  /** Throws what is refused. With the rest, the later weeks of its series are cancelled too. */
  onCancel: (isRest: boolean) => Promise<void>;
  /** Called after the dialog has closed. */
  onCancelled: () => void;
  onClose: () => void;
}) {
  const { isBusy, run } = useWork(showFailure);
  const [isRest, setRest] = useState(false);
  const later = set.series.filter(
    ({ startTime, status }) => startTime > set.startTime && status === "accepted",
  ).length;
  const cancel = () =>
    run(async () => {
      await onCancel(isRest);
      // Synchronously: otherwise the page behind is still inert when the focus is moved back into it.
      flushSync(onClose);
      onCancelled();
    });
  return (
    <ConfirmDialog
      title="Cancel this set?"
      action={isRest ? `Cancel ${later + 1} Sets` : "Cancel Set"}
      cancel="Keep Set"
      isBusy={isBusy}
      onConfirm={() => void cancel()}
      onClose={onClose}
    >
      <p>
        <bdi>“{set.name}”</bdi> leaves the schedule of <bdi>{set.room?.name}</bdi>:{" "}
        <TimeRange start={set.startTime} end={set.endTime} />. If it is on air, it ends now.
      </p>
      {later > 0 && (
        <fieldset className="mt-4">
          <legend className="mb-1 text-14 font-semibold">Weekly series</legend>
          <RadioChoice name="weeks" isChosen={!isRest} onChoose={() => setRest(false)}>
            This week only
          </RadioChoice>
          <RadioChoice name="weeks" isChosen={isRest} onChoose={() => setRest(true)}>
            This week and {countOf(later, "later week", "later weeks")}
          </RadioChoice>
        </fieldset>
      )}
    </ConfirmDialog>
  );
}
