import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { listOwnReplaysCall } from "#app/domains/replays/calls.ts";
import type { ReplayRights } from "#app/domains/replays/contract.ts";
import { ReplayRightsForm } from "#app/domains/replays/ui/replay-rights.tsx";
import { SetSection } from "#app/domains/sets/ui/set-section.tsx";
import { Button } from "#app/ui/button.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { showToast } from "#app/ui/toast.tsx";

/** A recording starts with the first seconds on the air. */
const lookAgainMs = 10_000;

/** Of a set that is not recorded: what its performer can change. */
const unrecorded: ReplayRights = { visibility: "never", download: true, feed: true };

/** Whether the set that is on air is recorded, and who may hear it afterwards; for its performer. */
export default function RecordingSection({ set }: { set: { id: string; name: string } }) {
  const { data, error, mutate } = useSWR(
    [listOwnReplaysCall.path, set.id],
    async () => {
      const own = await callApi(listOwnReplaysCall);
      return own.find((replay) => replay.set === set.id)?.rights ?? unrecorded;
    },
    {
      revalidateOnFocus: false,
      refreshInterval: (rights) => (rights === unrecorded ? lookAgainMs : 0),
      onError: () => {},
    },
  );
  return (
    <SetSection title="Recording">
      {data ? (
        <>
          <p className="mb-4 max-w-[60ch] text-14 text-ink-3">
            {data.visibility === "never"
              ? "This set is not being recorded. Where it is allowed, a recording starts seconds after you go on air."
              : "This set is being recorded. With “No one” the recording stops, and what was recorded is deleted."}
          </p>
          <ReplayRightsForm
            replay={set}
            rights={data}
            isRunning
            onChanged={({ rights }) => {
              if (rights.visibility === "never" && data.visibility !== "never")
                showToast("confirm", "Recording stopped and deleted");
              void mutate(rights, { revalidate: false });
            }}
            onDeleted={() => void mutate(unrecorded, { revalidate: false })}
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
