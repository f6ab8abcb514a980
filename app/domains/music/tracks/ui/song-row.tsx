import { Headphones, Heart, Megaphone } from "lucide-react";
import { Link } from "react-router";
import type { PersonView } from "#app/domains/people/people/contract/people.ts";
import { profilePath } from "#app/paths.ts";
import { TimeSince } from "#app/ui/time.tsx";
import type { TrackView } from "../contract/tracks.ts";
import { shownTime } from "../shown.ts";
import { Count } from "./count.tsx";
import { SongArtist, SongTitle } from "./song-links.tsx";
import { ThirdPartyLink } from "./third-party-link.tsx";

interface SongRowProps {
  track: TrackView;
  /** The recorded time, epoch ms; null where it was never played. */
  playedAt: number | null;
  /** Whether that is when its title was sent. */
  isAnnounced: boolean;
  listenCount: number;
  favoriteCount: number;
  cheerCount: number;
  /** The performer who played it, where that is shown. */
  performer?: PersonView | null | undefined;
}

/** A song that was played: the track, the time, and listeners' numbers. */
export function SongRow({
  track,
  playedAt,
  isAnnounced,
  listenCount,
  favoriteCount,
  cheerCount,
  performer,
}: SongRowProps) {
  return (
    <div className="flex items-center gap-x-2">
      <div className="flex min-w-0 grow flex-wrap items-baseline gap-x-5 py-3">
        <span className="min-w-0 grow basis-56">
          <span className="block text-16 font-semibold wrap-anywhere" dir="auto">
            <SongTitle track={track.id} title={track.title} />
          </span>
          <span className="block text-14 wrap-anywhere text-ink-2" dir="auto">
            <SongArtist artist={track.artist} />
          </span>
          {performer && (
            <span className="block text-14 wrap-anywhere text-ink-3">
              Performed by{" "}
              <Link to={profilePath(performer.id)} className="text-ink-2 hover:underline" dir="auto">
                {performer.username}
              </Link>
            </span>
          )}
        </span>
        <span className="flex items-center gap-4 text-14 text-ink-3">
          {playedAt !== null && <TimeSince at={shownTime(playedAt, isAnnounced)} />}
          <Count icon={Headphones} count={listenCount} one="listen" other="listens" />
          <Count icon={Heart} count={favoriteCount} one="favorite" other="favorites" />
          <Count icon={Megaphone} count={cheerCount} one="cheer" other="cheers" />
        </span>
      </div>
      <ThirdPartyLink track={track} />
    </div>
  );
}
