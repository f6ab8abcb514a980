import { useState } from "react";
import type { ProfileView } from "#app/domains/people/contract.ts";
import type { PlayedSetView } from "#app/domains/sets/contract/changes.ts";
import type { SetView } from "#app/domains/sets/contract.ts";
import { toRoomState, useRoom } from "#app/domains/stages/live/use-room.ts";
import type { FavoriteView, PlayView } from "#app/domains/tracks/contract.ts";
import { useViewer } from "../shell/viewer.ts";
import { Figures } from "../stage/figures.tsx";
import { RoomLayout } from "../stage/room-layout.tsx";
import { About } from "./about.tsx";
import { BlockedNotice } from "./blocked-notice.tsx";
import { LiveFlag, LiveOnStage, LiveSection, OnStageFlag, stageState } from "./live-section.tsx";
import { ProfileHead } from "./profile-head.tsx";
import { profileOnAir, toProfileSource } from "./profile-on-air.ts";
import { RecentFavorites, RecentSets, RecentSongs } from "./recent.tsx";
import { UpcomingSets } from "./upcoming-sets.tsx";

export interface ProfilePageProps {
  profile: ProfileView;
  upcoming: SetView[];
  /** The newest first, as all lists here. */
  plays: PlayView[];
  sets: PlayedSetView[];
  favorites: FavoriteView[];
}

/** A person. A performer's page is also a room: it carries their stream when no stage does. */
export function ProfilePage(page: ProfilePageProps) {
  const { profile, favorites } = page;
  const isOwn = useViewer()?.id === profile.id;
  const [isOpened, setOpened] = useState(false);
  if (profile.blocked && !isOpened) return <BlockedNotice person={profile} onView={() => setOpened(true)} />;
  if (profile.dj) return <PerformerProfile {...page} isOwn={isOwn} />;
  return (
    <main id="main" className="grow pb-12">
      <ProfileHead profile={profile} />
      <div className="px-4 sm:px-8">
        <About profile={profile} isOwn={isOwn} />
        <RecentFavorites favorites={favorites} />
      </div>
    </main>
  );
}

function PerformerProfile({
  profile,
  upcoming,
  plays,
  sets,
  favorites,
  isOwn,
}: ProfilePageProps & { isOwn: boolean }) {
  const [initial] = useState(() =>
    toRoomState("profile", {
      ...profileOnAir(profile),
      id: profile.id,
      name: profile.username,
      favoriteCount: profile.favorites ?? 0,
      cheerCount: profile.cheers ?? 0,
    }),
  );
  const room = useRoom("profile", profile.id, initial);
  const { state } = room;
  const stage = state.online ? null : profile.room;

  const stageChat = stage && stageState({ profile, stage });

  return (
    <RoomLayout room={room} title={profile.username} hasChat={!profile.blocked} stage={stageChat}>
      <ProfileHead
        profile={profile}
        live={state.online ? <LiveFlag /> : stage && <OnStageFlag profile={profile} stage={stage} />}
      />
      <div className="px-4 sm:px-8">
        <Statistics
          profile={profile}
          listeners={state.online ? state.currentListeners : null}
          isOwn={isOwn}
        />
        {state.online && <LiveSection source={toProfileSource(profile, state)} state={state} />}
        {stage && <LiveOnStage key={stage.id} profile={profile} stage={stage} />}
        <UpcomingSets sets={upcoming} />
        <About profile={profile} isOwn={isOwn} />
        <RecentSongs personId={profile.id} first={plays} current={state.currentTrackHistory} />
        <RecentSets personId={profile.id} sets={sets} />
        <RecentFavorites favorites={favorites} />
      </div>
    </RoomLayout>
  );
}

/** Nothing to others where their owner hides them. */
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
          { name: "listening now", count: listeners },
          { name: "cumulative peak listeners", count: profile.listens },
          { name: profile.favorites === 1 ? "favorite" : "favorites", count: profile.favorites },
          { name: profile.cheers === 1 ? "cheer" : "cheers", count: profile.cheers },
          {
            name: profile.setsPlayed === 1 ? "stage performance" : "stage performances",
            count: profile.setsPlayed,
          },
        ]}
      />
      {profile.hideProfileStats && <p className="mt-1 text-14 text-ink-3">Only you see these numbers.</p>}
    </>
  );
}
