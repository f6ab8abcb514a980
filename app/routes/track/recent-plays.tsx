import { Play } from "lucide-react";
import { Link } from "react-router";
import type { RecentPlayView } from "#app/domains/music/tracks/contract/records.ts";
import { shownTime } from "#app/domains/music/tracks/shown.ts";
import { playedSetPath, profilePath, stagePath } from "#app/paths.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { TimeSince } from "#app/ui/time.tsx";

/**
 * Shows who played a song, where, in which set and when. `moments`: where it can be heard again in a replay, by the
 * play's id.
 */
export function RecentPlays({
  plays,
  moments,
}: {
  plays: RecentPlayView[];
  moments: Readonly<Record<string, string>>;
}) {
  if (plays.length === 0) {
    return (
      <EmptyState title="No one has played this song yet">
        Plays appear here when a performer or their software names the song, or when Cue recognizes it.
      </EmptyState>
    );
  }
  return (
    <ol>
      {plays.map((play) => (
        <li key={play.id} className="flex items-center gap-4 border-t border-tick py-3">
          <Picture
            src={play.user?.profile ?? null}
            name={play.user?.username ?? play.room?.name ?? ""}
            className="size-11"
          />
          <div className="flex min-w-0 grow flex-col gap-x-5 sm:flex-row sm:items-baseline">
            <span className="min-w-0 grow">
              <Who play={play} />
              <Where play={play} />
            </span>
            <span className="text-14 text-ink-3">
              <TimeSince at={shownTime(play.timestamp, play.isAnnounced)} />
            </span>
          </div>
          <Moment path={moments[play.id]} play={play} />
        </li>
      ))}
    </ol>
  );
}

/** Leads to where it was played in the replay. */
function Moment({ path, play: { user, set, room } }: { path: string | undefined; play: RecentPlayView }) {
  if (path === undefined) return null;
  const name = set?.name ?? user?.username ?? room?.name ?? "the replay";
  return (
    <Link
      to={path}
      aria-label={`Play this moment of ${name}`}
      title="Play this moment"
      className={buttonClass("bare", "size-11 shrink-0 px-0!")}
    >
      <Play aria-hidden="true" className="size-5" />
    </Link>
  );
}

function Who({ play: { user } }: { play: RecentPlayView }) {
  if (user === null) return <span className="block text-16 text-ink-2">Former user</span>;
  return (
    <Link
      to={profilePath(user.id)}
      className="block text-16 font-semibold wrap-anywhere hover:underline"
      dir="auto"
    >
      {user.username}
    </Link>
  );
}

function Where({ play: { room, set } }: { play: RecentPlayView }) {
  if (room === null && set === null)
    return <span className="block text-14 text-ink-3">on their profile</span>;
  return (
    <span className="block text-14 wrap-anywhere text-ink-2">
      {set && (
        <Link to={playedSetPath(set.id)} className="hover:underline">
          <bdi>{set.name}</bdi>
        </Link>
      )}
      {room && (
        <>
          <span className="text-ink-3"> on </span>
          <Link to={stagePath(room.id)} className="hover:underline">
            <bdi>{room.name}</bdi>
          </Link>
        </>
      )}
    </span>
  );
}
