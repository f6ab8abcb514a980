import { callApi } from "#app/api-client.ts";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { endSetCall } from "#app/domains/air/sets/calls/changes.ts";
import EndSetDialog from "#app/domains/air/sets/ui/end-set-dialog.tsx";
import { showToast } from "#app/ui/toast.tsx";

/** Asks the performer, and ends their set. The default export of its own chunk. */
export default function EndSet({
  set,
  isPastEnd,
  onEnded,
  onClose,
}: {
  set: SetView;
  /** It is on air past its end. */
  isPastEnd: boolean;
  /** Called after the response, whatever it was. */
  onEnded: () => void;
  onClose: () => void;
}) {
  const end = async () => {
    try {
      const ended = await callApi(endSetCall, { set: set.id });
      showToast(ended.type, ended.message);
    } finally {
      onEnded();
    }
  };
  return (
    <EndSetDialog
      name={set.name}
      stage={set.room?.name ?? "the stage"}
      isPerformer
      isPastEnd={isPastEnd}
      onEnd={end}
      onClose={onClose}
    />
  );
}
