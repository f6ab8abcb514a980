import { useState } from "react";
import { Link } from "react-router";
import type { PersonView, ProfileView } from "#app/domains/people/contract.ts";
import { offAir } from "#app/domains/stages/contract.ts";
import type { RoomState } from "#app/domains/stages/live/protocol.ts";
import { toRoomState, useRoom } from "#app/domains/stages/live/use-room.ts";
import type { PlaySource } from "#app/player/contract.ts";
import { PlayControl } from "#app/player/play-control.tsx";
import { Badge } from "#app/ui/lamp.tsx";
import { useViewer } from "../shell/viewer.ts";
import { LaterResponses } from "../stage/later-responses.tsx";
import { Reconnecting } from "../stage/live-block.tsx";
import { CurrentSong } from "../stage/song.tsx";

/** What is heard from this person now: the play control, the song, and what a listener can answer with. */
export function LiveSection({
  source,
  state,
  stage,
}: {
  source: PlaySource;
  state: RoomState;
  /** Where it is heard, unless on their own profile. */
  stage?: { id: string; name: string };
}) {
  const viewer = useViewer();
  return (
    <section aria-label="Live" className="mt-6 flex items-start gap-4 sm:gap-6">
      <PlayControl source={source} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-3">
          <Badge tone="green">LIVE</Badge>
          {stage && (
            <span className="text-16 text-ink-2">
              on{" "}
              <Link to={`/room/${stage.id}`} className="font-semibold text-ink hover:underline" dir="auto">
                {stage.name}
              </Link>
            </span>
          )}
        </p>
        <Reconnecting isShown={state.status === "reconnecting"} />
        <CurrentSong song={state} />
        {viewer && (
          <div className="mt-4 flex flex-wrap gap-3">
            <LaterResponses kind={state.kind} id={state.id} state={state} viewerId={viewer.id} />
          </div>
        )}
      </div>
    </section>
  );
}

interface OnStage {
  profile: ProfileView;
  stage: { id: string; name: string };
}

/** The room of the stage that carries this performer's sound, or null once it is no longer theirs. */
function useStageOf({ profile, stage }: OnStage): RoomState | null {
  const [initial] = useState(() => stageState({ profile, stage }));
  const { state } = useRoom("stage", stage.id, initial);
  return state.online && state.currentDj?.id === profile.id ? state : null;
}

/** Lit while a stage carries this performer's sound. */
export function OnStageFlag(on: OnStage) {
  return useStageOf(on) && <LiveFlag />;
}

export function LiveFlag() {
  return <Badge tone="green">LIVE</Badge>;
}

/** What a stage carries of this performer, for as long as it does. */
export function LiveOnStage({ profile, stage }: OnStage) {
  const state = useStageOf({ profile, stage });
  if (state === null) return null;
  const source: PlaySource = {
    kind: "stage",
    id: stage.id,
    name: stage.name,
    href: `/room/${stage.id}`,
    image: profile.profile,
    onAir: state,
  };
  return <LiveSection source={source} state={state} stage={stage} />;
}

/** The first state of the room of that stage. */
export function stageState({ profile, stage }: OnStage): RoomState {
  const { id, _id, username, profile: photo } = profile;
  const performer: PersonView = { id, _id, username, profile: photo };
  return toRoomState("stage", {
    ...offAir,
    id: stage.id,
    name: stage.name,
    status: "live",
    online: true,
    startTime: profile.startTime,
    currentUrl: profile.url,
    currentDj: performer,
    currentTrack: profile.currentTrack,
    currentTrackHistory: profile.currentTrackHistory,
    currentTitle: profile.currentTitle,
    currentArtist: profile.currentArtist,
    currentListeners: profile.currentListeners,
    favoriteCount: 0,
    cheerCount: 0,
  });
}
