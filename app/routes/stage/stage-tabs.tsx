import { useState } from "react";
import useSWR from "swr";
import * as z from "zod/mini";
import { callApi } from "#app/api-client.ts";
import type { MemberView } from "#app/domains/stages/contract/members.ts";
import type { StagePageView } from "#app/domains/stages/contract.ts";
import type { RoomState } from "#app/domains/stages/live/protocol.ts";
import { PlayView } from "#app/domains/tracks/contract.ts";
import { PlayList } from "#app/domains/tracks/ui/play-list.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { abbreviate } from "#app/ui/number.ts";
import { type Tab, Tabs } from "#app/ui/tabs.tsx";
import { useViewer } from "../shell/viewer.ts";
import { Lineup } from "./lineup.tsx";
import { People } from "./people.tsx";

interface StageTabsProps {
  page: StagePageView;
  state: RoomState;
  subscriberCount: number;
}

export function StageTabs({
  page,
  members: loaded,
  state,
  subscriberCount,
}: StageTabsProps & { members: MemberView[] }) {
  const { stage } = page;
  const [members, setMembers] = useState(loaded);
  const tabs: Tab[] = [
    {
      key: "info",
      title: "Info",
      render: () => <Info page={page} state={state} subscriberCount={subscriberCount} />,
    },
    ...(stage.instant
      ? []
      : [{ key: "lineup", title: "Lineup", render: () => <Lineup stageId={stage.id} sets={page.lineup} /> }]),
    {
      key: "people",
      title: "People",
      render: () => (
        <People stage={stage} managers={page.managers} members={members} onMembers={setMembers} />
      ),
    },
    {
      key: "pastSongs",
      title: "Past songs",
      render: () => (
        <PastSongs stageId={stage.id} first={page.recentTracks} current={state.currentTrackHistory} />
      ),
    },
  ];
  return <Tabs tabs={tabs} label={`About ${stage.name}`} />;
}

function Info({ page, state, subscriberCount }: StageTabsProps) {
  const { stage, about } = page;
  const figures = [
    ...(stage.instant ? [] : [{ name: "Performances", count: stage.setCount }]),
    { name: "Total plays", count: stage.listenCount },
    { name: "Total subscribers", count: subscriberCount },
    { name: "Total favorites", count: state.favoriteCount },
    { name: "Total cheers", count: state.cheerCount },
  ];
  const bio = about && about.id === state.currentDj?.id ? about.bio : null;
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_16rem]">
      <div className="max-w-[70ch] space-y-6">
        {bio && about && (
          <section>
            <h2 className="text-16 font-semibold">About {about.username}</h2>
            <p className="whitespace-pre-line text-16 text-ink-2" dir="auto">
              {bio}
            </p>
          </section>
        )}
        <section>
          <h2 className="text-16 font-semibold">About the stage</h2>
          <p className="whitespace-pre-line text-16 text-ink-2" dir="auto">
            {stage.description || "Its managers have not described it yet."}
          </p>
          {stage.genre && <p className="mt-2 text-14 text-ink-3">{stage.genre}</p>}
        </section>
      </div>
      <dl>
        {figures.map(({ name, count }) => (
          <div key={name} className="flex items-baseline justify-between border-t border-tick py-2">
            <dt className="text-14 text-ink-2">{name}</dt>
            <dd className="tabular text-20 font-semibold">{abbreviate(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const lookAgainMs = 60_000;

/** Read again when another track is heard, and each minute for the counts; strangers see what the page came with. */
function PastSongs({
  stageId,
  first,
  current,
}: {
  stageId: string;
  first: PlayView[];
  current: string | null;
}) {
  const call = "/api/trackHistory/getLatestRoomTracks";
  const viewer = useViewer();
  const { data } = useSWR(
    viewer && [call, stageId, current],
    () => callApi(call, { answer: z.array(PlayView), body: { room: stageId } }),
    { fallbackData: first, keepPreviousData: true, refreshInterval: lookAgainMs, onError: () => {} },
  );
  return (
    <PlayList plays={data ?? first}>
      <EmptyState title="No songs played yet">
        Each track appears here, with its hearts and cheers, once a performer's software has named it.
      </EmptyState>
    </PlayList>
  );
}
