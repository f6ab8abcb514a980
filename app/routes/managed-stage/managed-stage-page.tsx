import { CalendarPlus, ExternalLink, Settings2 } from "lucide-react";
import { useSWRConfig } from "swr";
import { TextLink } from "#app/content/text-link.tsx";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { isCurrent } from "#app/domains/air/schedule/set-state.ts";
import { StateBadge } from "#app/domains/air/schedule/ui/state-badge.tsx";
import { listStageScheduleCall } from "#app/domains/air/sets/calls/sets.ts";
import type { SetRequestView } from "#app/domains/air/sets/contract/requests.ts";
import { listStageLogCall } from "#app/domains/air/stages/calls/manage.ts";
import { getRoomLineupCall } from "#app/domains/air/stages/calls/stages.ts";
import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { ManagePage } from "#app/domains/air/stages/ui/manage/manage-page.tsx";
import { StageLog } from "#app/domains/air/stages/ui/manage/stage-log.tsx";
import { editStagePath, requestPerformerPath } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { useNow } from "#app/ui/clock.ts";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { Badge } from "#app/ui/lamp.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { Section } from "#app/ui/section.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { type Tab, Tabs } from "#app/ui/tabs.tsx";
import { withOnAir } from "../home/lists.ts";
import { useLobby } from "../home/use-lobby.ts";
import { useOrigin } from "../shell/viewer.ts";
import { stageHref } from "../stage/play-source.ts";
import { BookingTabs } from "./booking-tabs.tsx";
import { SettingsSummary } from "./settings-summary.tsx";

// The first tab of on-demand stages alone.
const BroadcastTab = lazyPart(() => import("./broadcast-tab.tsx"));
const FeedLinks = lazyPart(() =>
  import("#app/domains/air/sets/ui/feed-links.tsx").then((module) => ({ default: module.FeedLinks })),
);

/** The calls whose results the lists, the calendar and the log show. */
const scheduled = new Set<unknown>([
  getRoomLineupCall.path,
  listStageScheduleCall.path,
  listStageLogCall.path,
]);

/** A manager's page of one stage: waiting requests, bookings, settings, log. */
export function ManagedStagePage({
  loaded,
}: {
  loaded: { stage: StageView; requests: SetRequestView[]; sets: SetView[] };
}) {
  const { mutate } = useSWRConfig();
  // Whatever was booked, moved or ended is read again at once, for the lists, the calendar and the log.
  const live = useLobby(() => void mutate((key) => Array.isArray(key) && scheduled.has(key[0])));
  const [stage = loaded.stage] = withOnAir([loaded.stage], loaded.sets, live, useNow());
  const isArchived = stage.archivedAt !== null;
  const origin = useOrigin();
  const log: Tab = { key: "log", title: "Log", render: () => <StageLog stageId={stage.id} /> };
  const beside = (
    <div className="lg:w-80 lg:shrink-0">
      <SettingsSummary stage={stage} />
      {!stage.instant && (
        <Section title="Feeds" intro="Public, and always up to date.">
          <InBrowser fallback={<Skeleton className="h-40" />}>
            <FeedLinks origin={origin} of={{ kind: "stage", id: stage.id }} />
          </InBrowser>
        </Section>
      )}
    </div>
  );
  const broadcast: Tab = {
    key: "broadcast",
    title: "Broadcast",
    // Nothing goes on air here while it is archived.
    render: () =>
      isArchived ? (
        beside
      ) : (
        <InBrowser fallback={<Skeleton className="h-96" />}>
          <BroadcastTab stageId={stage.id}>{beside}</BroadcastTab>
        </InBrowser>
      ),
  };
  return (
    <ManagePage
      title={stage.name}
      about={
        <span className="flex items-center gap-3">
          Stage Management {isCurrent(stage.state) && stage.state && <StateBadge state={stage.state} />}
          {isArchived && <Badge tone="off">ARCHIVED</Badge>}
        </span>
      }
      up="/management"
      isWide
      actions={
        <>
          {!stage.instant && !isArchived && (
            <ButtonLink to={requestPerformerPath(stage.id)}>
              <CalendarPlus aria-hidden="true" className="size-4" />
              Request Performer
            </ButtonLink>
          )}
          <ButtonLink to={editStagePath(stage.id)}>
            <Settings2 aria-hidden="true" className="size-4" />
            Edit Stage Settings
          </ButtonLink>
          <ButtonLink to={stageHref(stage)} tone="bare">
            <ExternalLink aria-hidden="true" className="size-4" />
            <span className="max-sm:sr-only">Open Stage</span>
          </ButtonLink>
        </>
      }
    >
      {isArchived && (
        <p className="mt-6 border-l-4 border-l-amber bg-raised px-4 py-3 text-16">
          {stage.instant
            ? "This stage is archived: it is not listed and cannot go on air."
            : "This stage is archived: it is not listed and takes no bookings."}{" "}
          <TextLink to={editStagePath(stage.id)}>Restore it in its settings</TextLink>.
        </p>
      )}
      <div className="mt-6">
        {stage.instant ? (
          <Tabs label={`Managing ${stage.name}`} tabs={[broadcast, log]} />
        ) : (
          <BookingTabs loaded={loaded} live={live} log={log}>
            {beside}
          </BookingTabs>
        )}
      </div>
    </ManagePage>
  );
}
