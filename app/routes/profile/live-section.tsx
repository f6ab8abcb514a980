import { Link } from "react-router";
import type { ProfileView } from "#app/domains/people/contract/people.ts";
import type { RoomState } from "#app/domains/stages/live/protocol.ts";
import { stagePath } from "#app/paths.ts";
import { PlayControl } from "#app/player/play-control.tsx";
import { Badge } from "#app/ui/lamp.tsx";
import { useViewer } from "../shell/viewer.ts";
import { LaterResponses } from "../stage/later-responses.tsx";
import { Reconnecting } from "../stage/live-block.tsx";
import { CurrentSong } from "../stage/song.tsx";
import { toPlaySource } from "./profile-on-air.ts";

/** What this person plays now: the play control, the song, and a listener's reactions. */
export function LiveSection({
  profile,
  state,
}: {
  profile: ProfileView;
  /** Of the room that carries it: their own, or a stage's. */
  state: RoomState;
}) {
  const viewer = useViewer();
  return (
    <section aria-label="Live" className="mt-6 flex items-start gap-4 sm:gap-6">
      <PlayControl source={toPlaySource(profile, state)} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-3">
          <Badge tone="green">LIVE</Badge>
          {state.kind === "stage" && (
            <span className="text-16 text-ink-2">
              on{" "}
              <Link to={stagePath(state.id)} className="font-semibold text-ink hover:underline" dir="auto">
                {state.name}
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
