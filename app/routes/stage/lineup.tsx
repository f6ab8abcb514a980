import { Plus } from "lucide-react";
import { useMemo } from "react";
import { Link } from "react-router";
import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { setTimeState } from "#app/domains/air/sets/time-state.ts";
import { CalendarLink } from "#app/domains/air/sets/ui/calendar-link.tsx";
import { FeedLinks } from "#app/domains/air/sets/ui/feed-links.tsx";
import { getRoomLineupCall } from "#app/domains/air/stages/calls/stages.ts";
import { FollowIcon } from "#app/domains/people/people/ui/follow-icon.tsx";
import type { Follows } from "#app/domains/people/people/ui/use-follows.ts";
import { profilePath, requestStagePath } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { useNow, useViewerClock } from "#app/ui/clock.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { LocalTime, TimeRange, ZoneName } from "#app/ui/time.tsx";
import { isSameDay } from "#app/ui/time-format.ts";
import { useOrigin, useViewer } from "../shell/viewer.ts";

const lookAgainMs = 60_000;

/** The bookings of the stage, day by day, and links to add them to a calendar or to book a set. */
export default function Lineup({
  stageId,
  first,
  changes,
  follows,
}: {
  stageId: string;
  first: SetView[];
  /** A different value whenever the schedule is known to have changed: it is loaded again. */
  changes: string;
  follows: Follows;
}) {
  const viewer = useViewer();
  const { data: sets } = useSWR(
    viewer && [getRoomLineupCall.path, stageId, changes],
    () => callApi(getRoomLineupCall, { room: stageId }),
    { fallbackData: first, keepPreviousData: true, refreshInterval: lookAgainMs, onError: () => {} },
  );
  const now = useNow();
  const zone = useViewerClock()?.zone ?? "UTC";
  const origin = useOrigin();
  const mayBook = viewer?.hasPassedTest ?? false;
  const shown = sets.filter((set) => setTimeState(set, now) !== "ended");
  const days = useMemo(() => {
    const groups: SetView[][] = [];
    for (const set of shown) {
      const day = groups.at(-1);
      if (day?.[0] && isSameDay(day[0].startTime, set.startTime, zone)) day.push(set);
      else groups.push([set]);
    }
    return groups;
  }, [shown, zone]);
  return (
    <div className="space-y-6">
      {mayBook && (
        <ButtonLink to={requestStagePath(stageId)}>
          <Plus aria-hidden="true" className="size-4" />
          Book This Stage
        </ButtonLink>
      )}
      {days.length === 0 && (
        <EmptyState title="No upcoming performances scheduled">
          Sets appear here, day by day, as soon as they are booked.
        </EmptyState>
      )}
      {days.map((day) => (
        <section key={day[0]?.id}>
          <h2 className="label mb-2 text-ink-3">
            {day[0] && (
              <>
                <LocalTime at={day[0].startTime} shape="day" />{" "}
                <ZoneName at={day[0].startTime} className="ml-1 font-normal" />
              </>
            )}
          </h2>
          <ul>
            {day.map((set) => (
              <li key={set.id} className="flex items-start gap-x-2 border-t border-tick py-3">
                <div className="flex min-w-0 grow flex-wrap items-baseline gap-x-5">
                  <span className="tabular w-40 text-16 text-ink-2">
                    <TimeRange start={set.startTime} end={set.endTime} withDay={false} />
                  </span>
                  <span className="min-w-0 grow basis-40">
                    <span className="display block text-20" dir="auto">
                      {set.name}
                    </span>
                    <Link
                      to={profilePath(set.user.id)}
                      className="text-16 text-ink-2 hover:underline"
                      dir="auto"
                    >
                      {set.user.username}
                    </Link>
                  </span>
                </div>
                <FollowIcon person={set.user} viewerId={viewer?.id ?? null} follows={follows} />
                <CalendarLink set={set} isSmall />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section aria-labelledby="follow-schedule" className="max-w-md">
        <h2 id="follow-schedule" className="label mb-2 text-ink-3">
          Follow the Schedule
        </h2>
        <FeedLinks origin={origin} of={{ kind: "stage", id: stageId }} />
      </section>
    </div>
  );
}
