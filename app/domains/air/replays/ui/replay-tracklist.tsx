import clsx from "clsx";
import { Headphones, Heart, Megaphone, Play } from "lucide-react";
import { memo, type ReactNode, useCallback, useEffect, useMemo, useRef } from "react";
import { trackAt } from "#app/domains/air/replays/track-at.ts";
import { clockOffset } from "#app/domains/base/time/clock-offset.ts";
import { shownTitle } from "#app/domains/music/tracks/shown.ts";
import { Count } from "#app/domains/music/tracks/ui/count.tsx";
import { titlesNote } from "#app/domains/music/tracks/ui/titles-note.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import type { Suggest } from "../../tracklists/ui/corrected-tracklist.tsx";
import { LineMark } from "../../tracklists/ui/line-mark.tsx";
import { LineName, UnnamedLine } from "../../tracklists/ui/line-name.tsx";
import { withoutName } from "../../tracklists/ui/texts.ts";
import { anchorsOf } from "../anchors.ts";
import type { ReplayDetailsView } from "../contract.ts";
import type { ListedReplayTrack } from "../listed-tracks.ts";
import type { RecordingClock } from "../recording-clock.ts";
import { type Cue, useReplayPlayer } from "./use-replay-player.ts";

const FavoriteButton = lazyPart(() =>
  import("#app/domains/music/tracks/ui/favorite-button.tsx").then((module) => ({
    default: module.FavoriteButton,
  })),
);

/** The tracks of a replay, by time; a press on a time plays from there. */
export function ReplayTracklist({
  replay,
  tracks,
  cue,
  viewerId,
  suggest,
  heatOf,
}: {
  replay: ReplayDetailsView;
  tracks: readonly ListedReplayTrack[];
  cue: Cue;
  /** Null for guests, who have no favorites. */
  viewerId: string | null;
  /** Suggests a name for a line without one, for listeners. */
  suggest: Suggest | undefined;
  /** Shows when a track (by its id) was cheered. */
  heatOf: (id: string) => ReactNode;
}) {
  const player = useReplayPlayer(replay, cue);
  const current = player.isIdle ? null : trackAt(tracks, player.position);
  // The rows stay the same while the position moves on.
  const latest = useRef(player);
  useEffect(() => {
    latest.current = player;
  });
  const clock = useMemo(() => anchorsOf(replay), [replay]);
  const playFrom = useCallback((at: number) => latest.current.playFrom(at), []);
  if (tracks.length === 0)
    return (
      <EmptyState title="No tracks were recognized">
        {titlesNote(viewerId !== null && viewerId === replay.performer?.id)}
      </EmptyState>
    );
  return (
    <ol>
      {tracks.map((entry) => (
        <TrackRow
          key={entry.id}
          entry={entry}
          setId={replay.set}
          performerId={replay.performer?.id ?? null}
          clock={clock}
          isCurrent={entry === current}
          viewerId={viewerId}
          onPlay={playFrom}
          suggest={suggest}
          heat={heatOf(entry.id)}
        />
      ))}
    </ol>
  );
}

const noEar = () => null;

const TrackRow = memo(function TrackRow({
  entry,
  setId,
  performerId,
  clock,
  isCurrent,
  viewerId,
  onPlay,
  suggest,
  heat,
}: {
  entry: ListedReplayTrack;
  setId: string | null;
  performerId: string | null;
  clock: RecordingClock;
  isCurrent: boolean;
  viewerId: string | null;
  onPlay: (at: number) => void;
  suggest: Suggest | undefined;
  heat: ReactNode;
}) {
  const { id, start, track, line, listenCount, favoriteCount, cheerCount } = entry;
  const song = track?.id ?? null;
  // What is only possible is not a play.
  const heard =
    song === null || line?.confidence === "possible"
      ? null
      : { track: song, trackHistory: id, set: setId, dj: performerId };
  return (
    <li
      aria-current={isCurrent || undefined}
      className={clsx(
        "-mx-3 grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-t border-tick px-3 py-1.5 sm:grid-cols-[auto_minmax(0,1fr)_auto_auto]",
        isCurrent && "bg-green-soft",
      )}
    >
      <button
        type="button"
        aria-label={`Play ${track === null ? withoutName : shownTitle(track.title)} from ${clockOffset(start)}`}
        onClick={() => onPlay(start)}
        className="group tabular flex min-h-11 min-w-18 items-center gap-2 rounded-control text-14 text-ink-3 hover:text-ink"
      >
        <Play
          aria-hidden="true"
          className={clsx(
            "size-4 fill-current",
            isCurrent ? "text-green" : "text-ink-3 group-hover:text-green",
          )}
        />
        {clockOffset(start)}
      </button>
      {track === null ? (
        line && (
          <span className="min-w-0 py-1 sm:col-span-3">
            <UnnamedLine line={line} clock={clock} suggest={suggest} />
          </span>
        )
      ) : (
        <span className="min-w-0 py-1">
          <LineName track={track} line={line} />
        </span>
      )}
      <span className="flex items-center gap-4 text-14 text-ink-3 max-sm:col-span-2 max-sm:col-start-2 max-sm:row-start-2 max-sm:pb-2 max-sm:empty:hidden sm:[&>*]:min-w-14">
        {line && track !== null && <LineMark line={line} />}
        {heat}
        {listenCount !== null && <Count icon={Headphones} count={listenCount} one="listen" other="listens" />}
        {favoriteCount !== null && (
          <Count icon={Heart} count={favoriteCount} one="favorite" other="favorites" />
        )}
        {cheerCount !== null && <Count icon={Megaphone} count={cheerCount} one="cheer" other="cheers" />}
      </span>
      {viewerId !== null && track !== null && heard !== null && (
        <span className="max-sm:col-start-3 max-sm:row-start-1">
          <InBrowser fallback={<span className="block size-11" />}>
            <FavoriteButton
              heard={heard}
              earNow={noEar}
              viewerId={viewerId}
              of={shownTitle(track.title)}
              isCompact
            />
          </InBrowser>
        </span>
      )}
    </li>
  );
});
