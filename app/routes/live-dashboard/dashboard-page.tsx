import { useState } from "react";
import { Link } from "react-router";
import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { openConnectionCall } from "#app/domains/air/media/calls/media.ts";
import { standbyTimes } from "#app/domains/air/media/standby.ts";
import { EncoderReadout } from "#app/domains/air/media/ui/encoder-health.tsx";
import { LaterOffAirTest } from "#app/domains/air/media/ui/later-sound-check.tsx";
import { useEncoder } from "#app/domains/air/media/ui/use-encoder.ts";
import type { LiveDashboardView } from "#app/domains/air/sets/contract/record.ts";
import { SetSection } from "#app/domains/air/sets/ui/set-section.tsx";
import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { toRoomState, useRoom } from "#app/domains/air/stages/live/use-room.ts";
import { profilePath } from "#app/paths.ts";
import { BackButton } from "#app/ui/back-button.tsx";
import { useNow } from "#app/ui/clock.ts";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { useOnline } from "#app/ui/use-online.ts";
import { stageHref } from "../stage/play-source.ts";
import { RoomLayout } from "../stage/room-layout.tsx";
import { alarmOf } from "./alarm.ts";
import { AlarmBand, ConnectionBand } from "./bands.tsx";
import { currentSong } from "./current-song.ts";
import { phaseOf } from "./set-phase.ts";
import { Audience, StandingBlock } from "./standing-block.tsx";
import { useClock } from "./use-clock.ts";
import { useLiveSet } from "./use-live-set.ts";
import { useWakeLock } from "./use-wake-lock.ts";

const StillConnectedPanel = lazyPart(() => import("#app/domains/air/media/ui/still-connected.tsx"));
const AlarmSettings = lazyPart(() => import("./alarm-settings.tsx"));
const Happenings = lazyPart(() => import("./happenings.tsx"));
const ManagerControls = lazyPart(() => import("./manager-controls.tsx"));
const NowPlaying = lazyPart(() => import("./now-playing.tsx"));
const SetEditor = lazyPart(() => import("./set-editor.tsx"));
const RecordingSection = lazyPart(() => import("./recording-section.tsx"));

/** A set while it is played: readable from across the booth, with the stage's chat beside it. */
export function DashboardPage({
  dashboard,
  stage,
  managerIds,
}: {
  dashboard: LiveDashboardView;
  stage: StageView;
  managerIds: readonly string[];
}) {
  const { performer, isPerformer, isManager } = dashboard;
  const [initial] = useState(() => toRoomState("stage", stage));
  const room = useRoom("stage", stage.id, initial);
  const { live, onAir, connection, lostAt, aheadMs } = useLiveSet(stage, dashboard.live);
  const clock = useClock(dashboard.clock, live);
  const now = useNow() + aheadMs;
  const standing = phaseOf(live, now);
  const isDue = standing !== "over" && standing !== "cancelled";
  // Also for a while after the end: an encoder that stays connected goes on air elsewhere.
  const mount = useOwnMount(isPerformer && (isDue || now < live.endTime + standbyTimes.windowMs));
  const poll = useEncoder(mount);
  // A socket notices a missing network later than a call, and a call later than the browser.
  const isCutOff =
    !useOnline() || poll.isAway || connection === "offline" || connection === "gone" || lostAt !== null;
  // Data from before the connection was lost says nothing about now.
  const alarm = isCutOff
    ? null
    : alarmOf(
        standing,
        { view: poll.view ?? null, performer: isPerformer ? null : performer.username },
        poll.now,
      );
  const isOnAir = standing === "onAir" || standing === "reconnecting";
  useWakeLock(isOnAir);
  return (
    <RoomLayout room={room} title={stage.name} managerIds={managerIds}>
      <AlarmBand alarm={alarm} />
      <ConnectionBand isCutOff={isCutOff} isSessionOver={connection === "ended"} lostAt={lostAt} />
      <div className="flex items-center gap-1 px-2 py-1.5 sm:px-6">
        <BackButton />
        <p className="min-w-0 truncate text-14 text-ink-3">Live Dashboard</p>
      </div>
      <div className="px-4 sm:px-8">
        <header>
          <h1 className="display text-28 wrap-anywhere sm:text-44" dir="auto">
            {live.name}
          </h1>
          <p className="mt-1 text-16 wrap-anywhere text-ink-2">
            <Link to={profilePath(performer.id)} className="text-ink hover:underline" dir="auto">
              {performer.username}
            </Link>
            {" on "}
            <Link to={stageHref(stage)} className="text-ink hover:underline" dir="auto">
              {stage.name}
            </Link>
          </p>
        </header>
        <div className="mt-6 grid gap-x-12 gap-y-8 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <StandingBlock
            live={live}
            onAir={onAir}
            standing={standing}
            now={now}
            performerId={performer.id}
            isPerformer={isPerformer}
            isManager={isManager}
            standby={poll.view?.standby ?? null}
          />
          <Audience live={live} standing={standing} />
        </div>
        {poll.view?.standby?.reason === "over" && (
          <InBrowser>
            <StillConnectedPanel
              standby={poll.view.standby}
              mount={mount}
              isHeard={poll.view.air?.state === "onAir"}
            />
          </InBrowser>
        )}
        {isPerformer && isDue && (
          <SetSection title="Your Encoder">
            <EncoderReadout poll={poll} size="large" />
            {mount && <LaterOffAirTest mount={mount} poll={poll} />}
          </SetSection>
        )}
        {isOnAir && (
          <InBrowser fallback={<Skeleton className="mt-10 h-44 max-w-3xl" />}>
            <NowPlaying set={live.set} current={currentSong(onAir)} serverNow={room.serverNow} />
          </InBrowser>
        )}
        {isManager && isDue && now >= live.startTime && (
          <InBrowser>
            <ManagerControls
              live={live}
              performer={performer.username}
              next={onAir.nextSet?.id === live.set ? undefined : onAir.nextSet}
              now={now}
            />
          </InBrowser>
        )}
        {isDue && (
          <InBrowser fallback={<Skeleton className="mt-8 h-28 max-w-3xl" />}>
            <AlarmSettings isWrong={alarm !== null} />
          </InBrowser>
        )}
        <InBrowser fallback={<Skeleton className="mt-10 h-96" />}>
          <Happenings live={live} clock={clock} now={now} isOver={!isDue} isPerformer={isPerformer} />
        </InBrowser>
        {isDue && now < live.endTime && (
          <InBrowser>
            <SetEditor set={live.set} />
          </InBrowser>
        )}
        {isPerformer && (isOnAir || standing === "before") && (
          <InBrowser>
            <RecordingSection
              set={{ id: live.set, name: live.name }}
              onAirMs={live.air === null ? null : now - live.air.since}
            />
          </InBrowser>
        )}
      </div>
    </RoomLayout>
  );
}

/** The performer's own mount: fetched by the page, and never part of it. */
function useOwnMount(isWanted: boolean): string | null {
  const { data } = useSWR(
    isWanted ? openConnectionCall.path : null,
    () => callApi(openConnectionCall).then(({ mount }) => mount),
    { revalidateOnFocus: false, onError: () => {} },
  );
  return data ?? null;
}
