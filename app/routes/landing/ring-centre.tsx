import { Link } from "react-router";
import { isUnheard } from "#app/domains/air/schedule/set-state.ts";
import { StateBadge } from "#app/domains/air/schedule/ui/state-badge.tsx";
import { stageLimits } from "#app/domains/air/stages/contract/stages.ts";
import { HeardBadge } from "#app/player/heard-badge.tsx";
import { PlayControl } from "#app/player/play-control.tsx";
import { Countdown } from "#app/ui/time.tsx";
import { stageHref, toPlaySource } from "../stage/play-source.ts";
import { type OnNow, onAirOf } from "./on-now.ts";

/** The button in the ring: play what is live, without an account. */
export function RingButton({ live }: Pick<OnNow, "live">) {
  return live && <PlayControl source={toPlaySource(live, onAirOf(live))} />;
}

/** The subject of the ring: the stage on air, or the next set. */
export function RingText({ live, next }: OnNow) {
  if (live) {
    return (
      <Words
        mark={
          isUnheard(live.state) ? (
            <StateBadge state={live.state} />
          ) : (
            <HeardBadge room={{ kind: "stage", id: live.id }} />
          )
        }
        person={live.currentDj?.username ?? live.genre}
        title={live.name}
        href={stageHref(live)}
      />
    );
  }
  if (!next) return null;
  return (
    <Words
      mark={
        isUnheard(next.set.state) ? (
          <StateBadge state={next.set.state} />
        ) : (
          <span className="label whitespace-nowrap text-amber">
            <span>UP NEXT</span>{" "}
            <Countdown to={next.set.startTime - stageLimits.upcomingLiveWindowMs} due="CUE" />
          </span>
        )
      }
      person={next.set.user.username}
      title={next.stage.name}
      href={stageHref(next.stage)}
    />
  );
}

function Words({
  mark,
  person,
  title,
  href,
}: {
  mark: React.ReactNode;
  person: string;
  title: string;
  href: string;
}) {
  return (
    <div className="min-w-0 sm:text-center">
      <p className="flex min-w-0 items-center gap-x-2 sm:flex-wrap sm:justify-center">
        {mark}
        <span className="min-w-0 max-w-full truncate text-14 text-ink-2" dir="auto">
          {person}
        </span>
      </p>
      <Link
        to={href}
        className="display line-clamp-2 min-h-8 text-20 hover:underline @min-[26rem]:line-clamp-3 @min-[26rem]:text-28"
        dir="auto"
      >
        {title}
      </Link>
    </div>
  );
}
