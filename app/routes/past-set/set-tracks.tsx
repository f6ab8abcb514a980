import type { ReactNode } from "react";
import { positionIn } from "#app/domains/replays/anchors.ts";
import type { ReplayDetailsView } from "#app/domains/replays/contract.ts";
import { type Cue, useReplayPlayer } from "#app/domains/replays/ui/use-replay-player.ts";
import type { SetRecordView } from "#app/domains/sets/contract/record.ts";
import type { HeatSpan } from "#app/domains/sets/heat-map.ts";
import { SetSection } from "#app/domains/sets/ui/set-section.tsx";
import { type ListedTrack, SetTracklist } from "#app/domains/sets/ui/set-tracklist.tsx";
import type { TracklistView } from "#app/domains/tracklists/contract/tracklists.ts";
import { CorrectedTracklist } from "#app/domains/tracklists/ui/corrected-tracklist.tsx";
import { listedTrackOf } from "#app/domains/tracks/shown.ts";

/** The tracklist of a set, with what nobody has named. `children`: shown where there is nothing. */
export function SetTracks({
  set,
  first,
  map,
  now,
  playing,
  children,
}: {
  set: SetRecordView;
  /** Null where the set was not on air. */
  first: TracklistView | null;
  map: readonly HeatSpan[] | null;
  now: number;
  /** What a press on a track's time plays; null without a recording that the viewer may hear. */
  playing: { replay: ReplayDetailsView; cue: Cue } | null;
  children: ReactNode;
}) {
  return (
    <SetSection title="Tracklist">
      <CorrectedTracklist first={first} from={set.startTime} until={set.endTime} now={now}>
        {(tracklist, suggest) => {
          const rows = rowsOf(set, tracklist);
          if (rows.length === 0) return children;
          const list = { tracks: rows, start: set.startTime, map, suggest };
          return playing === null ? <SetTracklist {...list} /> : <PlayedTracklist {...list} {...playing} />;
        }}
      </CorrectedTracklist>
    </SetSection>
  );
}

/** The same with times that play the recording from there. */
function PlayedTracklist({
  replay,
  cue,
  ...list
}: Omit<Parameters<typeof SetTracklist>[0], "onPlay"> & { replay: ReplayDetailsView; cue: Cue }) {
  const player = useReplayPlayer(replay, cue);
  return <SetTracklist {...list} onPlay={(time) => player.playFrom(positionIn(replay, time))} />;
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
