import clsx from "clsx";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { memo } from "react";
import { Link } from "react-router";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { isUnheard } from "#app/domains/air/schedule/set-state.ts";
import { AirBadge } from "#app/domains/air/schedule/ui/air-badge.tsx";
import { setTimeState } from "#app/domains/air/sets/time-state.ts";
import { stageLimits } from "#app/domains/air/stages/contract/stages.ts";
import { IconButton } from "#app/ui/button.tsx";
import { useNow, useViewerClock } from "#app/ui/clock.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { hasLongWord } from "#app/ui/name-size.ts";
import { Picture } from "#app/ui/picture.tsx";
import { TickProgress } from "#app/ui/ticks.tsx";
import { Countdown, LocalTime } from "#app/ui/time.tsx";
import { upcomingHref } from "./strip-rules.ts";
import { useStripScroll } from "./use-strip-scroll.ts";

/** A name with a word that is longer than this is set smaller on a phone. */
const longWord = 11;

/** The sets on now and next, everywhere, in order of time: the head of the page. */
export function UpcomingStrip({ sets, readOn }: { sets: SetView[]; readOn: () => void }) {
  const now = useNow();
  const shown = sets.filter((set) => setTimeState(set, now) !== "ended");
  const { setList, can, drawn, scroll } = useStripScroll(shown.length, shown[0]?.id, readOn);
  return (
    <section aria-labelledby="upcoming-title">
      <header className="mb-4 flex flex-wrap items-center justify-between gap-x-6">
        <h1 id="upcoming-title" className="display text-28 sm:text-44">
          Upcoming Performers
        </h1>
        <div className="flex min-h-11 grow items-center justify-end gap-1">
          <WallClock />
          {(can.left || can.right) && (
            <>
              <IconButton label="Earlier performances" disabled={!can.left} onClick={() => scroll(-1)}>
                <ChevronLeft aria-hidden="true" className="size-5" />
              </IconButton>
              <IconButton label="Later performances" disabled={!can.right} onClick={() => scroll(1)}>
                <ChevronRight aria-hidden="true" className="size-5" />
              </IconButton>
            </>
          )}
        </div>
      </header>
      {shown.length === 0 ? (
        <EmptyState title="No upcoming performances scheduled">
          Booked sets appear here, with their start in your local time.
        </EmptyState>
      ) : (
        <ul ref={setList} className="flex snap-x gap-4 overflow-x-auto pb-3 [scrollbar-width:thin]">
          {drawn.from > 0 && (
            <li aria-hidden="true" className="-mr-4 shrink-0" style={{ width: drawn.spacePx }} />
          )}
          {shown.slice(drawn.from, drawn.until).map((set) => (
            <UpcomingSet key={set.id} set={set} isLive={setTimeState(set, now) === "live"} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The viewer's local time, in which every time on the page is given. */
function WallClock() {
  const now = useNow(60_000);
  const viewer = useViewerClock();
  return (
    <p className="tabular mr-auto min-h-6 text-16 text-ink-3 sm:mr-2 sm:ml-auto sm:w-56 sm:text-right">
      <LocalTime at={now} shape="clock" />
      {viewer && ` ${viewer.zone.replaceAll("_", " ")}`}
    </p>
  );
}

/** Rendered again only when it goes live: the strip checks the clock each second, and may be long. */
const UpcomingSet = memo(function UpcomingSet({ set, isLive }: { set: SetView; isLive: boolean }) {
  return (
    <li className="w-32 shrink-0 snap-start sm:w-48">
      <Link to={upcomingHref(set, isLive)} className="group block -outline-offset-2">
        {isLive ? <LiveProgress set={set} /> : <TickProgress share={0} count={40} tone="green" />}
        <p className="mt-2 flex justify-between gap-x-2 whitespace-nowrap max-sm:flex-col sm:items-baseline">
          <span className={clsx("display tabular text-20", isLive ? "text-ink" : "text-ink-2")}>
            <LocalTime at={set.startTime} shape="clock" />
          </span>
          <span className="text-14 text-ink-3">
            <LocalTime at={set.startTime} shape="day" />
          </span>
        </p>
        <Picture src={set.user.profile} name={set.user.username} className="my-2 w-full" />
        <p className="min-h-6">
          {isLive || isUnheard(set.state) ? (
            <AirBadge isOnAir={isLive} state={set.state} className="whitespace-normal!" />
          ) : (
            <span className="label text-amber">
              <Countdown to={set.startTime - stageLimits.upcomingLiveWindowMs} due="CUE" />
            </span>
          )}
        </p>
        <p
          className={clsx(
            "display line-clamp-2 group-hover:underline",
            hasLongWord(set.user.username, longWord) ? "text-16 sm:text-20" : "text-20",
          )}
          dir="auto"
        >
          {set.user.username}
        </p>
        <p className="line-clamp-2 text-14 text-ink-2" dir="auto">
          {set.name}
        </p>
        {set.room && (
          <p className="truncate text-14 text-ink-3" dir="auto">
            {set.room.name}
          </p>
        )}
      </Link>
    </li>
  );
});

function LiveProgress({ set }: { set: SetView }) {
  const now = useNow(10_000);
  const share = set.endTime === null ? 1 : (now - set.startTime) / (set.endTime - set.startTime);
  return <TickProgress share={share} count={40} tone="green" />;
}
