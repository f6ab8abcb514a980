import { type RecordingClock, timeIn } from "#app/domains/air/replays/recording-clock.ts";
import { heatMap, spansOf } from "#app/domains/air/sets/heat-map.ts";
import { HeatMap } from "#app/domains/air/sets/ui/heat-map.tsx";
import { SetSection } from "#app/domains/air/sets/ui/set-section.tsx";
import { SetTracklist } from "#app/domains/air/sets/ui/set-tracklist.tsx";
import type { LiveSet } from "#app/domains/air/stages/live/set-updates.ts";
import { titlesNote } from "#app/domains/music/tracks/ui/titles-note.ts";
import { tracklistEditorPath } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { TipList } from "./tip-list.tsx";

/** Listeners' reactions. */
export default function Happenings({
  live,
  clock,
  now,
  isOver,
  isPerformer,
}: {
  live: LiveSet;
  clock: RecordingClock;
  now: number;
  isOver: boolean;
  /** The viewer is the performer. */
  isPerformer: boolean;
}) {
  const { tracks, cheers, endTime } = live;
  const startTime = timeIn(clock, 0);
  const set = { id: live.set, startTime };
  // On the air the map grows with the set, in steps of a minute.
  const sofar = Math.max(startTime, Math.min(endTime, Math.ceil(now / 60_000) * 60_000));
  const map = heatMap(spansOf(tracks, set, isOver ? endTime : sofar), cheers);
  return (
    <>
      <SetSection title="Cheers">
        {cheers.length === 0 ? (
          <EmptyState title={isOver ? "No cheers were given" : "No cheers yet"}>
            {isOver ? undefined : "Cheers appear here as they happen."}
          </EmptyState>
        ) : (
          <HeatMap map={map} clock={clock} />
        )}
      </SetSection>
      <SetSection title="Tips">
        <TipList tips={live.tips} isOver={isOver} />
      </SetSection>
      <SetSection title="Tracks">
        {tracks.length === 0 ? (
          <EmptyState title={isOver ? "No tracks were recognized" : "No tracks yet"}>
            {titlesNote(isPerformer)}
          </EmptyState>
        ) : (
          <SetTracklist tracks={tracks} clock={clock} map={map} isLive={!isOver} />
        )}
        {live.air !== null || isOver ? (
          <ButtonLink to={tracklistEditorPath(live.set)} className="mt-4">
            Edit Tracklist
          </ButtonLink>
        ) : null}
      </SetSection>
    </>
  );
}
