import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { showFailure } from "#app/api-client.ts";
import type { OwnSetView } from "#app/domains/sets/contract/changes.ts";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { countOf } from "#app/ui/number.ts";
import { TimeRange } from "#app/ui/time.tsx";
import { useWork } from "#app/ui/use-work.ts";

/** Asks before a set leaves the schedule. The default export of its own chunk. */
export default function CancelDialog({
  set,
  onCancel,
  onCancelled,
  onClose,
}: {
  set: OwnSetView;
  /** Throws what is refused. With the rest, the later weeks of its series go too. */
  onCancel: (isRest: boolean) => Promise<void>;
  /** After the dialog has closed. */
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
      // At once: else the page behind is still inert when the focus is led back into it.
      flushSync(onClose);
      onCancelled();
    });
  return (
    <ConfirmDialog
      title="Cancel this set?"
      action={isRest ? `Cancel ${later + 1} sets` : "Cancel set"}
      cancel="Keep it"
      isBusy={isBusy}
      onConfirm={() => void cancel()}
      onClose={onClose}
    >
      <p>
        <bdi>“{set.name}”</bdi> leaves the schedule of <bdi>{set.room?.name}</bdi>:{" "}
        <TimeRange start={set.startTime} end={set.endTime} />. If it plays now, it ends at once.
      </p>
      {later > 0 && (
        <fieldset className="mt-4">
          <legend className="mb-1 text-14 font-semibold">Weekly series</legend>
          <Choice isChosen={!isRest} onChoose={() => setRest(false)}>
            This week only
          </Choice>
          <Choice isChosen={isRest} onChoose={() => setRest(true)}>
            This week and {countOf(later, "later week", "later weeks")}
          </Choice>
        </fieldset>
      )}
    </ConfirmDialog>
  );
}

function Choice({
  isChosen,
  onChoose,
  children,
}: {
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 border-t border-tick text-16 text-ink">
      <input
        type="radio"
        name="weeks"
        checked={isChosen}
        onChange={onChoose}
        className="size-5 shrink-0 accent-ink"
      />
      <span>{children}</span>
    </label>
  );
}
