import { useState } from "react";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { withStates } from "#app/domains/air/schedule/states-of.ts";
import type { PlayedSetView } from "#app/domains/air/sets/contract/changes.ts";
import type { RoomState } from "#app/domains/air/stages/live/protocol.ts";
import { useRoom, useRoomIfAny } from "#app/domains/air/stages/live/use-room.ts";
import type { FavoriteView, PlayView } from "#app/domains/music/tracks/contract/tracks.ts";
import type { ProfileView } from "#app/domains/people/people/contract/people.ts";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { useViewer } from "../shell/viewer.ts";
import { Figures } from "../stage/figures.tsx";
import { RoomLayout } from "../stage/room-layout.tsx";
import { About } from "./about.tsx";
import { BlockedNotice } from "./blocked-notice.tsx";
import { LiveSection } from "./live-section.tsx";
import { ProfileHead } from "./profile-head.tsx";
import { isPlayedBy, stageIdOf, toOwnState, toStageState } from "./profile-on-air.ts";
import { RecentFavorites, RecentSets, RecentSongs } from "./recent.tsx";
import { UpcomingSets } from "./upcoming-sets.tsx";

const FollowProfile = lazyPart(() => import("./follow-profile.tsx"));
const FollowSets = lazyPart(() => import("./follow-sets.tsx"));
const OffAirTip = lazyPart(() => import("./off-air-tip.tsx"));

export interface ProfilePageProps {
  profile: ProfileView;
  upcoming: SetView[];
  /** Newest first, as in all lists here. */
  plays: PlayView[];
  sets: PlayedSetView[];
  favorites: FavoriteView[];
}

/** A person. A performer's page is also a room, with a chat and what they played: it carries their stream when no stage does. */
export function ProfilePage(page: ProfilePageProps) {
  const { profile } = page;
  const [isOpened, setOpened] = useState(false);
  if (profile.blocked && !isOpened) return <BlockedNotice person={profile} onView={() => setOpened(true)} />;
  if (profile.dj) return <PerformerProfile {...page} />;
  return (
    <main id="main" className="min-w-0 grow pb-12">
      <Parts {...page} live={null} rooms={[]} />
    </main>
  );
}

function PerformerProfile(page: ProfilePageProps) {
  const { profile } = page;
  const [initial] = useState(() => toOwnState(profile));
  const room = useRoom("profile", profile.id, initial);
  const own = room.state;
  const stageId = stageIdOf(profile, own);
  const known = useRoomIfAny(
    stageId === null ? null : { kind: "stage", id: stageId, initial: () => toStageState(profile, stageId) },
  );
  const stage = known && isPlayedBy(known.state, profile) ? known : null;
  return (
    <RoomLayout
      room={room}
      title={profile.username}
      hasChat={!profile.blocked}
      other={stage && { path: `stage/${stage.state.id}`, title: stage.state.name, room: stage }}
    >
      <Parts
        {...page}
        live={own.online ? own : (stage?.state ?? null)}
        rooms={(known ? [own, known.state] : [own]).map((onAir) => ({ onAir }))}
      />
    </RoomLayout>
  );
}

function Parts({
  profile,
  upcoming,
  plays,
  sets,
  favorites,
  live,
  rooms,
}: ProfilePageProps & {
  /** The room that carries their sound now, their own or a stage's, or null. */
  live: RoomState | null;
  /** The rooms that this page follows: they know the states of their sets. */
  rooms: Parameters<typeof withStates>[1];
}) {
  const viewer = useViewer();
  const isOwn = viewer?.id === profile.id;
  const place = live && `${live.kind}/${live.id}`;
  const [nextSets, setNextSets] = useNewer(upcoming);
  const [latestSets, setLatestSets] = useNewer(sets);
  const [counted, setCounted] = useNewer(profile);
  return (
    <>
      <ProfileHead profile={profile} live={live} />
      <div className="px-4 sm:px-8">
        {profile.dj && (
          <Statistics profile={counted} listeners={live && live.currentListeners} isOwn={isOwn} />
        )}
        {live && <LiveSection profile={profile} state={live} />}
        {!live && profile.dj && viewer && !isOwn && !profile.blocked && (
          <div className="mt-6 min-h-11">
            <InBrowser>
              <OffAirTip profile={profile} viewerId={viewer.id} />
            </InBrowser>
          </div>
        )}
        <UpcomingSets sets={withStates(nextSets, rooms)} />
        {profile.dj && viewer && (
          <InBrowser>
            <FollowProfile performerId={profile.id} place={place} onChange={setCounted} />
            <FollowSets
              performerId={profile.id}
              place={place}
              onUpcoming={setNextSets}
              onLatest={setLatestSets}
            />
          </InBrowser>
        )}
        <About profile={profile} isOwn={isOwn} />
        {profile.dj && (
          <>
            <RecentSongs personId={profile.id} first={plays} current={live && live.currentTrackHistory} />
            <RecentSets personId={profile.id} sets={latestSets} />
          </>
        )}
        <RecentFavorites favorites={favorites} />
      </div>
    </>
  );
}

/** Data of the page, or what was read since: until the page's data is loaded again. */
function useNewer<Data>(loaded: Data): [Data, (data: Data) => void] {
  const [read, setRead] = useState({ loaded, data: loaded });
  return [read.loaded === loaded ? read.data : loaded, (data) => setRead({ loaded, data })];
}

/** Not shown to others where their owner hides them. */
function Statistics({
  profile,
  listeners,
  isOwn,
}: {
  profile: ProfileView;
  listeners: number | null;
  isOwn: boolean;
}) {
  if (profile.hideProfileStats && !isOwn) return null;
  return (
    <>
      <Figures
        figures={[
          { one: "listening now", other: "listening now", count: listeners },
          { one: "total peak listener", other: "total peak listeners", count: profile.listens },
          { one: "favorite", other: "favorites", count: profile.favorites },
          { one: "cheer", other: "cheers", count: profile.cheers },
          {
            one: "stage performance",
            other: "stage performances",
            count: profile.setsPlayed,
          },
        ]}
      />
      {profile.hideProfileStats && <p className="mt-1 text-14 text-ink-3">Only you see these numbers.</p>}
    </>
  );
}
