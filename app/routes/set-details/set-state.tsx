import { ArrowRight, CalendarPlus } from "lucide-react";
import type { RefObject } from "react";
import { Link } from "react-router";
import { isCurrent, stateNow } from "#app/domains/air/schedule/set-state.ts";
import { StateBadge } from "#app/domains/air/schedule/ui/state-badge.tsx";
import type { OwnSetView } from "#app/domains/air/sets/contract/changes.ts";
import { onAirTimes } from "#app/domains/air/stages/on-air.ts";
import { playedSetPath, profilePath } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { useNow } from "#app/ui/clock.ts";
import { TickProgress, TickRule } from "#app/ui/ticks.tsx";
import { Countdown, LocalTime, TimeSince } from "#app/ui/time.tsx";
import type { SetStanding } from "./set-standing.ts";

/** The present state: how long until it starts, how long it still plays, or what happened to it. */
export function SetState({
  set,
  standing,
  bookHref,
  focus,
}: {
  set: OwnSetView;
  standing: SetStanding;
  /** The page where another time is booked. */
  bookHref: string;
  /** Takes the focus when the pressed element is gone. */
  focus: RefObject<HTMLElement | null>;
}) {
  return (
    <section ref={focus} tabIndex={-1} aria-label="Now" className="mt-6 outline-none">
      <TickRule className="mb-5 opacity-60" />
      {standing === "upcoming" && <Ahead set={set} />}
      {standing === "live" && <OnNow set={set} />}
      {standing === "overrun" && <PastEnd set={set} />}
      {standing === "over" && (
        <>
          <p className="text-20">This set is over.</p>
          <ButtonLink to={playedSetPath(set.id)} className="mt-4">
            See the Results
            <ArrowRight aria-hidden="true" className="size-4" />
          </ButtonLink>
        </>
      )}
      {standing === "cancelled" && <Cancelled set={set} bookHref={bookHref} />}
    </section>
  );
}

function Ahead({ set }: { set: OwnSetView }) {
  const state = stateNow(set, useNow());
  return (
    <>
      {isCurrent(state) && <StateBadge state={state} className="mb-3" />}
      <p className="label text-amber">STARTS IN</p>
      <p className="display text-28 text-amber sm:text-44 xl:text-72">
        <Countdown to={set.startTime} due="0m 00s" />
      </p>
    </>
  );
}

function OnNow({ set }: { set: OwnSetView }) {
  const now = useNow();
  const { startTime, endTime } = set;
  const state = stateNow(set, now);
  const end = endTime ?? startTime;
  return (
    <>
      <StateBadge state={state} />
      <p className="display text-28 text-green sm:text-44">
        <Countdown to={end} due="0m 00s" /> left
      </p>
      <TickProgress share={(now - startTime) / (end - startTime)} count={84} tone="green" className="mt-3" />
    </>
  );
}

function PastEnd({ set }: { set: OwnSetView }) {
  const latest = (set.endTime ?? set.startTime) + onAirTimes.overrunMs;
  return (
    <>
      <StateBadge state={stateNow(set, useNow())} />
      <p className="mt-3 text-20">
        This set is past its end. It can stay on air until <LocalTime at={latest} shape="clock" />.
      </p>
    </>
  );
}

function Cancelled({
  set: { changed, room, isAskedAgain },
  bookHref,
}: {
  set: OwnSetView;
  bookHref: string;
}) {
  if (isAskedAgain) {
    return (
      <>
        <p className="text-20">The acceptance of this set was withdrawn.</p>
        <p className="mt-1 max-w-[60ch] text-16 text-ink-2">
          It is a request again. Until it is accepted, its time on <bdi>{room?.name}</bdi> is free.
        </p>
      </>
    );
  }
  return (
    <>
      <p className="text-20">
        {changed?.by ? (
          <>
            <Link to={profilePath(changed.by.id)} className="font-semibold hover:underline" dir="auto">
              {changed.by.username}
            </Link>{" "}
            cancelled this set
          </>
        ) : (
          "This set was cancelled"
        )}
        {changed && (
          <>
            {" "}
            <TimeSince at={changed.at} />
          </>
        )}
        .
      </p>
      <p className="mt-1 max-w-[60ch] text-16 text-ink-2">
        Its time on <bdi>{room?.name}</bdi> is free again. Subscribed calendars show it as cancelled.
      </p>
      <ButtonLink to={bookHref} className="mt-4">
        <CalendarPlus aria-hidden="true" className="size-4" />
        Book Another Time
      </ButtonLink>
    </>
  );
}
