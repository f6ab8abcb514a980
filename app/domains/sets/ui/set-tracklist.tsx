import clsx from "clsx";
import { Headphones, Heart, Megaphone, Play } from "lucide-react";
import { clockOffset } from "../../time/clock-offset.ts";
import type { TracklistLine } from "../../tracklists/contract/tracklists.ts";
import type { Suggest } from "../../tracklists/ui/corrected-tracklist.tsx";
import { LineMark } from "../../tracklists/ui/line-mark.tsx";
import { LineName, UnnamedLine } from "../../tracklists/ui/line-name.tsx";
import { withoutName } from "../../tracklists/ui/words.ts";
import { shownTitle } from "../../tracks/shown.ts";
import { Count } from "../../tracks/ui/count.tsx";
import type { HeatSpan } from "../heat-map.ts";
import { TrackHeat } from "./heat-map.tsx";

/** A track with its numbers; null where its performer hides them. */
export interface ListedTrack {
  id: string;
  timestamp: number;
  /** How many listened to it; unknown while a set is followed live. */
  listenCount?: number | null;
  favoriteCount: number | null;
  cheerCount: number | null;
  /** Null where nobody has named it. */
  track: { id: string | null; artist: string; title: string } | null;
  /** What its evidence says; none while a set is followed live. */
  line?: TracklistLine;
}

/**
 * The tracks of a set with the time into it at which each started. `tracks` are by time; while the set is on, the
 * newest is shown first, and as large as the page allows.
 */
export function SetTracklist({
  tracks,
  start,
  map,
  isLive = false,
  suggest,
  onPlay,
}: {
  tracks: readonly ListedTrack[];
  /** Of the set, epoch ms. */
  start: number;
  /** Null where statistics are hidden. */
  map: readonly HeatSpan[] | null;
  isLive?: boolean;
  /** For listeners: how a name is suggested for a line without one. */
  suggest?: Suggest | undefined;
  /** Plays the recording of the set from this time on, epoch ms. */
  onPlay?: (time: number) => void;
}) {
  const shown = isLive ? tracks.toReversed() : tracks;
  return (
    <ol reversed={isLive}>
      {shown.map((track, index) => (
        <li key={track.id} className="border-t border-tick">
          <TrackRow
            track={track}
            offsetMs={track.timestamp - start}
            span={map?.find(({ id }) => id === track.id)}
            isLarge={isLive && index === 0}
            start={start}
            suggest={suggest}
            onPlay={onPlay}
          />
        </li>
      ))}
    </ol>
  );
}

function TrackRow({
  track: { track, timestamp, listenCount, favoriteCount, cheerCount, line },
  offsetMs,
  span,
  isLarge,
  start,
  suggest,
  onPlay,
}: {
  track: ListedTrack;
  offsetMs: number;
  span: HeatSpan | undefined;
  isLarge: boolean;
  start: number;
  suggest: Suggest | undefined;
  onPlay: ((time: number) => void) | undefined;
}) {
  return (
    <div className="grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-x-4 gap-y-2 py-3 sm:grid-cols-[4rem_minmax(0,1fr)_auto]">
      <span className="tabular text-14 text-ink-3">
        {onPlay === undefined ? (
          clockOffset(offsetMs)
        ) : (
          <button
            type="button"
            aria-label={`Play ${track === null ? withoutName : shownTitle(track.title)} from ${clockOffset(offsetMs)}`}
            onClick={() => onPlay(timestamp)}
            className="group flex min-h-11 items-center gap-1.5 rounded-control hover:text-ink"
          >
            <Play aria-hidden="true" className="size-3.5 fill-current group-hover:text-green" />
            {clockOffset(offsetMs)}
          </button>
        )}
        {line && track !== null && (
          <span className="block">
            <LineMark line={line} />
          </span>
        )}
      </span>
      {track === null ? (
        line && (
          <span className="min-w-0 sm:col-span-2">
            <UnnamedLine line={line} start={start} suggest={suggest} />
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
