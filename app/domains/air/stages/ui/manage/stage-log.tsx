import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { LocalTime, TimeSince } from "#app/ui/time.tsx";
import { listStageLogCall } from "../../calls/manage.ts";
import { StageLogEntry } from "../../contract/manage.ts";
import { actorOf, changesOf, type LoggedChange, sentenceOf } from "./log-texts.ts";

/** Entries of Cue, such as a late start, and of other managers appear within this time. */
const lookAgainMs = 20_000;

/** Shows actions on the stage with their users, newest first. */
export function StageLog({ stageId }: { stageId: string }) {
  const { data, error } = useSWR(
    [listStageLogCall.path, stageId],
    () => callApi(listStageLogCall, { room: stageId }),
    { refreshInterval: lookAgainMs },
  );
  if (data === undefined) {
    return error ? (
      <p role="alert" className="text-16 text-red">
        {error instanceof Error ? error.message : "Unknown error"}
      </p>
    ) : (
      <div className="space-y-4">
        <Skeleton className="h-10" />
        <Skeleton className="h-10" />
        <Skeleton className="h-10" />
      </div>
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState title="No changes yet">
        Answered bookings, moved sets and changed settings appear here, with who made the change.
      </EmptyState>
    );
  }
  return (
    <ol className="max-w-3xl border-b border-tick">
      {data.map((entry) => (
        <Line key={entry.id} entry={entry} />
      ))}
    </ol>
  );
}

function Line({ entry }: { entry: StageLogEntry }) {
  const changes = changesOf(entry);
  return (
    <li className="grid gap-x-6 border-t border-tick py-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <p className="text-14 text-ink-3">
        <LocalTime at={entry.at} shape="day-clock" />
        <span className="block max-sm:hidden">
          <TimeSince at={entry.at} />
        </span>
      </p>
      <div className="min-w-0">
        <p className="text-16 text-ink-2">
          <bdi className="font-semibold text-ink">{actorOf(entry)}</bdi>{" "}
          <span dir="auto">{sentenceOf(entry)}</span>
        </p>
        {changes.length > 0 && (
          <ul className="mt-1 space-y-0.5 text-14 text-ink-3">
            {changes.map((change) => (
              <li key={change.field}>
                {change.field}: <Value of={change.before} /> <span aria-hidden="true">→</span>
                <span className="sr-only">became</span> <Value of={change.after} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

function Value({ of }: { of: LoggedChange["before"] }) {
  if (typeof of === "number") return <LocalTime at={of} shape="day-clock" />;
  return (
    <bdi className="text-ink-2" title={of.length > shownLength ? of : undefined}>
      {of.length > shownLength ? `${of.slice(0, shownLength)}…` : of}
    </bdi>
  );
}

/** The number of characters of a text that is enough to recognize it. */
const shownLength = 80;
