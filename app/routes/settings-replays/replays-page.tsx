import { useState } from "react";
import { Link } from "react-router";
import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { listOwnReplaysCall } from "#app/domains/air/replays/calls.ts";
import type { OwnReplayView } from "#app/domains/air/replays/contract.ts";
import { ReplayRightsForm } from "#app/domains/air/replays/ui/replay-rights.tsx";
import { visibilityName } from "#app/domains/air/replays/ui/visibility-choice.tsx";
import { clockOffset } from "#app/domains/base/time/clock-offset.ts";
import { playedSetPath, stagePath } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { countOf } from "#app/ui/number.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";

/** Every recording of a performer, and who may hear it. */
export function ReplaysPage() {
  const { data, error, mutate } = useSWR(listOwnReplaysCall.path, () => callApi(listOwnReplaysCall), {
    revalidateOnFocus: false,
    onError: () => {},
  });
  const change = (by: (all: OwnReplayView[]) => OwnReplayView[]) =>
    void mutate((all) => all && by(all), { revalidate: false });
  return (
    <SettingsPage
      title="Your Replays"
      back={{ to: "/settings/dj", name: "Performer Profile" }}
      intro="Recordings of your performances. You can change each one."
    >
      <div className="mt-6">
        {data === undefined ? (
          error ? (
            <Failed
              message={error instanceof Error ? error.message : "Unknown error"}
              onRetry={() => void mutate()}
            />
          ) : (
            <ListSkeleton />
          )
        ) : data.length === 0 ? (
          <EmptyState title="No replays yet">
            After a performance its recording appears here, unless you chose that nothing is recorded.
          </EmptyState>
        ) : (
          <ul className="border-b border-tick">
            {data.map((replay) => (
              <OwnReplay
                key={replay.id}
                replay={replay}
                onChanged={(now) => change((all) => all.map((each) => (each.id === replay.id ? now : each)))}
                onDeleted={() => {
                  showToast("confirm", "Replay deleted");
                  change((all) => all.filter((each) => each.id !== replay.id));
                }}
              />
            ))}
          </ul>
        )}
      </div>
    </SettingsPage>
  );
}

function OwnReplay({
  replay,
  onChanged,
  onDeleted,
}: {
  replay: OwnReplayView;
  onChanged: (replay: OwnReplayView) => void;
  onDeleted: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const { name, url, set, room, startTime, endTime, availableUntil, listenCount, bytes, rights } = replay;
  // Nobody finds it, but it can be shown again.
  const isWithdrawn = rights.visibility === "never";
  return (
    <li className="border-t border-tick py-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-60">
          {isWithdrawn ? (
            <p className="text-16 font-semibold wrap-anywhere" dir="auto">
              {name}
            </p>
          ) : (
            <Link to={url} className="text-16 font-semibold wrap-anywhere hover:underline" dir="auto">
              {name}
            </Link>
          )}
          <p className="text-14 text-ink-2">
            <LocalTime at={startTime} shape="day-clock" />
            {room && (
              <>
                {" on "}
                <Link to={stagePath(room.id)} className="hover:underline" dir="auto">
                  {room.name}
                </Link>
              </>
            )}
          </p>
          <p className="tabular text-14 text-ink-3">
            {/* Both are counted once it is over. */}
            {endTime === null ? "On air now" : `${clockOffset(replay.duration)} · ${inMegabytes(bytes)}`} ·{" "}
            {countOf(listenCount, "listen", "listens")}
          </p>
          <p className="text-14 text-ink-3">
            {visibilityName(rights.visibility)}
            {availableUntil !== null && (
              <>
                {isWithdrawn ? " · deleted: " : " · until: "}
                <LocalTime at={availableUntil} shape="day-clock" />
              </>
            )}
          </p>
          {set && (
            <Link
              to={playedSetPath(set)}
              className="inline-flex min-h-11 items-center text-14 text-ink-2 underline decoration-edge hover:decoration-current"
            >
              Open Set<span className="sr-only"> {name}</span>
            </Link>
          )}
        </div>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Done" : "Change"}
          <span className="sr-only"> {name}</span>
        </Button>
      </div>
      {isOpen && (
        <div className="mt-3">
          <ReplayRightsForm
            replay={replay}
            rights={rights}
            endedAt={endTime}
            isRunning={endTime === null}
            onChanged={(now) =>
              now.rights.visibility === "never" && endTime === null ? onDeleted() : onChanged(now)
            }
            onDeleted={onDeleted}
          />
        </div>
      )}
    </li>
  );
}

const megabytes = new Intl.NumberFormat("en", {
  style: "unit",
  unit: "megabyte",
  maximumFractionDigits: 0,
});

const inMegabytes = (bytes: number): string => megabytes.format(Math.ceil(bytes / 1_000_000));

function Failed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div role="alert">
      <p className="text-16 text-red">{message}</p>
      <Button className="mt-3" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}

function ListSkeleton() {
  return (
    <div className="space-y-6">
      <output className="sr-only">Loading</output>
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
    </div>
  );
}
