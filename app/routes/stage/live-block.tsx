import { Link } from "react-router";
import type { StageView } from "#app/domains/stages/contract/stages.ts";
import type { RoomState } from "#app/domains/stages/live/protocol.ts";
import { profilePath } from "#app/paths.ts";
import { PlayControl } from "#app/player/play-control.tsx";
import { useNow } from "#app/ui/clock.ts";
import { Badge } from "#app/ui/lamp.tsx";
import { TickProgress } from "#app/ui/ticks.tsx";
import { Elapsed, TimeRange } from "#app/ui/time.tsx";
import { LaterResponses } from "./later-responses.tsx";
import { toPlaySource } from "./play-source.ts";
import { CurrentSong } from "./song.tsx";

/** The performer, the song, and a listener's reactions. */
export function LiveBlock({
  stage,
  state,
  viewerId,
}: {
  stage: StageView;
  state: RoomState;
  viewerId: string | null;
}) {
  const set = state.currentSet;
  return (
    <section aria-label="Live" className="mt-6">
      <SetProgress start={set?.startTime ?? null} end={set?.endTime ?? null} />
      <div className="mt-4 flex items-start gap-4 sm:gap-6">
        <PlayControl source={toPlaySource(stage, state)} />
        <div className="min-w-0 grow">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone="green">LIVE</Badge>
            {state.currentDj && (
              <Link
                to={profilePath(state.currentDj.id)}
                className="display text-20 hover:underline"
                dir="auto"
              >
                {state.currentDj.username}
              </Link>
            )}
            <span className="basis-full text-14 text-ink-3 sm:basis-auto">
              {set ? (
                <TimeRange start={set.startTime} end={set.endTime} withDay={false} isZoned />
              ) : (
                state.startTime !== null && (
                  <>
                    Streaming for <Elapsed since={state.startTime} />
                  </>
                )
              )}
            </span>
          </p>
          {set && (
            <h2 className="mt-1 text-16 text-ink-2" dir="auto">
              {set.name}
            </h2>
          )}
          <Reconnecting isShown={state.status === "reconnecting"} />
          <CurrentSong song={state} />
          {viewerId && (
            <div className="mt-4 flex flex-wrap gap-3">
              <LaterResponses kind="stage" id={stage.id} state={state} viewerId={viewerId} />
            </div>
          )}
        </div>
      </div>
      {set?.description && (
        <p className="mt-5 max-w-[70ch] whitespace-pre-line text-16 text-ink-2" dir="auto">
          {set.description}
        </p>
      )}
    </section>
  );
}

/** Shown while the performer's connection is briefly lost. */
export function Reconnecting({ isShown }: { isShown: boolean }) {
  return (
    <output className="block text-14 text-amber">
      {isShown && "Reconnecting: the performer's connection dropped. The music resumes automatically."}
    </output>
  );
}

/** A set's time as ticks, lit up to now; all of them where no end is set. */
function SetProgress({ start, end }: { start: number | null; end: number | null }) {
  const now = useNow(10_000);
  const share = start !== null && end !== null ? (now - start) / (end - start) : 1;
  return <TickProgress share={share} count={120} tone="green" />;
}
