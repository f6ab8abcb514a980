import { CalendarPlus } from "lucide-react";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import useSWR from "swr";
import * as z from "zod/mini";
import { callApi } from "#app/api-client.ts";
import type { SetView } from "#app/domains/sets/contract.ts";
import { setTimeState } from "#app/domains/sets/time-state.ts";
import type { MemberView } from "#app/domains/stages/contract/members.ts";
import type { StagePageView } from "#app/domains/stages/contract.ts";
import type { RoomState } from "#app/domains/stages/live/protocol.ts";
import { PlayView } from "#app/domains/tracks/contract.ts";
import { PlayList } from "#app/domains/tracks/ui/play-list.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { useNow, useViewerClock } from "#app/ui/clock.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { abbreviate } from "#app/ui/number.ts";
import { type Tab, Tabs } from "#app/ui/tabs.tsx";
import { LocalTime, TimeRange } from "#app/ui/time.tsx";
import { isSameDay } from "#app/ui/time-format.ts";
import { useViewer } from "../shell/viewer.ts";
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

function Lineup({ stageId, sets }: { stageId: string; sets: SetView[] }) {
  const now = useNow(10_000);
  const zone = useViewerClock()?.zone ?? "UTC";
  const mayBook = useViewer()?.hasPassedTest ?? false;
  const shown = sets.filter((set) => setTimeState(set, now) !== "ended");
  const days = useMemo(() => {
    const groups: SetView[][] = [];
    for (const set of shown) {
      const day = groups.at(-1);
      if (day?.[0] && isSameDay(day[0].startTime, set.startTime, zone)) day.push(set);
      else groups.push([set]);
    }
    return groups;
  }, [shown, zone]);
  return (
    <div className="space-y-6">
      {days.length === 0 && <EmptyState title="No upcoming performances scheduled" />}
      {days.map((day) => (
        <section key={day[0]?.id}>
          <h2 className="label mb-2 text-ink-3">
            {day[0] && <LocalTime at={day[0].startTime} shape="day" />}
          </h2>
          <ul>
            {day.map((set) => (
              <li key={set.id} className="flex flex-wrap items-baseline gap-x-5 border-t border-tick py-3">
                <span className="tabular w-40 text-16 text-ink-2">
                  <TimeRange start={set.startTime} end={set.endTime} withDay={false} />
                </span>
                <span className="min-w-0 grow">
                  <span className="display block text-20" dir="auto">
                    {set.name}
                  </span>
                  <Link
                    to={`/profile/${set.user.id}`}
                    className="text-16 text-ink-2 hover:underline"
                    dir="auto"
                  >
                    {set.user.username}
                  </Link>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {mayBook && (
        <ButtonLink to={`/djs/request?room=${stageId}`}>
          <CalendarPlus aria-hidden="true" className="size-4" />
          Book this stage
        </ButtonLink>
      )}
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
