import { useState } from "react";
import { flushSync } from "react-dom";
import { showFailure } from "#app/api-client.ts";
import type { OwnSetView } from "#app/domains/air/sets/contract/changes.ts";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { RadioChoice } from "#app/ui/radio-choice.tsx";
import { TimeRange } from "#app/ui/time.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { undoAccept } from "./answer-request.ts";

/** Asks before an accepted set becomes a request again. The default export of its own chunk. */
export default function UndoDialog({
  set,
  onUndone,
  onClose,
}: {
  set: OwnSetView;
  /** Called after the dialog has closed. */
  onUndone: () => unknown;
  onClose: () => void;
}) {
  const { isBusy, run } = useWork(showFailure);
  const [isWhole, setWhole] = useState(false);
  const isSeries = set.series.filter(({ status }) => status === "accepted").length > 1;
  const told = set.isManager
    ? `${set.user.username} will be notified.`
    : "The stage managers will be notified.";
  const undo = () =>
    run(async () => {
      const request = set.undoableRequest ?? "";
      await undoAccept(isWhole || !isSeries ? { request } : { request, set: set.id });
      // Synchronously: otherwise the page behind is still inert when the focus is moved back into it.
      flushSync(onClose);
      onUndone();
    });
  return (
    <ConfirmDialog
      title="Undo the acceptance?"
      action="Undo Acceptance"
      cancel="Keep Set"
      tone="solid"
      isBusy={isBusy}
      onConfirm={() => void undo()}
      onClose={onClose}
    >
      <p>
        <bdi>“{set.name}”</bdi> leaves the schedule of <bdi>{set.room?.name}</bdi> and becomes a request
        again: <TimeRange start={set.startTime} end={set.endTime} />. {told}
      </p>
      {isSeries && (
        <fieldset className="mt-4">
          <legend className="mb-1 text-14 font-semibold">Weekly series</legend>
          <RadioChoice name="undo-weeks" isChosen={!isWhole} onChoose={() => setWhole(false)}>
            This week only
          </RadioChoice>
          <RadioChoice name="undo-weeks" isChosen={isWhole} onChoose={() => setWhole(true)}>
            Every week that has not started
          </RadioChoice>
        </fieldset>
      )}
    </ConfirmDialog>
  );
}
