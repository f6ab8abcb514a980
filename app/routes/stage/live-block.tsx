import type { ReactNode } from "react";
import { Link } from "react-router";
import { isUnheard } from "#app/domains/air/schedule/set-state.ts";
import { StateBadge } from "#app/domains/air/schedule/ui/state-badge.tsx";
import { StateNote } from "#app/domains/air/schedule/ui/state-note.tsx";
import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import type { RoomState } from "#app/domains/air/stages/live/protocol.ts";
import { TagList } from "#app/domains/outside/search/ui/tag-list.tsx";
import { profilePath } from "#app/paths.ts";
import { HeardBadge } from "#app/player/heard-badge.tsx";
import { PlayControl } from "#app/player/play-control.tsx";
import { useNow } from "#app/ui/clock.ts";
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
      <div className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 sm:gap-x-6">
        <PlayControl source={toPlaySource(stage, state)} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {isUnheard(state.state) ? <StateBadge state={state.state} /> : <HeardBadge room={state} />}
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
          <StateNote state={state.state} performer={state.currentDj?.username} />
          {!isUnheard(state.state) && <CurrentSong song={state} />}
        </div>
        {viewerId && (
          <ResponseRow>
            <LaterResponses kind="stage" id={stage.id} state={state} viewerId={viewerId} />
          </ResponseRow>
        )}
      </div>
      <TagList tags={set?.tags ?? []} className="mt-3" />
      {set?.description && (
        <p className="mt-5 max-w-[70ch] whitespace-pre-line text-16 text-ink-2" dir="auto">
          {set.description}
        </p>
      )}
    </section>
  );
}

/** The reactions, in one row also where a phone is narrow: there from its left edge, otherwise beside the play control. */
export function ResponseRow({ children }: { children: ReactNode }) {
  return (
    <div className="mt-4 flex flex-wrap gap-2 max-sm:col-span-2 max-sm:*:px-3 max-[359px]:gap-1 max-[359px]:*:gap-1.5 max-[359px]:*:px-2 sm:col-start-2 sm:gap-3">
      {children}
    </div>
  );
}

/** A set's time as ticks, lit up to now; all of them where no end is set. */
function SetProgress({ start, end }: { start: number | null; end: number | null }) {
  const now = useNow(10_000);
  const share = start !== null && end !== null ? (now - start) / (end - start) : 1;
  return <TickProgress share={share} count={120} tone="green" />;
}
