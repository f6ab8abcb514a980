import clsx from "clsx";
import { useMemo, useState } from "react";
import type { ProfileView } from "#app/domains/people/contract.ts";
import type { SetView } from "#app/domains/sets/contract.ts";
import { toRoomState, useRoom } from "#app/domains/stages/live/use-room.ts";
import { ChatPanel } from "#app/domains/stages/ui/chat/chat-panel.tsx";
import { Reactions } from "#app/domains/stages/ui/reactions.tsx";
import { PlayControl } from "#app/player/play-control.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/lamp.tsx";
import { abbreviate } from "#app/ui/number.ts";
import { usePanels } from "#app/ui/panels.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { TickRule } from "#app/ui/ticks.tsx";
import { useOrigin, useViewer } from "../shell/viewer.ts";
import { Reconnecting } from "../stage/live-block.tsx";
import { Responses } from "../stage/responses.tsx";
import { ShareButton } from "../stage/share-button.tsx";
import { CurrentSong } from "../stage/song.tsx";
import { About } from "./about.tsx";
import { profileOnAir, toProfileSource } from "./profile-on-air.ts";
import { UpcomingSets } from "./upcoming-sets.tsx";

/** A name longer than this is set one size smaller. */
const longName = 16;

interface ProfilePageProps {
  profile: ProfileView;
  upcoming: SetView[];
}

export function ProfilePage({ profile, upcoming }: ProfilePageProps) {
  if (profile.dj) return <PerformerProfile profile={profile} upcoming={upcoming} />;
  return (
    <main id="main" className="grow pb-12">
      <Banner profile={profile} isLive={false} />
      <div className="px-4 sm:px-8">
        <About profile={profile} />
      </div>
    </main>
  );
}

/** A performer's page is also a room: it carries their stream when no stage does. */
function PerformerProfile({ profile, upcoming }: ProfilePageProps) {
  const viewer = useViewer();
  const { chat } = usePanels();
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
  const { state, send } = room;
  const say = useMemo(() => (text: string, id: string) => send("profileChat", { msg: text }, id), [send]);
  const stage = state.online ? null : profile.room;

  return (
    <div className="flex grow">
      <main id="main" inert={chat.isSheet} className="relative min-w-0 grow pb-12">
        <Reactions reactions={room.reactions} />
        <Banner profile={profile} isLive={state.online || profile.live} />
        <div className="px-4 sm:px-8">
          <Statistics profile={profile} listeners={state.online ? state.currentListeners : null} />
          {state.online && (
            <section aria-label="Live" className="mt-6 flex items-start gap-4 sm:gap-6">
              <PlayControl source={toProfileSource(profile, state)} />
              <div className="min-w-0 grow">
                <Badge tone="green">LIVE</Badge>
                <Reconnecting isShown={state.status === "reconnecting"} />
                <CurrentSong title={state.currentTitle} artist={state.currentArtist} />
                {viewer && (
                  <div className="mt-4 flex flex-wrap gap-3">
                    <Responses kind="profile" id={profile.id} state={state} viewerId={viewer.id} />
                  </div>
                )}
              </div>
            </section>
          )}
          {stage && (
            <p className="mt-6 flex flex-wrap items-center gap-4 border-l-4 border-green bg-raised p-4 text-16">
              <Badge tone="green">LIVE</Badge>
              <span className="grow">Playing now on {stage.name}</span>
              <ButtonLink tone="solid" to={`/room/${stage.id}`}>
                Open the stage
              </ButtonLink>
            </p>
          )}
          <UpcomingSets sets={upcoming} />
          <About profile={profile} />
        </div>
      </main>
      <ChatPanel
        room={`profile/${profile.id}`}
        title={profile.username}
        messages={state.messages}
        connection={room.connection}
        say={say}
        viewerId={viewer?.id ?? null}
      />
    </div>
  );
}

function Banner({ profile, isLive }: { profile: ProfileView; isLive: boolean }) {
  const origin = useOrigin();
  return (
    <>
      <Picture
        src={profile.banner}
        name={profile.username}
        ratio="wide"
        isEager
        className="max-h-[30vh] w-full"
      />
      <header className="flex items-end gap-4 px-4 sm:gap-6 sm:px-8">
        <Picture
          src={profile.profile}
          name={profile.username}
          isEager
          className="-mt-12 w-24 border-4 border-ground sm:-mt-20 sm:w-44"
        />
        <div className="min-w-0 grow pt-3">
          <h1
            className={clsx(
              "display text-28 sm:text-44",
              profile.username.length <= longName && "xl:text-72",
            )}
            dir="auto"
          >
            {profile.username}
          </h1>
          <p className="flex flex-wrap items-center gap-x-3 text-16 text-ink-2">
            {isLive && <Badge tone="green">LIVE</Badge>}
            {profile.title && <span>{profile.title}</span>}
            {!profile.title && profile.dj && (
              <span>{profile.performerType === "musician" ? "Musician" : "DJ"}</span>
            )}
          </p>
        </div>
        {profile.dj && (
          <ShareButton
            name={profile.username}
            url={`${origin}/player/${encodeURIComponent(profile.username.replace(" ", "-"))}`}
          />
        )}
      </header>
      <TickRule className="mt-5 opacity-60" />
    </>
  );
}

function Statistics({ profile, listeners }: { profile: ProfileView; listeners: number | null }) {
  const figures = [
    { name: "listening now", count: listeners },
    { name: "cumulative peak listeners", count: profile.listens },
    { name: "favorites", count: profile.favorites },
    { name: "cheers", count: profile.cheers },
    { name: "stage performances", count: profile.setsPlayed },
  ].flatMap(({ name, count }) => (count === null ? [] : [{ name, count }]));
  if (figures.length === 0) return null;
  return (
    <dl className="mt-3 flex flex-wrap gap-x-5 gap-y-1 sm:gap-x-8">
      {figures.map(({ name, count }) => (
        <div key={name} className="flex flex-row-reverse items-baseline gap-2">
          <dt className="text-14 text-ink-3">{name}</dt>
          <dd className="tabular text-20 font-semibold">{abbreviate(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
