import { useState } from "react";
import { Link } from "react-router";
import type { SetView } from "#app/domains/sets/contract.ts";
import { Button } from "#app/ui/button.tsx";
import Dialog, { ConfirmDialog } from "#app/ui/dialog.tsx";
import { TimeRange } from "#app/ui/time.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { MoveForm } from "./move-form.tsx";

/** Moves a set to another day, time or length, or takes it off the schedule. The default export of its own chunk. */
export default function SetDialog({
  set,
  zone,
  onMove,
  onCancelSet,
  onClose,
}: {
  set: SetView;
  /** In which days and times are shown and chosen. */
  zone: string;
  /** Both throw what is refused. */
  onMove: (change: { start: number; end: number }) => Promise<void>;
  onCancelSet: () => Promise<void>;
  onClose: () => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { isBusy, run } = useWork((error) =>
    setRefusal(error instanceof Error ? error.message : "Unknown error"),
  );

  const finish = (work: () => Promise<void>) =>
    run(async () => {
      setRefusal(null);
      await work();
      onClose();
    });
  const message = (
    <p role="alert" className="text-14 text-red not-empty:mt-3">
      {refusal}
    </p>
  );

  if (isAsking) {
    return (
      <ConfirmDialog
        key="cancel"
        title="Cancel this set?"
        action="Cancel set"
        cancel="Keep it"
        isBusy={isBusy}
        onConfirm={() => void finish(onCancelSet)}
        onClose={onClose}
      >
        <p>
          “{set.name}” by {set.user.username} leaves the schedule. If it plays now, it ends at once. Other
          weeks of the same series stay.
        </p>
        {message}
      </ConfirmDialog>
    );
  }
  return (
    <Dialog key="set" title={set.name} onClose={onClose}>
      <p className="text-16 text-ink-2">
        <TimeRange start={set.startTime} end={set.endTime} />
        {" · "}
        <Link to={`/profile/${set.user.id}`} className="hover:underline">
          <bdi>{set.user.username}</bdi>
        </Link>
      </p>
      <MoveForm set={set} zone={zone} isBusy={isBusy} onMove={(change) => void finish(() => onMove(change))}>
        {message}
      </MoveForm>
      <div className="mt-5 flex justify-end border-t border-tick pt-4">
        <Button disabled={isBusy} onClick={() => setAsking(true)}>
          Cancel set…
        </Button>
      </div>
    </Dialog>
  );
}
