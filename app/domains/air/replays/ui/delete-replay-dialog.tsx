import { callApi, showFailure } from "#app/api-client.ts";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { deleteReplayCall } from "../calls.ts";

/** Asks before a replay is deleted. The default export of its own chunk. */
export default function DeleteReplayDialog({
  replay: { id, name },
  onDeleted,
  onClose,
}: {
  replay: { id: string; name: string };
  onDeleted: () => void;
  onClose: () => void;
}) {
  const { isBusy, run } = useWork(showFailure);
  const remove = () =>
    run(async () => {
      await callApi(deleteReplayCall, { replay: id });
      onClose();
      onDeleted();
    });
  return (
    <ConfirmDialog
      title="Delete this replay?"
      action="Delete Replay"
      cancel="Keep Replay"
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>
        The recording of <bdi>“{name}”</bdi> is deleted for everyone, with its files. The set keeps its
        tracklist and its numbers. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
