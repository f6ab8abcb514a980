import { AudioLines, CalendarPlus } from "lucide-react";
import type { ComponentProps } from "react";
import { Link, useLocation } from "react-router";
import { callApi } from "#app/api-client.ts";
import { profilePlayerPath } from "#app/domains/embeds/address.ts";
import { openConnectionCall, resetConnectionCall } from "#app/domains/media/calls/media.ts";
import type { JustPassed } from "#app/domains/media/contract/just-passed.ts";
import { standbyTimes } from "#app/domains/media/standby.ts";
import type { DeskView } from "#app/domains/sets/contract/desk.ts";
import { noRequests } from "#app/domains/sets/ui/no-requests.ts";
import { PlayedSetRow } from "#app/domains/sets/ui/played-set-row.tsx";
import type { RequestList } from "#app/domains/sets/ui/request-list.tsx";
import { cratePath, performancesPath, profilePath } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { useNow } from "#app/ui/clock.ts";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { Badge } from "#app/ui/lamp.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { Section } from "#app/ui/section.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { type ClientViewer, useOrigin } from "../shell/viewer.ts";
import { ShareButton } from "../stage/share-button.tsx";
import { AirStatus } from "./air-status.tsx";
import { ConnectionSection } from "./connection-section.tsx";
import { dashboardTitle } from "./dashboard-title.ts";
import { findHeadSet } from "./encoder-advice.ts";
import { Schedule } from "./schedule.tsx";
import { Stats } from "./stats.tsx";
import { useDesk } from "./use-desk.ts";
import { useOwnEncoder } from "./use-own-encoder.ts";

const LaterRequestList = lazyPart(() =>
  import("#app/domains/sets/ui/request-list.tsx").then((module) => ({ default: module.RequestList })),
);
const HeadSet = lazyPart(() => import("./head-set.tsx").then((module) => ({ default: module.HeadSet })));

// At the page's end, and useless before hydration.
const FeedLinks = lazyPart(() =>
  import("#app/domains/sets/ui/feed-links.tsx").then((module) => ({ default: module.FeedLinks })),
);

const StandbyPanel = lazyPart(() => import("#app/domains/media/ui/standby.tsx"));

const calls = {
  read: () => callApi(openConnectionCall),
  reset: () => callApi(resetConnectionCall),
};

const ownMountNote =
  "The test mount no longer works. Enter your own mount in your software, or download the ready-made settings file from your setup guide.";

/** A performer's dashboard: the next set, waiting requests, how to go on air, past sets. */
export function Dashboard({ loaded, viewer }: { loaded: DeskView; viewer: ClientViewer }) {
  const origin = useOrigin();
  const desk = useDesk(loaded, viewer.id);
  const { upcomingSets, incoming, outgoing, playedSets, onAir } = desk;
  const now = useNow(10_000);
  const headSet = findHeadSet(upcomingSets, now);
  const isNear = headSet !== undefined && now >= headSet.startTime - standbyTimes.windowMs;
  const own = useOwnEncoder(isNear || desk.isOnStandby);
  const state = useLocation().state as Partial<JustPassed> | null;
  const hasPlayed = desk.stats.hours > 0 || desk.stats.setsPlayed > 0;
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
          <AirStatus onAir={onAir} isOnStandby={own.view?.standby?.isOn ?? desk.isOnStandby} />
        </div>
        <div className="flex flex-wrap gap-3">
          <ShareButton
            label="Share Profile"
            name={viewer.username}
            url={`${origin}${profilePath(viewer.id)}`}
            playerUrl={`${origin}${profilePlayerPath(viewer.username)}`}
          />
          <ButtonLink to="/djs/request" tone="solid">
            <CalendarPlus aria-hidden="true" className="size-4" />
            Book Stage Performance
          </ButtonLink>
        </div>
      </header>
      <Stats stats={desk.stats} />
      {own.view?.standby && own.mount && (
        <InBrowser>
          <StandbyPanel standby={own.view.standby} mount={own.mount} />
        </InBrowser>
      )}
      {headSet && (
        <InBrowser fallback={<Skeleton className="mt-8 h-60" />}>
          <HeadSet key={headSet.id} set={headSet} onAir={onAir} own={own} onEnded={desk.readAgain} />
        </InBrowser>
      )}
      <div className="mt-8">
        <ConnectionSection
          calls={calls}
          isShown={state?.hasJustPassed === true}
          note={hasPlayed ? undefined : ownMountNote}
        />
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
          <ButtonLink to="/djs/butt" tone="bare">
            Setup Guides
          </ButtonLink>
        </div>
      </div>
      {/* On a phone one below the other in this order; on wide screens, waiting requests are beside the rest. */}
      <div className="mt-8 grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
        <Section title="Schedule">
          <Schedule sets={upcomingSets} />
        </Section>
        <div className="max-lg:mt-8 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Section
            title="Incoming Bookings"
            end={incoming.length > 0 && <Badge tone="amber">{incoming.length}</Badge>}
          >
            <Requests {...shared} requests={incoming} empty={noRequests.incoming} />
          </Section>
          <Section title="Outgoing Bookings">
            <Requests {...shared} requests={outgoing} empty={noRequests.outgoing} />
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
                  <PlayedSetRow set={set} />
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
    </>
  );
}

/** Most performers have none: then nothing of the list is loaded. */
function Requests(props: ComponentProps<typeof RequestList>) {
  if (props.requests.length === 0) return <p className="text-16 text-ink-2">{props.empty}</p>;
  return (
    <InBrowser fallback={<Skeleton className="h-40" />}>
      <LaterRequestList {...props} />
    </InBrowser>
  );
}
