import { useState } from "react";
import { Link } from "react-router";
import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { profilePath } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import Dialog, { ConfirmDialog } from "#app/ui/dialog.tsx";
import { TimeRange } from "#app/ui/time.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { openOwnSetCall } from "../../calls/changes.ts";
import UndoDialog from "../undo-dialog.tsx";
import { MoveForm } from "./move-form.tsx";

/**
 * Moves a set to another day, time or length, makes its request wait again, or removes it from the schedule. The
 * default export of its own chunk.
 */
export default function SetDialog({
  set,
  zone,
  onMove,
  onCancelSet,
  onUndone,
  onClose,
}: {
  set: SetView;
  /** The zone in which days and times are shown and chosen. */
  zone: string;
  /** Both throw what is refused. */
  onMove: (change: { start: number; end: number }) => Promise<void>;
  onCancelSet: () => Promise<void>;
  /** It waits for an answer again. */
  onUndone: () => unknown;
  onClose: () => void;
}) {
  const [asked, setAsked] = useState<"cancel" | "undo" | null>(null);
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

  const { data: own } = useSWR([openOwnSetCall.path, set.id], () => callApi(openOwnSetCall, { set: set.id }));
  if (asked === "undo" && own) return <UndoDialog set={own} onUndone={onUndone} onClose={onClose} />;
  if (asked === "cancel") {
    return (
      <ConfirmDialog
        key="cancel"
        title="Cancel this set?"
        action="Cancel Set"
        cancel="Keep Set"
        isBusy={isBusy}
        onConfirm={() => void finish(onCancelSet)}
        onClose={onClose}
      >
        <p>
          “{set.name}” by {set.user.username} leaves the schedule. If it is on air, it ends now. Other weeks
          of a series stay booked.
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
        <Link to={profilePath(set.user.id)} className="hover:underline">
          <bdi>{set.user.username}</bdi>
        </Link>
      </p>
      <MoveForm set={set} zone={zone} isBusy={isBusy} onMove={(change) => void finish(() => onMove(change))}>
        {message}
      </MoveForm>
      <div className="mt-5 flex flex-wrap justify-end gap-2 border-t border-tick pt-4">
        {own != null && own.undoableRequest !== null && (
          <Button disabled={isBusy} onClick={() => setAsked("undo")}>
            Undo Acceptance…
          </Button>
        )}
        <Button disabled={isBusy} onClick={() => setAsked("cancel")}>
          Cancel Set…
        </Button>
      </div>
    </Dialog>
  );
}
