import { useMemo, useState } from "react";
import { Link } from "react-router";
import type { ReplayDetailsView } from "#app/domains/replays/contract.ts";
import { momentAddress, type ReplayStart } from "#app/domains/replays/moment.ts";
import { ReplayDeck } from "#app/domains/replays/ui/replay-deck.tsx";
import { AvailableUntil, BeyondEnd } from "#app/domains/replays/ui/replay-notes.tsx";
import type { Cue } from "#app/domains/replays/ui/use-replay-player.ts";
import type { SetRecordView } from "#app/domains/sets/contract/record.ts";
import { heatMap, spansOf } from "#app/domains/sets/heat-map.ts";
import { performanceLabel, setTimeState } from "#app/domains/sets/time-state.ts";
import { HeatMap } from "#app/domains/sets/ui/heat-map.tsx";
import { SetSection } from "#app/domains/sets/ui/set-section.tsx";
import type { TracklistView } from "#app/domains/tracklists/contract/tracklists.ts";
import { titlesNote } from "#app/domains/tracks/ui/titles-note.ts";
import { playedSetPath, profilePath, stagePath } from "#app/paths.ts";
import { BackButton } from "#app/ui/back-button.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { Picture } from "#app/ui/picture.tsx";
import { TimeRange } from "#app/ui/time.tsx";
import { OwnersPart } from "../replay/owners-part.tsx";
import { ShareMoment } from "../replay/share-moment.tsx";
import { Figures } from "../stage/figures.tsx";
import { ShareButton } from "../stage/share-button.tsx";
import { SetTracks } from "./set-tracks.tsx";

const ReplayUpload = lazyPart(() =>
  import("#app/domains/uploads/ui/replay-upload.tsx").then((module) => ({ default: module.ReplayUpload })),
);

/** A past set: who played what and where, and listeners' reactions. */
export function PastSetPage({
  set,
  tracklist,
  replay,
  start,
  isOwn,
  now,
  origin,
}: {
  set: SetRecordView;
  /** Null where it was not on air. */
  tracklist: TracklistView | null;
  /** Null where there is none that the viewer may hear. */
  replay: ReplayDetailsView | null;
  /** Where the replay starts; null without one. */
  start: ReplayStart | null;
  isOwn: boolean;
  now: number;
  origin: string;
}) {
  const { user, room, tracks, cheers } = set;
  const state = setTimeState(set, now);
  const until = Math.min(now, set.endTime ?? now);
  const [cuedAt, setCuedAt] = useState(start?.startAt ?? 0);
  const cue = useMemo<Cue>(() => ({ at: cuedAt, set: setCuedAt }), [cuedAt]);
  const map = cheers === null ? null : heatMap(spansOf(tracks, set, until), cheers);
  return (
    <main id="main" className="mx-auto w-full max-w-4xl pb-12">
      <div className="flex items-center gap-1 px-2 py-1.5 sm:px-6">
        <BackButton />
        <span className="grow" />
        <ShareButton name={set.name} url={`${origin}${playedSetPath(set.id)}`} />
      </div>
      <div className="px-4 sm:px-8">
        <header className="flex items-start gap-5">
          <Link to={profilePath(user.id)} tabIndex={-1} aria-hidden="true" className="shrink-0">
            <Picture src={user.profile} name={user.username} className="size-20 sm:size-28" />
          </Link>
          <div className="min-w-0">
            <h1 className="display text-28 wrap-anywhere sm:text-44" dir="auto">
              {set.name}
            </h1>
            <p className="mt-1 text-16 wrap-anywhere text-ink-2">
              <Link to={profilePath(user.id)} className="font-semibold text-ink hover:underline" dir="auto">
                {user.username}
              </Link>
              {room && (
                <>
                  {" on "}
                  <Link to={stagePath(room.id)} className="text-ink hover:underline" dir="auto">
                    {room.name}
                  </Link>
                </>
              )}
            </p>
            <p className="mt-1 text-14 text-ink-3">
              <TimeRange start={set.startTime} end={set.endTime} isZoned />
              {set.endTime !== null && ` · ${performanceLabel(set.endTime - set.startTime)}`}
            </p>
          </div>
        </header>
        <Totals set={set} />
        {isOwn && replay === null && (
          <InBrowser>
            <ReplayUpload replay={set.id} />
          </InBrowser>
        )}
        {set.description && (
          <p className="mt-5 max-w-[70ch] whitespace-pre-line text-16 wrap-anywhere text-ink-2" dir="auto">
            {set.description}
          </p>
        )}
        {replay && start && (
          <Replay replay={replay} cue={cue} isBeyondEnd={start.isBeyondEnd} url={`${origin}${replay.url}`} />
        )}
        {map !== null && state !== "upcoming" && (
          <SetSection title="Cheers">
            {cheers?.length === 0 ? (
              <EmptyState title={state === "ended" ? "No cheers were given" : "No cheers yet"} />
            ) : (
              <HeatMap map={map} />
            )}
          </SetSection>
        )}
        <SetTracks set={set} first={tracklist} map={map} now={now} playing={replay && { replay, cue }}>
          {state === "ended" ? (
            <EmptyState title="No tracks were recognized">{titlesNote}</EmptyState>
          ) : (
            <EmptyState title={state === "live" ? "No tracks yet" : "This set has not been played yet"}>
              {room && (
                <Link to={stagePath(room.id)} className="underline hover:text-ink">
                  Open Stage
                </Link>
              )}
            </EmptyState>
          )}
        </SetTracks>
        {replay && <OwnersPart replay={replay} />}
      </div>
    </main>
  );
}

/** The recording of the set; its chat is on its own page. */
function Replay({
  replay,
  cue,
  isBeyondEnd,
  url,
}: {
  replay: ReplayDetailsView;
  cue: Cue;
  /** The address leads beyond the end. */
  isBeyondEnd: boolean;
  url: string;
}) {
  return (
    <>
      {isBeyondEnd && <BeyondEnd replay={replay} />}
      <ReplayDeck replay={replay} cue={cue}>
        {(position) => (
          <>
            <ShareMoment name={replay.name} url={url} position={position} />
            <ButtonLink to={momentAddress(replay.url, position)}>Replay with Chat</ButtonLink>
          </>
        )}
      </ReplayDeck>
      <AvailableUntil replay={replay} />
    </>
  );
}

function Totals({ set }: { set: SetRecordView }) {
  const { totalFavorites, totalCheers, totalTips, peakListeners, tracks } = set;
  const isHidden = peakListeners === null;
  return (
    <>
      <Figures
        figures={[
          { one: "peak listener", other: "peak listeners", count: peakListeners },
          { one: "favorite", other: "favorites", count: totalFavorites },
          { one: "cheer", other: "cheers", count: totalCheers },
          { one: "token tipped", other: "tokens tipped", count: totalTips },
          { one: "track", other: "tracks", count: tracks.length },
        ]}
      />
      {isHidden && (
        <p className="mt-1 text-14 text-ink-3">{set.user.username} keeps their statistics private.</p>
      )}
    </>
  );
}
