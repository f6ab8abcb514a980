import { listOwnReplaysCall } from "#app/domains/air/replays/calls.ts";
import { ReplayRightsForm } from "#app/domains/air/replays/ui/replay-rights.tsx";
import { SetSection } from "#app/domains/air/sets/ui/set-section.tsx";
import { Button } from "#app/ui/button.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { usePolled } from "#app/ui/use-polled.ts";
import { aboutRecording, isAwaited, loadRecording } from "./load-recording.ts";

/** A recording starts with the first seconds on the air. */
const lookAgainMs = 10_000;

/** Whether a set is recorded, and who may hear it afterwards; for its performer, before the set and while it is on air. */
export default function RecordingSection({
  set,
  onAirMs,
}: {
  set: { id: string; name: string };
  /** Time for which the set has been on air (ms); null: it is not. */
  onAirMs: number | null;
}) {
  const isOnAir = onAirMs !== null;
  const { data, error, mutate } = usePolled(
    [listOwnReplaysCall.path, set.id, isOnAir],
    () => loadRecording(set.id),
    {
      revalidateOnFocus: false,
      isUnderWay: (recording) => isOnAir && isAwaited(recording),
      everyMs: lookAgainMs,
      onError: () => {},
    },
  );
  return (
    <SetSection title="Recording">
      {data ? (
        <>
          <p className="mb-4 max-w-[60ch] text-14 text-ink-3">{aboutRecording(data, onAirMs)}</p>
          <ReplayRightsForm
            replay={set}
            rights={data.rights}
            isRunning
            isPlanned={!isOnAir}
            onChanged={({ rights }) => {
              if (rights.visibility === "never" && data.isThere)
                showToast("confirm", "Recording stopped and deleted");
              void mutate(
                { ...data, rights, isThere: data.isThere && rights.visibility !== "never" },
                { revalidate: false },
              );
            }}
            onDeleted={() => void mutate()}
          />
        </>
      ) : error ? (
        <div role="alert">
          <p className="text-16 text-ink-2">The recording could not be checked.</p>
          <Button className="mt-3" onClick={() => void mutate()}>
            Try Again
          </Button>
        </div>
      ) : (
        <Skeleton className="h-64 max-w-2xl" />
      )}
    </SetSection>
  );
}
