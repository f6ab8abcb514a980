import { Link } from "react-router";
import type { ReplayDetailsView } from "#app/domains/air/replays/contract.ts";
import { listedTracks } from "#app/domains/air/replays/listed-tracks.ts";
import type { RecordingClock } from "#app/domains/air/replays/recording-clock.ts";
import { ReplayTracklist } from "#app/domains/air/replays/ui/replay-tracklist.tsx";
import type { Cue } from "#app/domains/air/replays/ui/use-replay-player.ts";
import type { SetRecordView } from "#app/domains/air/sets/contract/record.ts";
import type { HeatSpan } from "#app/domains/air/sets/heat-map.ts";
import { TrackHeat } from "#app/domains/air/sets/ui/heat-map.tsx";
import { SetSection } from "#app/domains/air/sets/ui/set-section.tsx";
import { type ListedTrack, SetTracklist } from "#app/domains/air/sets/ui/set-tracklist.tsx";
import type { TracklistView } from "#app/domains/air/tracklists/contract/tracklists.ts";
import { CorrectedTracklist } from "#app/domains/air/tracklists/ui/corrected-tracklist.tsx";
import { listedTrackOf } from "#app/domains/music/tracks/shown.ts";
import { titlesNote } from "#app/domains/music/tracks/ui/titles-note.ts";
import { stagePath } from "#app/paths.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { useViewer } from "../shell/viewer.ts";

/** The tracks, with what nobody has named; where there is a recording, a press on a time plays from there. */
export function PerformanceTracks({
  set,
  first,
  clock,
  map,
  playing,
  now,
  ...outcome
}: {
  set: SetRecordView | null;
  /** Null where it was not on air, or has no performer. */
  first: TracklistView | null;
  clock: RecordingClock;
  /** Cheers of each track; null where statistics are hidden, and without a set. */
  map: readonly HeatSpan[] | null;
  /** Null without a recording that the viewer may hear. */
  playing: { replay: ReplayDetailsView; cue: Cue } | null;
  now: number;
} & Outcome) {
  const viewer = useViewer();
  const spans = new Map(map?.map((span) => [span.id, span]));
  return (
    <SetSection title="Tracklist">
      <CorrectedTracklist first={first} now={now}>
        {(tracklist, suggest) => {
          if (playing !== null) {
            return (
              <ReplayTracklist
                {...playing}
                tracks={listedTracks(playing.replay, tracklist?.lines ?? null)}
                viewerId={viewer?.id ?? null}
                suggest={suggest}
                heatOf={(id) => {
                  const span = spans.get(id);
                  return span && <TrackHeat segments={span.segments} className="h-6 w-24!" />;
                }}
              />
            );
          }
          const rows = set === null ? [] : rowsOf(set, tracklist);
          if (rows.length === 0)
            return set && <NoTracks set={set} {...outcome} isOwn={viewer?.id === set.user.id} now={now} />;
          return <SetTracklist tracks={rows} clock={tracklist?.clock ?? clock} map={map} suggest={suggest} />;
        }}
      </CorrectedTracklist>
    </SetSection>
  );
}

interface Outcome {
  isOver: boolean;
  /** It is over, and was never heard. */
  isUnplayed: boolean;
}

function NoTracks({
  set,
  isOver,
  isUnplayed,
  isOwn,
  now,
}: { set: SetRecordView; isOwn: boolean; now: number } & Outcome) {
  if (isUnplayed) return <EmptyState title="This set was not played" />;
  if (isOver) return <EmptyState title="No tracks were recognized">{titlesNote(isOwn)}</EmptyState>;
  return (
    <EmptyState title={now >= set.startTime ? "No tracks yet" : "This set has not been played yet"}>
      {set.room && (
        <Link to={stagePath(set.room.id)} className="underline hover:text-ink">
          Open Stage
        </Link>
      )}
    </EmptyState>
  );
}

/** The lines with the numbers of their plays; a play without evidence is a line too. By time. */
function rowsOf({ tracks }: SetRecordView, tracklist: TracklistView | null): ListedTrack[] {
  if (tracklist === null) return tracks;
  const plays = new Map(tracks.map((track) => [track.id, track]));
  const lines = tracklist.lines.map((line): ListedTrack => {
    const play = plays.get(line.id);
    const numbers = { listenCount: null, favoriteCount: null, cheerCount: null };
    return {
      ...(play ?? numbers),
      id: line.id,
      timestamp: line.start,
      track: listedTrackOf(line),
      line,
    };
  });
  const known = new Set(lines.map(({ id }) => id));
  return [...lines, ...tracks.filter(({ id }) => !known.has(id))].toSorted(
    (a, b) => a.timestamp - b.timestamp,
  );
}
