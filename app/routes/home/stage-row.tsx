import clsx from "clsx";
import { Check, Headphones, Play, Users } from "lucide-react";
import { Link } from "react-router";
import { isUnheard } from "#app/domains/air/schedule/set-state.ts";
import { AirBadge } from "#app/domains/air/schedule/ui/air-badge.tsx";
import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { PlayControl } from "#app/player/play-control.tsx";
import { abbreviate, wordFor } from "#app/ui/number.ts";
import { Picture } from "#app/ui/picture.tsx";
import { Elapsed, TimeRange, TimeSince } from "#app/ui/time.tsx";
import { stageHref, stageImage, toPlaySource } from "../stage/play-source.ts";

/** One stage of the list: who plays or is next, when, and how many listen. */
export function StageRow({ stage }: { stage: StageView }) {
  const isLive = stage.currentDj !== null || stage.currentUrl !== null;
  return (
    <li className="ticks flex h-auto items-start gap-3 bg-repeat-x pt-6 pb-5 [contain-intrinsic-size:auto_148px] [content-visibility:auto] sm:gap-5">
      <Link to={stageHref(stage)} tabIndex={-1} aria-hidden="true" className="shrink-0">
        <Picture
          src={stageImage(stage, stage)}
          name={isLive ? (stage.currentDj?.username ?? stage.name) : stage.name}
          className={clsx(isLive ? "w-16 @min-[350px]:w-20 @min-[640px]:w-40" : "w-16 @min-[640px]:w-24")}
        />
      </Link>
      <div className="min-w-0 grow">
        <h3
          dir="auto"
          className={clsx(
            "display",
            isLive ? "text-20 @min-[400px]:text-28 @min-[640px]:text-44" : "text-20 @min-[640px]:text-28",
          )}
        >
          <Link to={stageHref(stage)} className="hover:underline">
            {stage.name}
          </Link>
        </h3>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-16 text-ink">
          <AirBadge isOnAir={isLive} state={stage.state} />
          <Performer stage={stage} isLive={isLive} />
        </p>
        <p className="text-14 text-ink-2">
          <When stage={stage} isLive={isLive} />
        </p>
        <ul className="tabular mt-2 flex flex-wrap gap-x-4 gap-y-1 text-14 text-ink-3">
          {stage.subscribed && (
            <li className="flex items-center gap-1.5 text-ink-2">
              <Check aria-hidden="true" className="size-4" />
              Subscribed
            </li>
          )}
          {stage.genre && <li dir="auto">{stage.genre}</li>}
          <Count icon={Headphones} count={stage.currentListeners} one="listening now" other="listening now" />
          <Count icon={Play} count={stage.listenCount} one="total listen" other="total listens" />
          <Count icon={Users} count={stage.subscriberCount} one="subscriber" other="subscribers" />
        </ul>
      </div>
      {isLive && <PlayControl source={toPlaySource(stage, stage)} />}
    </li>
  );
}

function Performer({ stage, isLive }: { stage: StageView; isLive: boolean }) {
  if (isLive) return <bdi>{stage.currentDj?.username ?? stage.name}</bdi>;
  if (stage.nextDj) {
    const isExpected = isUnheard(stage.nextSet?.state);
    return (
      <span>
        {!isExpected && "Up next: "}
        <bdi>{stage.nextDj.username}</bdi>
      </span>
    );
  }
  return <>No upcoming sets</>;
}

function When({ stage, isLive }: { stage: StageView; isLive: boolean }) {
  if (stage.instant) {
    if (isLive && stage.startTime !== null) {
      return (
        <>
          Streaming for <Elapsed since={stage.startTime} />
        </>
      );
    }
    if (stage.lastStreamedAt !== null) {
      return (
        <>
          Last streamed: <TimeSince at={stage.lastStreamedAt} />
        </>
      );
    }
    return null;
  }
  const set = isLive ? stage.currentSet : stage.nextSet;
  if (!set) return null;
  return <TimeRange start={set.startTime} end={set.endTime} />;
}

/** Shows a count; in a narrow list its name is shown instead of the icon. */
function Count({
  icon: Icon,
  count,
  one,
  other,
}: {
  icon: typeof Users;
  count: number;
  one: string;
  other: string;
}) {
  const name = wordFor(count, one, other);
  return (
    <li className="flex items-center gap-1.5" title={name}>
      <Icon aria-hidden="true" className="hidden size-4 @min-[350px]:block" />
      {abbreviate(count)}
      <span className="@min-[350px]:sr-only"> {name}</span>
    </li>
  );
}
