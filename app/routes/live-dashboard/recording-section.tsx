import { listOwnReplaysCall } from "#app/domains/air/replays/calls.ts";
import { ReplayRightsForm } from "#app/domains/air/replays/ui/replay-rights.tsx";
import { SetSection } from "#app/domains/air/sets/ui/set-section.tsx";
import { Button } from "#app/ui/button.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { usePolled } from "#app/ui/use-polled.ts";
import { loadRecording, type Recording } from "./load-recording.ts";

/** A recording starts with the first seconds on the air. */
const lookAgainMs = 10_000;

/** Whether a set is recorded, and who may hear it afterwards; for its performer, before the set and while it is on air. */
export default function RecordingSection({
  set,
  isOnAir,
}: {
  set: { id: string; name: string };
  isOnAir: boolean;
}) {
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
          <p className="mb-4 max-w-[60ch] text-14 text-ink-3">{aboutRecording(data, isOnAir)}</p>
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

/** True for a recording that will start; with “No one” none does. */
const isAwaited = ({ isThere, rights }: Recording) => !isThere && rights.visibility !== "never";

function aboutRecording({ isThere }: Recording, isOnAir: boolean): string {
  if (!isOnAir)
    return "Your choice is for this set only. If recording is allowed, it starts seconds after you go on air.";
  return isThere
    ? "This set is being recorded. With “No one” the recording stops, and what was recorded is deleted."
    : "This set is not being recorded. If recording is allowed, it starts seconds after you go on air. If you stopped it, choose who can hear it to start again.";
}
