import { lazy, useState } from "react";
import type { RoomState } from "#app/domains/air/stages/live/protocol.ts";
import type { Follows } from "#app/domains/people/people/ui/use-follows.ts";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { type Tab, Tabs } from "#app/ui/tabs.tsx";
import { Info } from "./info.tsx";
import { useOpenTab } from "./open-tab.ts";
import { PastSongs } from "./past-songs.tsx";
import type { StageRouteData } from "./stage-route-data.ts";

const Lineup = lazy(() => import("./lineup.tsx"));
const People = lazy(() => import("./people.tsx"));
const PastSets = lazy(() => import("./past-sets.tsx"));

/** A tab whose script loads when it is opened. */
const onDemand = (tab: Tab): Tab => ({
  ...tab,
  render: () => <InBrowser fallback={<Skeleton className="h-64" />}>{tab.render()}</InBrowser>,
});

/**
 * Details of a stage. An on-demand stage has no schedule, so neither coming nor past sets; what named performers played
 * there is listed where any of it can be heard again.
 */
export function StageTabs({
  data,
  state,
  subscriberCount,
  follows,
}: {
  data: StageRouteData;
  state: RoomState;
  subscriberCount: number;
  follows: Follows;
}) {
  const { stage, lineup, managers, recentTracks } = data.page;
  const [members, setMembers] = useState(data.members);
  const openTab = useOpenTab();
  const onAir = state.currentSet?.id ?? null;
  const scheduled = (tab: Tab) => (stage.instant ? [] : [onDemand(tab)]);
  const past: Tab = {
    key: "pastSets",
    title: stage.instant ? "Past Performances" : "Past Sets",
    render: () => (
      <PastSets
        stageId={stage.id}
        first={data.pastSets}
        current={stage.instant ? state.performance : onAir}
        isOnDemand={stage.instant}
      />
    ),
  };
  const tabs: Tab[] = [
    {
      key: "info",
      title: "Info",
      render: () => (
        <Info page={data.page} awards={data.awards} state={state} subscriberCount={subscriberCount} />
      ),
    },
    ...scheduled({
      key: "lineup",
      title: "Lineup",
      render: () => (
        <Lineup
          stageId={stage.id}
          first={lineup}
          changes={`${onAir} ${state.nextSet?.id} ${state.nextSet?.startTime}`}
          follows={follows}
        />
      ),
    }),
    onDemand({
      key: "people",
      title: "People",
      render: () => <People stage={stage} managers={managers} members={members} onMembers={setMembers} />,
    }),
    ...(stage.instant && data.pastSets.length === 0 ? [] : [onDemand(past)]),
    {
      key: "pastSongs",
      title: "Past Songs",
      render: () => (
        <PastSongs
          stageId={stage.id}
          first={recentTracks}
          current={state.currentTrackHistory && `${state.currentTrackHistory} ${state.currentTitle}`}
          isOnDemand={stage.instant}
        />
      ),
    },
  ];
  return <Tabs tabs={tabs} label={`About ${stage.name}`} initial={openTab.initial} onChoose={openTab.keep} />;
}
