import clsx from "clsx";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link } from "react-router";
import { standbyTimes } from "#app/domains/air/media/standby.ts";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { stateNow } from "#app/domains/air/schedule/set-state.ts";
import { StateBadge } from "#app/domains/air/schedule/ui/state-badge.tsx";
import type { LobbyEntry } from "#app/domains/air/stages/lobby-protocol.ts";
import { onAirTimes } from "#app/domains/air/stages/on-air.ts";
import { liveDashboardPath, ownSetPath, stagePath } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { useNow } from "#app/ui/clock.ts";
import { Lamp, type LampTone } from "#app/ui/lamp.tsx";
import { TickProgress } from "#app/ui/ticks.tsx";
import { Countdown, LocalTime, TimeRange } from "#app/ui/time.tsx";
import { type Advice, adviseEncoder, opensAt } from "./encoder-advice.ts";
import type { OwnEncoder } from "./use-own-encoder.ts";

const EndSet = lazy(() => import("./end-set.tsx"));

/** The countdown's ticks represent this long before the start. */
const leadMs = 2 * 3_600_000;

/** The set that is on or next: how much time is left, and what the encoder should do now. */
export function HeadSet({
  set,
  onAir,
  own,
  profileOnConnect,
  onEnded,
}: {
  set: SetView;
  onAir: readonly LobbyEntry[] | null;
  own: OwnEncoder;
  /** Whether an encoder that is connected without a set puts their profile on air. */
  profileOnConnect: boolean;
  /** Called after the performer has ended it. */
  onEnded: () => void;
}) {
  const now = useNow();
  const isDue = now >= set.startTime;
  const state = stateNow(set, now);
  const isOnAir = state.name === "on-air";
  const isOver = state.name === "over";
  const [isEnding, setEnding] = useState(false);
  const isOnProfile = onAir?.some(({ kind, onAir }) => kind === "profile" && onAir.status === "live");
  const carrier = onAir?.find(({ kind, id }) => kind === "stage" && id === set.room?.id);
  const stage = carrier?.onAir.status ?? null;
  const next = carrier?.onAir.nextSet ?? null;
  const isFollowedByOwn =
    next?.user.id === set.user.id && next.startTime <= (set.endTime ?? set.startTime) + onAirTimes.overrunMs;
  const wasConnected = useWasConnected(set, own, stage !== null);
  const advice = adviseEncoder(set, {
    now,
    encoder: isOnProfile ? "sounding" : own.presence,
    isOnProfile: isOnProfile === true,
    stage,
    isSilent: state.name === "silent",
    isOnStandby: own.view?.standby?.isOn === true,
    isElsewhere: onAir?.some(({ kind, id }) => kind === "stage" && id !== set.room?.id) === true,
    wasConnected,
  });
  const length = Math.max(1, (set.endTime ?? set.startTime) - set.startTime);
  return (
    <section aria-labelledby="head-set-title" className="mt-6 border border-tick bg-raised p-4 sm:p-6">
      <div className="flex flex-wrap items-start gap-x-8 gap-y-4">
        <div className="min-w-0 grow basis-64">
          <StateBadge state={state} />
          <h2 id="head-set-title" className="display mt-2 text-28 sm:text-44">
            <bdi>{set.name}</bdi>
          </h2>
          <p className="mt-1 text-16 text-ink-2">
            {set.room && (
              <>
                <Link to={stagePath(set.room.id)} className="hover:underline" dir="auto">
                  {set.room.name}
                </Link>
                {" · "}
              </>
            )}
            <TimeRange start={set.startTime} end={set.endTime} />
          </p>
        </div>
        {!isOver && !state.isPastEnd && (
          <p className="sm:text-right">
            <span className="label block text-ink-3">{isDue ? "ENDS IN" : "STARTS IN"}</span>
            <span className={clsx("display text-44", isOnAir ? "text-green" : "text-amber")}>
              <Countdown to={isDue ? (set.endTime ?? now) : set.startTime} due="0m 00s" />
            </span>
          </p>
        )}
      </div>
      <TickProgress
        share={isDue ? (now - set.startTime) / length : 1 - (set.startTime - now) / leadMs}
        count={120}
        tone={isOnAir ? "green" : "amber"}
        className="my-4"
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <output className="flex min-w-0 grow basis-72 items-start gap-3 text-16">
          <Lamp tone={tones[advice]} className="mt-2" />
          <span>{adviceText(advice, set, { profileOnConnect, isFollowedByOwn }, now)}</span>
        </output>
        <div className="flex flex-wrap gap-3 sm:flex-row-reverse">
          <ButtonLink to={liveDashboardPath(set.id)} tone="solid">
            Live Dashboard
          </ButtonLink>
          <ButtonLink to={ownSetPath(set.id)}>Set Details</ButtonLink>
          {isDue && !isOver && (
            <Button tone="bare" aria-haspopup="dialog" onClick={() => setEnding(true)}>
              End Set
            </Button>
          )}
        </div>
      </div>
      {isEnding && (
        <Suspense fallback={null}>
          <EndSet
            set={set}
            isPastEnd={state.isPastEnd === true}
            onEnded={onEnded}
            onClose={() => setEnding(false)}
          />
        </Suspense>
      )}
    </section>
  );
}

/**
 * Whether the performer's encoder was connected for this set: from its last disconnection, or as this page has seen it.
 */
function useWasConnected(set: SetView, { presence, view }: OwnEncoder, isCarried: boolean): boolean {
  const now = useNow();
  const isThere = now >= opensAt(set) && (isCarried || presence === "quiet" || presence === "sounding");
  const endedAt = view?.ended?.at;
  const [wasSeen, setSeen] = useState(false);
  if (isThere && !wasSeen) setSeen(true);
  return wasSeen || (endedAt !== undefined && endedAt >= opensAt(set));
}

const tones: Record<Advice, LampTone> = {
  wait: "off",
  standby: "amber",
  early: "amber",
  "early-unheard": "amber",
  elsewhere: "amber",
  connect: "amber",
  quiet: "amber",
  ready: "green",
  late: "red",
  dropped: "red",
  asking: "off",
  "on-air": "green",
  silent: "amber",
  lost: "amber",
  overrun: "amber",
};

/** `now`: the server's time, epoch ms. */
export function adviceText(
  advice: Advice,
  set: SetView,
  after: { profileOnConnect: boolean; isFollowedByOwn: boolean },
  now: number,
): ReactNode {
  const stage = <bdi>{set.room?.name ?? "the stage"}</bdi>;
  const opens = <LocalTime at={opensAt(set)} shape="clock" />;
  const standbyAt = set.startTime - standbyTimes.windowMs;
  switch (advice) {
    case "wait":
      return now < standbyAt ? (
        <>
          Connect within 2 minutes of the start, from {opens}. From <LocalTime at={standbyAt} shape="clock" />
          , you can connect early and wait on standby.
          {after.profileOnConnect && " If you connect before that, your profile goes live."}
        </>
      ) : (
        <>
          Connect within 2 minutes of the start, from {opens}. You can also connect now and wait on standby:
          only you hear your encoder until then.
        </>
      );
    case "standby":
      return (
        <>
          Your encoder is connected early. Only you hear it until {opens}, then it plays on {stage}.
        </>
      );
    case "early":
      return (
        <>
          Your encoder is connected early. It plays on your profile until {opens}, then on {stage}.
        </>
      );
    case "early-unheard":
      return (
        <>
          Your encoder is connected early, and no one hears it now. From {opens}, it plays on {stage}.
        </>
      );
    case "elsewhere":
      return (
        <>
          You are on air on another stage. Stay connected: {stage} takes your stream from {opens}.
        </>
      );
    case "connect":
      return <>Connect your encoder now. {stage} is ready for your stream.</>;
    case "quiet":
      return <>Your encoder is connected but silent. Play something.</>;
    case "ready":
      return (
        <>
          Your encoder is connected and playing. {stage} puts you on air as soon as it is free, at your start
          at the latest.
        </>
      );
    case "late":
      return <>Your set has started without you. Connect your encoder now.</>;
    case "dropped":
      return (
        <>Your encoder has disconnected. Reconnect it, and {stage} puts you back on air automatically.</>
      );
    case "asking":
      return <>Checking the stream server for your encoder.</>;
    case "on-air":
      return (
        <>
          You are on air on {stage}. <EndText set={set} {...after} />
        </>
      );
    case "silent":
      return <>You are on air on {stage}, but listeners hear nothing. Play something.</>;
    case "lost":
      return <>{stage} has lost your encoder. Reconnect it: the stage waits a few seconds.</>;
    case "overrun":
      return <EndText set={set} {...after} hasEnded />;
  }
}

/** Shows when the set ends, and what happens to an encoder that stays connected. */
function EndText({
  set: { startTime, endTime },
  profileOnConnect,
  isFollowedByOwn,
  hasEnded = false,
}: {
  set: SetView;
  profileOnConnect: boolean;
  /** Their own next set begins before their profile would go live. */
  isFollowedByOwn: boolean;
  hasEnded?: boolean;
}) {
  const end = endTime ?? startTime;
  return (
    <>
      Your set {hasEnded ? "ended" : "ends"} at <LocalTime at={end} shape="clock" />.
      {isFollowedByOwn && " Stay connected: your next set follows."}
      {profileOnConnect && !isFollowedByOwn && (
        <>
          {" "}
          Disconnect by <LocalTime at={end + onAirTimes.overrunMs} shape="clock" />, or you are live on your
          profile.
        </>
      )}
    </>
  );
}
