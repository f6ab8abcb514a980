import type { ReactNode } from "react";
import { Link } from "react-router";
import type { StandbyView } from "#app/domains/air/media/contract/standby.ts";
import { standbyTimes } from "#app/domains/air/media/standby.ts";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { isCurrent, stateNow } from "#app/domains/air/schedule/set-state.ts";
import { statesOf } from "#app/domains/air/schedule/states-of.ts";
import { StateBadge } from "#app/domains/air/schedule/ui/state-badge.tsx";
import type { OnAirView } from "#app/domains/air/stages/contract/stages.ts";
import type { LiveSet } from "#app/domains/air/stages/live/set-updates.ts";
import { onAirTimes } from "#app/domains/air/stages/on-air.ts";
import { findOverrun } from "#app/domains/air/stages/overrun.ts";
import { OverrunText } from "#app/domains/air/stages/ui/overrun-text.tsx";
import { liveDashboardPath, playedSetPath } from "#app/paths.ts";
import { Badge } from "#app/ui/lamp.tsx";
import { exactly, wordFor } from "#app/ui/number.ts";
import { TickProgress } from "#app/ui/ticks.tsx";
import { LocalTime, TimeRange } from "#app/ui/time.tsx";
import { countdownParts } from "#app/ui/time-format.ts";
import type { SetPhase } from "./set-phase.ts";

const badgeSize = "px-3! py-1.5 text-20!";

/** Whether the set is on, how much time is left, and what happens next. */
export function StandingBlock({
  live,
  onAir,
  standing,
  now,
  performerId,
  isPerformer,
  isManager = false,
  standby,
}: {
  live: LiveSet;
  onAir: OnAirView;
  standing: SetPhase;
  /** The server's time, epoch ms. */
  now: number;
  performerId: string;
  /** The viewer is the performer. */
  isPerformer: boolean;
  /** The viewer manages the stage. */
  isManager?: boolean;
  /** The place where the viewer's own encoder is heard; null: no stage has it, or it is not known. */
  standby: StandbyView | null;
}) {
  const { startTime, endTime } = live;
  const state = statesOf([{ onAir }]).get(live.set) ?? stateNow(live, now);
  const clock = clockOf(live, standing, now);
  const following = isManager ? followingSet(live, onAir, standing) : null;
  return (
    <section aria-label="Status" className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <output>
          {standing === "cancelled" ? (
            <Badge tone="off" className={badgeSize}>
              CANCELLED
            </Badge>
          ) : state.name === "booked" && onAir.nextSet?.id !== live.set ? (
            // Other sets come first.
            <Badge tone="off" className={badgeSize}>
              BOOKED
            </Badge>
          ) : (
            <StateBadge state={state} className={badgeSize} />
          )}
        </output>
        <span className="text-16 text-ink-2">
          <TimeRange start={startTime} end={endTime} />
        </span>
      </p>
      {clock && (
        <p className="mt-4">
          <span className="display tabular block text-44 sm:text-72">{clock.time}</span>
          <span className="mt-1 block text-16 text-ink-2">{clock.words}</span>
        </p>
      )}
      <TickProgress
        share={(now - startTime) / (endTime - startTime)}
        count={84}
        tone={standing === "onAir" ? "green" : standing === "before" ? "amber" : "ink"}
        className="mt-4"
      />
      <p className="mt-4 max-w-[60ch] text-16 text-ink-2">
        {(isPerformer &&
          (beforeTheStart(performerId, live, onAir, standing, now) ??
            afterTheEnd(performerId, live, onAir, { standing, standby, now }))) ||
          (standing === "onAir" ? onAirText(live, onAir, now) : adviceOf(standing, isPerformer))}
        {isPerformer && (standing === "before" || standing === "missing") && (
          <>
            {" "}
            Your connection details are{" "}
            <Link to="/djs#connection-title" className="text-ink underline">
              on your dashboard
            </Link>
            .
          </>
        )}
        {standing === "over" && (
          <>
            {" "}
            <Link to={playedSetPath(live.set)} className="text-ink underline">
              See the Results
            </Link>
          </>
        )}
        {following && (
          <>
            {" "}
            The set after it:{" "}
            <Link to={liveDashboardPath(following.id)} className="text-ink underline" dir="auto">
              {following.name}
            </Link>
          </>
        )}
      </p>
    </section>
  );
}

/** Returns the set that is on the stage, or should be, once this one is over. */
function followingSet({ set }: LiveSet, onAir: OnAirView, standing: SetPhase): SetView | null {
  if (standing !== "over" && standing !== "cancelled") return null;
  const following = onAir.currentSet ?? (isCurrent(onAir.nextSet?.state) ? onAir.nextSet : null);
  return following?.id === set ? null : following;
}

function clockOf(
  { startTime, endTime }: LiveSet,
  standing: SetPhase,
  now: number,
): { time: string; words: string } | null {
  if (standing === "before") return { time: countdownParts(startTime - now), words: "until the start" };
  if (standing === "over" || standing === "cancelled") return null;
  if (now < startTime) return { time: countdownParts(startTime - now), words: "early" };
  return now < endTime
    ? { time: countdownParts(endTime - now), words: "left" }
    : { time: countdownParts(now - endTime), words: "past the end" };
}

function adviceOf(standing: Exclude<SetPhase, "onAir">, isPerformer: boolean): string {
  switch (standing) {
    case "before":
      return isPerformer
        ? "Connect your encoder. The set goes on air automatically at its start."
        : "When the performer's encoder is connected, the set goes on air automatically at its start.";
    case "reconnecting":
      return isPerformer
        ? "The stage is waiting for your encoder to reconnect."
        : "The stage is waiting for the performer's encoder to reconnect.";
    case "missing":
      return isPerformer
        ? "The set goes on air automatically as soon as your encoder is connected and playing."
        : "The set goes on air automatically as soon as the performer's encoder is connected and playing.";
    case "over":
      return "This set is over.";
    case "cancelled":
      return "This set was cancelled.";
  }
}

/** Returns the text about the stage's action at the end of the set that is on air. */
function onAirText({ set, endTime }: LiveSet, { nextSet }: OnAirView, now: number): ReactNode {
  const next = nextSet?.id === set ? null : nextOf(nextSet);
  // As it is at the end, or has been since.
  const overrun = findOverrun({ endTime, next }, Math.max(now, endTime));
  if (overrun === null) return null;
  const latest = <LocalTime at={overrun.until} shape="clock" />;
  const name = <bdi>{overrun.next}</bdi>;
  if (now < endTime)
    return overrun.next !== null ? (
      <>
        At the end, the stage switches automatically to {name}. If {name} does not play by then, this set
        stays on air until they start, or until {latest} at the latest.
      </>
    ) : (
      <>No set follows right after this one. It stays on air past its end, until {latest} at the latest.</>
    );
  return overrun.next !== null ? (
    <>
      This set is past its end. It stays on air until {name} starts, or until {latest} at the latest.
    </>
  ) : (
    <>This set is past its end. It stays on air until {latest} at the latest.</>
  );
}

const nextOf = (set: SetView | null) => set && { username: set.user.username, startTime: set.startTime };

/** The text for a performer long before the start, or on air with another set; null where there is nothing special to say. */
function beforeTheStart(
  performerId: string,
  { startTime }: LiveSet,
  { online, currentDj }: OnAirView,
  standing: SetPhase,
  now: number,
): ReactNode {
  if (standing !== "before") return null;
  if (online && currentDj?.id === performerId)
    return "You are on air with another set. This one follows at its start, while your encoder is connected.";
  // An encoder that is connected earlier goes on air on their profile.
  const standbyAt = startTime - standbyTimes.windowMs;
  if (now >= standbyAt) return null;
  return (
    <>
      Connect your encoder from <LocalTime at={standbyAt} shape="day-clock" /> on. The set goes on air
      automatically at its start.
    </>
  );
}

/** The text for a performer past the end of their set; null where there is nothing special to say. */
function afterTheEnd(
  performerId: string,
  { set, endTime }: LiveSet,
  { nextSet, currentSet, currentDj }: OnAirView,
  { standing, standby, now }: { standing: SetPhase; standby: StandbyView | null; now: number },
): ReactNode {
  if (standing === "onAir") {
    const overrun = findOverrun({ endTime, next: nextOf(nextSet) }, now);
    return overrun && <OverrunText overrun={overrun} staysOffProfile={standby?.isOn === true} />;
  }
  if (standing !== "over") return null;
  // A set that was ended by someone.
  if (standby?.reason === "ended" && standby.isOn && standby.set?.id === set)
    return (
      <>
        This set was ended. Your encoder is still connected, and only you hear it. You can play on your
        profile from{" "}
        <Link to="/djs" className="text-ink underline">
          your dashboard
        </Link>
        .
      </>
    );
  if (now >= endTime + onAirTimes.overrunMs) return null;
  const isFollowed = currentSet !== null && currentSet.id !== set && currentDj !== null;
  if (isFollowed && currentDj.id === performerId) return <>This set is over. Your next one is on air.</>;
  // Only an encoder that is still connected, and whose performer has not decided otherwise, goes to the profile.
  const profileAt = standby?.reason === "over" ? (standby.profileAt ?? null) : null;
  if (profileAt === null) return null;
  const by = <LocalTime at={profileAt} shape="clock" />;
  return isFollowed ? (
    <>
      This set is over, and <bdi>{currentDj.username}</bdi> is on air now. Disconnect by {by}, or your profile
      goes live.
    </>
  ) : (
    <>This set is over. Disconnect by {by}, or your profile goes live.</>
  );
}

/** The present listeners, and their reactions so far. */
export function Audience({ live, standing }: { live: LiveSet; standing: SetPhase }) {
  const isOn = standing === "onAir" || standing === "reconnecting";
  const isOver = standing === "over" || standing === "cancelled";
  const large = isOver
    ? { name: wordFor(live.peakListeners, "peak listener", "peak listeners"), count: live.peakListeners }
    : { name: isOn ? "listening now" : "on the stage now", count: live.listeners };
  const small = [
    ...(isOver ? [] : [{ name: "peak", count: live.peakListeners }]),
    { name: wordFor(live.totalFavorites, "favorite", "favorites"), count: live.totalFavorites },
    { name: wordFor(live.totalCheers, "cheer", "cheers"), count: live.totalCheers },
    { name: wordFor(live.totalTips, "token tipped", "tokens tipped"), count: live.totalTips },
  ];
  return (
    <section aria-label="Audience" className="min-w-0">
      <dl className="flex flex-wrap items-end gap-x-10 gap-y-5">
        <div className="flex basis-full flex-col-reverse">
          <dt className="text-16 text-ink-2">{large.name}</dt>
          <dd className="display tabular text-72">{exactly(large.count)}</dd>
        </div>
        {small.map(({ name, count }) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="text-16 text-ink-2">{name}</dt>
            <dd className="display tabular text-44">{exactly(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
