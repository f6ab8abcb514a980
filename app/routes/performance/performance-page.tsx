import clsx from "clsx";
import { MessageSquare } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import type { ReplayDetailsView } from "#app/domains/air/replays/contract.ts";
import { momentAddress } from "#app/domains/air/replays/moment.ts";
import { offsetIn, type RecordingClock, timeIn } from "#app/domains/air/replays/recording-clock.ts";
import { ReplayDeck } from "#app/domains/air/replays/ui/replay-deck.tsx";
import { ReplayDownloads } from "#app/domains/air/replays/ui/replay-downloads.tsx";
import { BeyondEnd } from "#app/domains/air/replays/ui/replay-notes.tsx";
import type { Cue } from "#app/domains/air/replays/ui/use-replay-player.ts";
import { stateNow } from "#app/domains/air/schedule/set-state.ts";
import type { SetRecordView } from "#app/domains/air/sets/contract/record.ts";
import { type HeatSpan, heatMap, spansOf } from "#app/domains/air/sets/heat-map.ts";
import { SetSection } from "#app/domains/air/sets/ui/set-section.tsx";
import { clockOffset } from "#app/domains/base/time/clock-offset.ts";
import { TagList } from "#app/domains/outside/search/ui/tag-list.tsx";
import { recordedPath } from "#app/paths.ts";
import { BackButton } from "#app/ui/back-button.tsx";
import { Button } from "#app/ui/button.tsx";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { chatPlace, usePanels } from "#app/ui/panels.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { useViewer } from "../shell/viewer.ts";
import { ShareButton } from "../stage/share-button.tsx";
import { PerformanceFigures } from "./performance-figures.tsx";
import { PerformanceHead } from "./performance-head.tsx";
import type { PerformancePageData } from "./performance-page-data.ts";
import { PerformanceTracks } from "./performance-tracks.tsx";
import { SetCheers } from "./set-cheers.tsx";
import { playerPathOf } from "./share-card.ts";

const OwnersPart = lazyPart(() => import("./owners-part.tsx"));
const ReplayRoom = lazyPart(() => import("./replay-room.tsx"));
const ReplayUpload = lazyPart(() =>
  import("#app/domains/outside/uploads/ui/replay-upload.tsx").then((module) => ({
    default: module.ReplayUpload,
  })),
);

/** The chat is that of the recording. */
export const hasPerformanceChat = (data: unknown): boolean =>
  (data as PerformancePageData | undefined)?.replay != null;

/** The one page of a performance, at the address of its set and at that of its recording. */
export function PerformancePage(data: PerformancePageData) {
  const { set, replay, start } = data;
  // A link to another moment is another page.
  const key = `${set?.id ?? replay?.id} ${start?.startAt ?? 0}`;
  return replay === null ? (
    <WithoutReplay key={key} {...data} />
  ) : (
    <WithReplay key={key} {...data} replay={replay} />
  );
}

function WithoutReplay(data: PerformancePageData) {
  return (
    <div className="flex grow">
      <main id="main" className="min-w-0 grow pb-12">
        <Contents {...data} playing={null}>
          {data.set && data.isOwn && (
            <InBrowser>
              <ReplayUpload replay={data.set.id} />
            </InBrowser>
          )}
        </Contents>
      </main>
    </div>
  );
}

function WithReplay({ replay, ...data }: PerformancePageData & { replay: ReplayDetailsView }) {
  const viewer = useViewer();
  const { chat } = usePanels();
  const [cuedAt, setCuedAt] = useState(data.start?.startAt ?? 0);
  const cue = useMemo<Cue>(() => ({ at: cuedAt, set: setCuedAt }), [cuedAt]);
  return (
    <div className="flex grow">
      <main id="main" inert={chat.isSheet} className="relative min-w-0 grow pb-12">
        <Contents {...data} replay={replay} playing={{ replay, cue }}>
          {data.start?.isBeyondEnd && <BeyondEnd replay={replay} />}
          <ReplayDeck replay={replay} cue={cue}>
            {(position) => (
              <>
                <ShareButton
                  name={replay.name}
                  label="Share This Moment"
                  title={`Share ${clockOffset(position)}`}
                  url={momentAddress(urlOf({ ...data, replay }), position)}
                />
                <Button
                  icon={<MessageSquare aria-hidden="true" className="size-4" />}
                  aria-expanded={chat.isShown}
                  onClick={chat.toggle}
                  className="xl:hidden"
                >
                  Show Chat
                </Button>
              </>
            )}
          </ReplayDeck>
        </Contents>
      </main>
      <InBrowser fallback={<div className={clsx(chatPlace, "bg-raised max-xl:hidden")} />}>
        <ReplayRoom replay={replay} cue={cue} blockedIds={viewer?.blockedIds ?? []} />
      </InBrowser>
    </div>
  );
}

/** Its own address, which stays when the recording is gone. */
function urlOf({ set, replay, origin }: Pick<PerformancePageData, "set" | "replay" | "origin">): string {
  return `${origin}${recordedPath(replay?.id ?? "", set?.id ?? replay?.set)}`;
}

/** The cheers of a set up to `until`, by its tracks. */
function mapOf(set: SetRecordView, clock: RecordingClock, until: number): readonly HeatSpan[] {
  const spans = spansOf(set.tracks, { id: set.id, startTime: timeIn(clock, 0) }, until);
  return heatMap(spans, set.cheers ?? []);
}

/** `children`: what plays it, or what can be done where nothing does. */
function Contents({
  children,
  playing,
  ...data
}: PerformancePageData & { playing: { replay: ReplayDetailsView; cue: Cue } | null; children: ReactNode }) {
  const { set, replay, tracklist, now, origin } = data;
  const name = set?.name ?? replay?.name ?? "";
  const startTime = set?.startTime ?? replay?.startTime ?? 0;
  // What was on air has its own times: it may start early, end late or be ended early.
  const clock = tracklist?.clock ?? [{ position: 0, at: startTime }];
  const endTime = tracklist === null ? (set ?? replay)?.endTime : tracklist.endTime;
  const playerPath = playerPathOf(replay);
  const state = set && stateNow(set, now);
  const isOver = state?.name === "over";
  const isUnplayed = isOver && replay === null && tracklist === null && set?.tracks.length === 0;
  // Also where it was off the air. Before its start, its length is the booked one.
  const mayGoOn = set !== null && !isOver && tracklist !== null;
  const map = set?.cheers ? mapOf(set, clock, Math.min(now, endTime ?? now)) : null;
  return (
    <>
      <div className="flex items-center gap-1 px-2 py-1.5 sm:px-6">
        <BackButton />
        <span className="grow" />
        <ShareButton
          name={name}
          url={urlOf(data)}
          {...(playerPath !== null && { playerUrl: `${origin}${playerPath}` })}
        />
      </div>
      <div className="mx-auto max-w-5xl px-4 sm:px-8">
        <PerformanceHead
          {...data}
          state={state}
          isUnplayed={isUnplayed}
          lengthMs={endTime == null || isUnplayed || mayGoOn ? null : offsetIn(clock, endTime)}
        />
        <PerformanceFigures set={set} replay={replay} isOver={isOver} />
        {set?.description && (
          <p className="mt-5 max-w-[70ch] whitespace-pre-line text-16 wrap-anywhere text-ink-2" dir="auto">
            {set.description}
          </p>
        )}
        <TagList tags={set?.tags ?? []} className="mt-3" />
        {children}
        {set && !isUnplayed && <SetCheers set={set} map={map} clock={clock} isOver={isOver} now={now} />}
        <PerformanceTracks
          set={set}
          first={tracklist}
          clock={clock}
          map={map}
          playing={playing}
          isOver={isOver}
          isUnplayed={isUnplayed}
          now={now}
        />
        {replay && (replay.isDownloadable || replay.tracks.length > 0) && (
          <SetSection title="Files">
            <ReplayDownloads replay={replay} />
          </SetSection>
        )}
        {replay?.rights != null && (
          <InBrowser fallback={<Skeleton className="mt-10 h-96 max-w-2xl" />}>
            <OwnersPart replay={replay} rights={replay.rights} />
          </InBrowser>
        )}
      </div>
    </>
  );
}
