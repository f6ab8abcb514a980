import { Link } from "react-router";
import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { openConnectionCall } from "#app/domains/media/calls/media.ts";
import { EncoderReadout } from "#app/domains/media/ui/encoder-health.tsx";
import { LaterOffAirTest } from "#app/domains/media/ui/later-sound-check.tsx";
import { useEncoder } from "#app/domains/media/ui/use-encoder.ts";
import type { LiveDashboardView } from "#app/domains/sets/contract/record.ts";
import { heatMap, spansOf } from "#app/domains/sets/heat-map.ts";
import { HeatMap } from "#app/domains/sets/ui/heat-map.tsx";
import { SetSection } from "#app/domains/sets/ui/set-section.tsx";
import { SetTracklist } from "#app/domains/sets/ui/set-tracklist.tsx";
import type { StageView } from "#app/domains/stages/contract/stages.ts";
import type { LiveSet } from "#app/domains/stages/live/set-updates.ts";
import { titlesNote } from "#app/domains/tracks/ui/titles-note.ts";
import { profilePath, tracklistEditorPath } from "#app/paths.ts";
import { BackButton } from "#app/ui/back-button.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { useNow } from "#app/ui/clock.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { useOnline } from "#app/ui/use-online.ts";
import { stageHref } from "../stage/play-source.ts";
import { alarmOf } from "./alarm.ts";
import { AlarmBand, ConnectionBand } from "./bands.tsx";
import { phaseOf } from "./set-phase.ts";
import { Audience, StandingBlock } from "./standing-block.tsx";
import { TipList } from "./tip-list.tsx";
import { useLiveSet } from "./use-live-set.ts";
import { useWakeLock } from "./use-wake-lock.ts";

const AlarmSettings = lazyPart(() => import("./alarm-settings.tsx"));
const RecordingSection = lazyPart(() => import("./recording-section.tsx"));

/** A set while it is played: readable from across the booth, with nothing to press. */
export function DashboardPage({ dashboard, stage }: { dashboard: LiveDashboardView; stage: StageView }) {
  const { performer, isPerformer } = dashboard;
  const { live, onAir, connection, lostAt, aheadMs } = useLiveSet(stage, dashboard.live);
  const now = useNow() + aheadMs;
  const standing = phaseOf(live, now);
  const isDue = standing !== "over" && standing !== "cancelled";
  const mount = useOwnMount(isPerformer && isDue);
  const poll = useEncoder(mount);
  // A socket notices a missing network later than a call, and a call later than the browser.
  const isCutOff =
    !useOnline() || poll.isAway || connection === "offline" || connection === "gone" || lostAt !== null;
  // Data from before the connection was lost says nothing about now.
  const alarm = isCutOff ? null : alarmOf(standing, poll.view ?? null, poll.now);
  const isOnAir = standing === "onAir" || standing === "reconnecting";
  useWakeLock(isOnAir);
  return (
    <main id="main" className="pb-12">
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
          <StandingBlock live={live} onAir={onAir} standing={standing} now={now} isPerformer={isPerformer} />
          <Audience live={live} standing={standing} />
        </div>
        {isPerformer && isDue && (
          <SetSection title="Your Encoder">
            <EncoderReadout poll={poll} size="large" />
            {mount && <LaterOffAirTest mount={mount} poll={poll} />}
          </SetSection>
        )}
        {isDue && (
          <InBrowser fallback={<Skeleton className="mt-8 h-28 max-w-3xl" />}>
            <AlarmSettings isWrong={alarm !== null} />
          </InBrowser>
        )}
        <Happenings live={live} now={now} isOver={!isDue} />
        {isPerformer && (isOnAir || standing === "before") && (
          <InBrowser>
            <RecordingSection set={{ id: live.set, name: live.name }} isOnAir={isOnAir} />
          </InBrowser>
        )}
      </div>
    </main>
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

/** Listeners' reactions. */
function Happenings({ live, now, isOver }: { live: LiveSet; now: number; isOver: boolean }) {
  const { tracks, cheers, startTime, endTime } = live;
  const set = { id: live.set, startTime };
  // On the air the map grows with the set, in steps of a minute.
  const sofar = Math.max(startTime, Math.min(endTime, Math.ceil(now / 60_000) * 60_000));
  const map = heatMap(spansOf(tracks, set, isOver ? endTime : sofar), cheers);
  return (
    <>
      <SetSection title="Cheers">
        {cheers.length === 0 ? (
          <EmptyState title={isOver ? "No cheers were given" : "No cheers yet"}>
            {isOver ? undefined : "Cheers appear here as they happen."}
          </EmptyState>
        ) : (
          <HeatMap map={map} />
        )}
      </SetSection>
      <SetSection title="Tips">
        <TipList tips={live.tips} isOver={isOver} />
      </SetSection>
      <SetSection title="Tracks">
        {tracks.length === 0 ? (
          <EmptyState title={isOver ? "No tracks were recognized" : "No tracks yet"}>{titlesNote}</EmptyState>
        ) : (
          <SetTracklist tracks={tracks} start={startTime} map={map} isLive={!isOver} />
        )}
        {live.air !== null || isOver ? (
          <ButtonLink to={tracklistEditorPath(live.set)} className="mt-4">
            Edit Tracklist
          </ButtonLink>
        ) : null}
      </SetSection>
    </>
  );
}
