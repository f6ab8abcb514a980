import clsx from "clsx";
import { Headphones, Heart, Megaphone } from "lucide-react";
import type { ReactNode } from "react";
import { clockOffset } from "../../time/clock-offset.ts";
import type { TracklistLine } from "../../tracklists/contract/tracklists.ts";
import { LineMark } from "../../tracklists/ui/line-mark.tsx";
import { spanInWords, withoutName } from "../../tracklists/ui/words.ts";
import { Count } from "../../tracks/ui/count.tsx";
import { SongArtist, SongTitle } from "../../tracks/ui/song-links.tsx";
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
}: {
  tracks: readonly ListedTrack[];
  /** Of the set, epoch ms. */
  start: number;
  /** Null where statistics are hidden. */
  map: readonly HeatSpan[] | null;
  isLive?: boolean;
  /** For listeners: how a name is suggested for a line without one. */
  suggest?: ((line: TracklistLine, span: string) => ReactNode) | undefined;
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
  start,
  suggest,
}: {
  track: ListedTrack;
  offsetMs: number;
  span: HeatSpan | undefined;
  isLarge: boolean;
  start: number;
  suggest: ((line: TracklistLine, span: string) => ReactNode) | undefined;
}) {
  return (
    <div className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-2 py-3 sm:grid-cols-[3.5rem_minmax(0,1fr)_auto]">
      <span className="tabular text-14 text-ink-3">
        {clockOffset(offsetMs)}
        {line && track !== null && (
          <span className="block">
            <LineMark line={line} />
          </span>
        )}
      </span>
      {track === null ? (
        line && <Unnamed line={line} start={start} suggest={suggest} />
      ) : (
        <TrackName track={track} line={line} isLarge={isLarge} />
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

/** The only place where a track of a set is named. */
function TrackName({
  track,
  line,
  isLarge,
}: {
  track: NonNullable<ListedTrack["track"]>;
  line: TracklistLine | undefined;
  isLarge: boolean;
}) {
  return (
    <span className="min-w-0">
      <span
        className={clsx(
          "block wrap-anywhere",
          isLarge ? "display text-28 sm:text-44" : line?.isSample ? "text-14" : "text-16 font-semibold",
        )}
        dir="auto"
      >
        <SongTitle track={track.id} title={track.title} />
      </span>
      <span className={clsx("block wrap-anywhere text-ink-2", isLarge ? "text-20" : "text-14")} dir="auto">
        <SongArtist artist={track.artist} isPlain={track.id === null} />
      </span>
      {line?.isSample && <span className="block text-12 text-ink-3">Sample</span>}
      {line && line.versions.length > 0 && (
        <span className="block text-14 wrap-anywhere text-ink-3">
          One of these versions: {line.versions.map(({ artist, title }) => `${artist} – ${title}`).join("; ")}
        </span>
      )}
    </span>
  );
}

/** Something was heard that nobody has named. */
function Unnamed({
  line,
  start,
  suggest,
}: {
  line: TracklistLine;
  start: number;
  suggest: ((line: TracklistLine, span: string) => ReactNode) | undefined;
}) {
  const span = spanInWords(line, start);
  return (
    <span className="min-w-0 sm:col-span-2">
      <span className="block pb-1 text-16 text-ink-2">
        <span className="italic">{withoutName}</span>
        <span className="tabular">, {span}</span>
      </span>
      {line.takesSuggestions && suggest?.(line, span)}
    </span>
  );
}
