import clsx from "clsx";
import { AudioLines, CalendarPlus } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "react-router";
import { callApi } from "#app/api-client.ts";
import { openConnectionCall, resetConnectionCall } from "#app/domains/air/media/calls/media.ts";
import type { JustPassed } from "#app/domains/air/media/contract/just-passed.ts";
import { standbyTimes } from "#app/domains/air/media/standby.ts";
import type { DeskView } from "#app/domains/air/sets/contract/desk.ts";
import { LaterRequestList } from "#app/domains/air/sets/ui/later-request-list.tsx";
import { noRequests } from "#app/domains/air/sets/ui/no-requests.ts";
import { profilePlayerPath } from "#app/domains/outside/embeds/address.ts";
import { cratePath, performancesPath, profilePath } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { useNow } from "#app/ui/clock.ts";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { Badge } from "#app/ui/lamp.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { Section } from "#app/ui/section.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { useUsedGuide } from "../guides/used-guide.ts";
import { type ClientViewer, useOrigin } from "../shell/viewer.ts";
import { ShareButton } from "../stage/share-button.tsx";
import { AirStatus } from "./air-status.tsx";
import { dashboardTitle } from "./dashboard-title.ts";
import { findHeadSet } from "./encoder-advice.ts";
import { Schedule } from "./schedule.tsx";
import { Stats } from "./stats.tsx";
import { useDesk } from "./use-desk.ts";
import { useOwnEncoder } from "./use-own-encoder.ts";

const ConnectionSection = lazyPart(() =>
  import("./connection-section.tsx").then((module) => ({ default: module.ConnectionSection })),
);
const HeadSet = lazyPart(() => import("./head-set.tsx").then((module) => ({ default: module.HeadSet })));

// At the page's end, and useless before hydration.
const FeedLinks = lazyPart(() =>
  import("#app/domains/air/sets/ui/feed-links.tsx").then((module) => ({ default: module.FeedLinks })),
);

// At the page's end.
const PlayedSetRow = lazyPart(() =>
  import("#app/domains/air/sets/ui/played-set-row.tsx").then((module) => ({ default: module.PlayedSetRow })),
);

// Asked once, of new performers.
const ReplayQuestion = lazyPart(() =>
  import("./replay-question.tsx").then((module) => ({ default: module.ReplayQuestion })),
);

const StandbyPanel = lazyPart(() => import("#app/domains/air/media/ui/standby.tsx"));
const StillConnectedPanel = lazyPart(() => import("#app/domains/air/media/ui/still-connected.tsx"));

const calls = {
  read: () => callApi(openConnectionCall),
  reset: () => callApi(resetConnectionCall),
};

const passedNote =
  "The mount from your test is now yours. Leave these values in your software: they stay the same until you reset them.";

/** A performer's dashboard: the next set, waiting requests, how to go on air, past sets. */
export function Dashboard({ loaded, viewer }: { loaded: DeskView; viewer: ClientViewer }) {
  const origin = useOrigin();
  const desk = useDesk(loaded, viewer.id);
  const { upcomingSets, incoming, outgoing, playedSets, onAir } = desk;
  const now = useNow();
  const headSet = findHeadSet(upcomingSets, now);
  const isNear = headSet !== undefined && now >= headSet.startTime - standbyTimes.windowMs;
  const [watchedUntil, setWatchedUntil] = useState(0);
  const keptUntil = isNear ? (headSet.endTime ?? 0) + 2 * standbyTimes.keptMs : 0;
  if (keptUntil > watchedUntil) setWatchedUntil(keptUntil);
  const isWatched = isNear || now < watchedUntil || desk.standby !== null || !desk.profileOnConnect;
  const own = useOwnEncoder(isWatched);
  // What the page was read with, until the encoder has been asked.
  const standby = own.view === undefined ? desk.standby : (own.view.standby ?? null);
  const state = useLocation().state as Partial<JustPassed> | null;
  const guide = useUsedGuide(desk.program);
  const shared = {
    side: "performer",
    viewerId: viewer.id,
    conflictsOf: desk.conflictsOf,
    onAnswer: desk.answer,
  } as const;
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div>
          <h1 className="display text-44">{dashboardTitle(desk.performerType)}</h1>
          <AirStatus
            onAir={onAir}
            standby={standby}
            encoder={own.view}
            isAsked={isWatched && own.presence !== "absent"}
          />
        </div>
        <div className="flex flex-wrap gap-3 sm:flex-row-reverse">
          <ButtonLink to="/djs/request" tone="solid">
            <CalendarPlus aria-hidden="true" className="size-4" />
            Book Stage Performance
          </ButtonLink>
          <ShareButton
            label="Share Profile"
            name={viewer.username}
            url={`${origin}${profilePath(viewer.id)}`}
            playerUrl={`${origin}${profilePlayerPath(viewer.username)}`}
          />
        </div>
      </header>
      <div className="flex flex-col">
        {standby?.reason === "over" && (
          <InBrowser fallback={<Skeleton className="mt-6 h-52" />}>
            <StillConnectedPanel standby={standby} mount={own.mount} isHeard={(onAir ?? []).length > 0} />
          </InBrowser>
        )}
        {desk.isReplayChoiceOpen && (
          <InBrowser fallback={<Skeleton className="mt-8 h-80" />}>
            <ReplayQuestion onAnswered={desk.readAgain} />
          </InBrowser>
        )}
        <Stats stats={desk.stats} />
        {standby && standby.reason !== "over" && own.mount && (
          <InBrowser>
            <StandbyPanel standby={standby} mount={own.mount} air={own.view?.air ?? null} />
          </InBrowser>
        )}
        {headSet && (
          <InBrowser fallback={<Skeleton className="mt-8 h-60" />}>
            <HeadSet
              key={headSet.id}
              set={headSet}
              onAir={onAir}
              own={own}
              profileOnConnect={desk.profileOnConnect}
              onEnded={desk.readAgain}
            />
          </InBrowser>
        )}
        <div className="mt-8">
          <InBrowser fallback={<Skeleton className="h-24" />}>
            <ConnectionSection
              calls={calls}
              isShown={state?.hasJustPassed === true}
              note={state?.hasJustPassed === true ? passedNote : undefined}
            />
          </InBrowser>
          <div className="mt-4 flex flex-wrap gap-3">
            <ButtonLink to="/djs/audiotest">
              <AudioLines aria-hidden="true" className="size-4" />
              Run an Audio Test
            </ButtonLink>
            <ButtonLink to={cratePath()} tone="bare">
              Your Crate
            </ButtonLink>
            <ButtonLink to="/djs/how-to-use" tone="bare">
              How to Use
            </ButtonLink>
            <ButtonLink to={guide.path} tone="bare">
              Setup Guides
            </ButtonLink>
          </div>
        </div>
        {/* On a phone one below the other, with what waits for an answer first; on wide screens requests are beside the rest. */}
        <div className="gap-x-12 max-lg:contents lg:mt-8 lg:grid lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
          <div className="max-lg:mt-8">
            <Section title="Schedule">
              <Schedule sets={upcomingSets} />
            </Section>
          </div>
          <div
            className={clsx(
              "max-lg:mt-8 lg:col-start-2 lg:row-span-2 lg:row-start-1",
              incoming.length > 0 && "max-lg:order-first",
            )}
          >
            <Section
              title="Incoming Bookings"
              end={incoming.length > 0 && <Badge tone="amber">{incoming.length}</Badge>}
            >
              <LaterRequestList {...shared} requests={incoming} empty={noRequests.incoming} />
            </Section>
            <Section title="Outgoing Bookings">
              <LaterRequestList {...shared} requests={outgoing} empty={noRequests.outgoing} />
            </Section>
          </div>
          <Section
            title="Recent Performances"
            end={
              playedSets.length > 0 && (
                <Link
                  to={performancesPath(viewer.id)}
                  className="text-14 text-ink-2 hover:text-ink hover:underline"
                >
                  View All<span className="sr-only"> performances</span>
                </Link>
              )
            }
          >
            {playedSets.length === 0 ? (
              <p className="text-16 text-ink-2">You have not played any performances yet!</p>
            ) : (
              <ol className="border-b border-tick">
                {playedSets.map((set) => (
                  <li key={set.id} className="border-t border-tick">
                    <InBrowser fallback={<Skeleton className="h-16" />}>
                      <PlayedSetRow set={set} isOwn />
                    </InBrowser>
                  </li>
                ))}
              </ol>
            )}
          </Section>
        </div>
        <Section title="Feeds" intro="Your schedule and history. Public and always up to date.">
          <div className="grid gap-x-12 sm:grid-cols-2">
            <InBrowser fallback={<div className="min-h-40" />}>
              <FeedLinks origin={origin} of={{ kind: "performer", id: viewer.id }} />
            </InBrowser>
          </div>
        </Section>
      </div>
    </>
  );
}
