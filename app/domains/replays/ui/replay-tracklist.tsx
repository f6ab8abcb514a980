import clsx from "clsx";
import { Headphones, Heart, Megaphone, Play } from "lucide-react";
import { memo, useCallback, useEffect, useRef } from "react";
import { trackAt } from "#app/domains/replays/track-at.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { clockOffset } from "../../time/clock-offset.ts";
import { shownTitle } from "../../tracks/shown.ts";
import { Count } from "../../tracks/ui/count.tsx";
import { FavoriteButton } from "../../tracks/ui/favorite-button.tsx";
import { SongArtist, SongTitle } from "../../tracks/ui/song-links.tsx";
import { titlesNote } from "../../tracks/ui/titles-note.ts";
import type { ReplayDetailsView, ReplayTrackView } from "../contract.ts";
import { type Cue, useReplayPlayer } from "./use-replay-player.ts";

/** The tracks of a replay, by time; a press on a time plays from there. */
export function ReplayTracklist({
  replay,
  cue,
  viewerId,
}: {
  replay: ReplayDetailsView;
  cue: Cue;
  /** Null for guests, who have no favorites. */
  viewerId: string | null;
}) {
  const player = useReplayPlayer(replay, cue);
  const current = player.isIdle ? null : trackAt(replay.tracks, player.position);
  // The rows stay the same while the position moves on.
  const latest = useRef(player);
  useEffect(() => {
    latest.current = player;
  });
  const playFrom = useCallback((at: number) => latest.current.playFrom(at), []);
  if (replay.tracks.length === 0)
    return <EmptyState title="No tracks were recognized">{titlesNote}</EmptyState>;
  return (
    <ol>
      {replay.tracks.map((entry) => (
        <TrackRow
          key={entry.id}
          entry={entry}
          setId={replay.set}
          performerId={replay.performer?.id ?? null}
          isCurrent={entry === current}
          viewerId={viewerId}
          onPlay={playFrom}
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
  isCurrent,
  viewerId,
  onPlay,
}: {
  entry: ReplayTrackView;
  setId: string | null;
  performerId: string | null;
  isCurrent: boolean;
  viewerId: string | null;
  onPlay: (at: number) => void;
}) {
  const { id, start, track, listenCount, favoriteCount, cheerCount } = entry;
  const heard = track.id === null ? null : { track: track.id, trackHistory: id, set: setId, dj: performerId };
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
        aria-label={`Play ${shownTitle(track.title)} from ${clockOffset(start)}`}
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
      <span className="min-w-0 py-1">
        <span className="block text-16 font-semibold wrap-anywhere" dir="auto">
          <SongTitle track={track.id} title={track.title} />
        </span>
        <span className="block text-14 wrap-anywhere text-ink-2" dir="auto">
          <SongArtist artist={track.artist} isPlain={track.id === null} />
        </span>
      </span>
      <span className="flex gap-4 text-14 text-ink-3 max-sm:col-span-2 max-sm:col-start-2 max-sm:row-start-2 max-sm:pb-2 max-sm:empty:hidden sm:[&>*]:min-w-14">
        {listenCount !== null && <Count icon={Headphones} count={listenCount} one="listen" other="listens" />}
        {favoriteCount !== null && (
          <Count icon={Heart} count={favoriteCount} one="favorite" other="favorites" />
        )}
        {cheerCount !== null && <Count icon={Megaphone} count={cheerCount} one="cheer" other="cheers" />}
      </span>
      {viewerId !== null && heard !== null && (
        <span className="max-sm:col-start-3 max-sm:row-start-1">
          <FavoriteButton
            heard={heard}
            earNow={noEar}
            viewerId={viewerId}
            of={shownTitle(track.title)}
            isCompact
          />
        </span>
      )}
    </li>
  );
});
