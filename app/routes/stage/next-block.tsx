import { Link } from "react-router";
import { isUnheard } from "#app/domains/air/schedule/set-state.ts";
import { StateBadge } from "#app/domains/air/schedule/ui/state-badge.tsx";
import { StateNote } from "#app/domains/air/schedule/ui/state-note.tsx";
import { type OnAirView, type StageView, stageLimits } from "#app/domains/air/stages/contract/stages.ts";
import { notPerforming } from "#app/domains/air/stages/ui/off-air-text.ts";
import { FollowIcon } from "#app/domains/people/people/ui/follow-icon.tsx";
import type { Follows } from "#app/domains/people/people/ui/use-follows.ts";
import { profilePath } from "#app/paths.ts";
import { TickRule } from "#app/ui/ticks.tsx";
import { Countdown, LocalTime, ZoneName } from "#app/ui/time.tsx";

/** No one is performing: who is next and when, or that no one is. */
export function NextBlock({
  stage,
  state,
  viewerId,
  follows,
}: {
  stage: StageView;
  state: OnAirView;
  viewerId: string | null;
  follows: Follows;
}) {
  const set = state.nextSet;
  if (!set) {
    return (
      <section aria-label="Up next" className="mt-6">
        <TickRule className="mb-4 opacity-60" />
        <p className="text-20 text-ink-2">
          {stage.instant ? notPerforming(stage.name) : "No upcoming performances scheduled"}
        </p>
      </section>
    );
  }
  return (
    <section aria-label="Up next" className="mt-6">
      <TickRule className="mb-4 opacity-60" />
      <p className="flex flex-wrap items-baseline gap-x-3">
        {isUnheard(set.state) ? (
          <StateBadge state={set.state} />
        ) : (
          <>
            <span className="label text-amber">UP NEXT</span>
            <span className="label text-amber">
              <Countdown to={set.startTime - stageLimits.upcomingLiveWindowMs} due="CUE" />
            </span>
          </>
        )}
      </p>
      <StateNote state={set.state} performer={set.user.username} />
      <p className="mt-1 flex items-center gap-x-2">
        <Link
          to={profilePath(set.user.id)}
          className="display min-w-0 text-28 wrap-anywhere hover:underline sm:text-44"
          dir="auto"
        >
          {set.user.username}
        </Link>
        <FollowIcon person={set.user} viewerId={viewerId} follows={follows} />
      </p>
      <dl className="mt-2 flex flex-wrap gap-x-8 text-16">
        <div className="flex gap-2">
          <dt className="text-ink-3">Start</dt>
          <dd className="tabular">
            <LocalTime at={set.startTime} shape="day-clock" /> <ZoneName at={set.startTime} />
          </dd>
        </div>
        {set.endTime !== null && (
          <div className="flex gap-2">
            <dt className="text-ink-3">End</dt>
            <dd className="tabular">
              <LocalTime at={set.endTime} shape="clock" />
            </dd>
          </div>
        )}
      </dl>
      <div className="mt-4 max-w-[70ch]">
        <h2 className="text-16 font-semibold" dir="auto">
          {set.name}
        </h2>
        {set.description && (
          <p className="whitespace-pre-line text-16 text-ink-2" dir="auto">
            {set.description}
          </p>
        )}
      </div>
    </section>
  );
}
