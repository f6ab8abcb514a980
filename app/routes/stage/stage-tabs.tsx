import { useState } from "react";
import type { Follows } from "#app/domains/people/ui/use-follows.ts";
import type { RoomState } from "#app/domains/stages/live/protocol.ts";
import { type Tab, Tabs } from "#app/ui/tabs.tsx";
import { Info } from "./info.tsx";
import { Lineup } from "./lineup.tsx";
import { useOpenTab } from "./open-tab.ts";
import { PastSets } from "./past-sets.tsx";
import { PastSongs } from "./past-songs.tsx";
import { People } from "./people.tsx";
import type { StageRouteData } from "./stage-page.tsx";

/** All about a stage. One on demand has no schedule, so neither what comes nor what was. */
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
  const scheduled = (tab: Tab) => (stage.instant ? [] : [tab]);
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
    {
      key: "people",
      title: "People",
      render: () => <People stage={stage} managers={managers} members={members} onMembers={setMembers} />,
    },
    ...scheduled({
      key: "pastSets",
      title: "Past sets",
      render: () => <PastSets stageId={stage.id} first={data.pastSets} current={onAir} />,
    }),
    {
      key: "pastSongs",
      title: "Past songs",
      render: () => <PastSongs stageId={stage.id} first={recentTracks} current={state.currentTrackHistory} />,
    },
  ];
  return <Tabs tabs={tabs} label={`About ${stage.name}`} initial={openTab.initial} onChoose={openTab.keep} />;
}
