import clsx from "clsx";
import { Headphones, Heart, Megaphone } from "lucide-react";
import { clockOffset } from "#app/domains/base/time/clock-offset.ts";
import { Count } from "#app/domains/music/tracks/ui/count.tsx";
import { offsetIn, type RecordingClock } from "../../replays/recording-clock.ts";
import type { TracklistLine } from "../../tracklists/contract/tracklists.ts";
import type { Suggest } from "../../tracklists/ui/corrected-tracklist.tsx";
import { LineMark } from "../../tracklists/ui/line-mark.tsx";
import { LineName, UnnamedLine } from "../../tracklists/ui/line-name.tsx";
import type { HeatSpan } from "../heat-map.ts";
import { TrackHeat } from "./heat-map.tsx";

/** A track with its numbers; null where its performer hides them. */
export interface ListedTrack {
  id: string;
  timestamp: number;
  /** Number of its listeners; unknown while a set is followed live. */
  listenCount?: number | null;
  favoriteCount: number | null;
  cheerCount: number | null;
  /** Null where nobody has named it. */
  track: { id: string | null; artist: string; title: string } | null;
  /** The evidence of its line; none while a set is followed live. */
  line?: TracklistLine;
}

/**
 * The tracks of a set with the time into its recording at which each started. `tracks` are by time; while the set is on, the
 * newest is shown first, and as large as the page allows.
 */
export function SetTracklist({
  tracks,
  clock,
  map,
  isLive = false,
  suggest,
}: {
  tracks: readonly ListedTrack[];
  clock: RecordingClock;
  /** Null where statistics are hidden. */
  map: readonly HeatSpan[] | null;
  isLive?: boolean;
  /** Suggests a name for a line without one, for listeners. */
  suggest?: Suggest | undefined;
}) {
  const shown = isLive ? tracks.toReversed() : tracks;
  return (
    <ol reversed={isLive}>
      {shown.map((track, index) => (
        <li key={track.id} className="border-t border-tick">
          <TrackRow
            track={track}
            offsetMs={offsetIn(clock, track.timestamp)}
            span={map?.find(({ id }) => id === track.id)}
            isLarge={isLive && index === 0}
            clock={clock}
            suggest={suggest}
          />
        </li>
      ))}
    </ol>
  );
}

function TrackRow({
  track: { track, listenCount, favoriteCount, cheerCount, line },
  offsetMs,
  span,
  isLarge,
  clock,
  suggest,
}: {
  track: ListedTrack;
  offsetMs: number;
  span: HeatSpan | undefined;
  isLarge: boolean;
  clock: RecordingClock;
  suggest: Suggest | undefined;
}) {
  return (
    <div className="grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-x-4 gap-y-2 py-3 sm:grid-cols-[4rem_minmax(0,1fr)_auto]">
      <span className="tabular text-14 text-ink-3">
        {clockOffset(offsetMs)}
        {line && track !== null && (
          <span className="block">
            <LineMark line={line} />
          </span>
        )}
      </span>
      {track === null ? (
        line && (
          <span className="min-w-0 sm:col-span-2">
            <UnnamedLine line={line} clock={clock} suggest={suggest} />
          </span>
        )
      ) : (
        <span className="min-w-0">
          <LineName track={track} line={line} isLarge={isLarge} />
        </span>
      )}
      {span && favoriteCount !== null && cheerCount !== null && (
        <span
          className={clsx(
            "col-start-2 flex items-center gap-5 text-ink-2 sm:col-start-3",
            isLarge ? "text-20 font-semibold" : "text-14",
          )}
        >
          <TrackHeat segments={span.segments} className="h-6 w-24!" />
          <span className={clsx("flex gap-5", listenCount == null ? "min-w-28" : "min-w-44")}>
            {listenCount != null && (
              <Count icon={Headphones} count={listenCount} one="listen" other="listens" />
            )}
            <Count icon={Heart} count={favoriteCount} one="favorite" other="favorites" />
            <Count icon={Megaphone} count={cheerCount} one="cheer" other="cheers" />
          </span>
        </span>
      )}
    </div>
  );
}
