import { Link } from "react-router";
import { isUnheard } from "#app/domains/air/schedule/set-state.ts";
import { StateBadge } from "#app/domains/air/schedule/ui/state-badge.tsx";
import { StateNote } from "#app/domains/air/schedule/ui/state-note.tsx";
import type { RoomState } from "#app/domains/air/stages/live/protocol.ts";
import type { ProfileView } from "#app/domains/people/people/contract/people.ts";
import { stagePath } from "#app/paths.ts";
import { HeardBadge } from "#app/player/heard-badge.tsx";
import { PlayControl } from "#app/player/play-control.tsx";
import { useViewer } from "../shell/viewer.ts";
import { LaterResponses } from "../stage/later-responses.tsx";
import { ResponseRow } from "../stage/live-block.tsx";
import { CurrentSong } from "../stage/song.tsx";
import { toPlaySource } from "./profile-on-air.ts";

/** Shows what this person plays now: the play control, the song, and a listener's reactions. */
export function LiveSection({
  profile,
  state,
}: {
  profile: ProfileView;
  /** State of the room that carries it: their own, or a stage's. */
  state: RoomState;
}) {
  const viewer = useViewer();
  return (
    <section aria-label="Live" className="mt-6 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 sm:gap-x-6">
      <PlayControl source={toPlaySource(profile, state)} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3">
          {isUnheard(state.state) ? <StateBadge state={state.state} /> : <HeardBadge room={state} />}
          {state.kind === "stage" && (
            <span className="text-16 text-ink-2">
              on{" "}
              <Link to={stagePath(state.id)} className="font-semibold text-ink hover:underline" dir="auto">
                {state.name}
              </Link>
            </span>
          )}
        </p>
        <StateNote state={state.state} performer={profile.username} />
        {!isUnheard(state.state) && <CurrentSong song={state} />}
      </div>
      {viewer && (
        <ResponseRow>
          <LaterResponses kind={state.kind} id={state.id} state={state} viewerId={viewer.id} />
        </ResponseRow>
      )}
    </section>
  );
}
