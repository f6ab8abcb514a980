import { Link, useLocation } from "react-router";
import { FollowButton } from "#app/domains/people/ui/follow-button.tsx";
import { useFollows } from "#app/domains/people/ui/use-follows.ts";
import type { ReplayDetailsView } from "#app/domains/replays/contract.ts";
import { AvailableUntil } from "#app/domains/replays/ui/replay-notes.tsx";
import { profilePath, stagePath } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/lamp.tsx";
import { countOf } from "#app/ui/number.ts";
import { Picture } from "#app/ui/picture.tsx";
import { TimeRange } from "#app/ui/time.tsx";
import { duration as inWords } from "#app/ui/time-format.ts";
import { useViewer } from "../shell/viewer.ts";

/** Who played what, where and when, and for how long it can be heard. */
export function ReplayHead({ replay, followedIds }: { replay: ReplayDetailsView; followedIds: string[] }) {
  const { name, performer, room, startTime, endTime, duration, listenCount } = replay;
  const place = performer ? profilePath(performer.id) : room && stagePath(room.id);
  const picture = (
    <Picture
      src={performer ? performer.profile : (room?.thumbnail ?? null)}
      name={performer?.username ?? name}
      isEager
      className="size-20 sm:size-28"
    />
  );
  return (
    <header className="flex flex-wrap items-start gap-x-5 gap-y-4">
      {place ? (
        <Link to={place} tabIndex={-1} aria-hidden="true" className="shrink-0">
          {picture}
        </Link>
      ) : (
        picture
      )}
      <div className="min-w-0 grow basis-52">
        <p className="label flex items-center gap-2 text-ink-3">
          Replay
          {endTime === null && <Badge tone="green">ON AIR NOW</Badge>}
        </p>
        <h1 className="display text-28 wrap-anywhere sm:text-44" dir="auto">
          {name}
        </h1>
        <Place performer={performer} room={room} />
        <p className="mt-1 text-14 text-ink-3">
          <TimeRange start={startTime} end={endTime} isZoned />
          {` · ${inWords(duration)}`}
          {listenCount !== null && ` · ${countOf(listenCount, "listen", "listens")}`}
        </p>
        <AvailableUntil replay={replay} />
      </div>
      {performer ? (
        <Follow person={performer} followedIds={followedIds} />
      ) : (
        endTime === null && room && <ButtonLink to={stagePath(room.id)}>Listen Live</ButtonLink>
      )}
    </header>
  );
}

function Place({ performer, room }: Pick<ReplayDetailsView, "performer" | "room">) {
  const stage = room && (
    <Link to={stagePath(room.id)} className="text-ink hover:underline" dir="auto">
      {room.name}
    </Link>
  );
  if (!performer) return stage && <p className="mt-1 text-16 wrap-anywhere text-ink-2">On {stage}</p>;
  return (
    <p className="mt-1 text-16 wrap-anywhere text-ink-2">
      <Link to={profilePath(performer.id)} className="font-semibold text-ink hover:underline" dir="auto">
        {performer.username}
      </Link>
      {stage && <> on {stage}</>}
    </p>
  );
}

function Follow({
  person,
  followedIds,
}: {
  person: NonNullable<ReplayDetailsView["performer"]>;
  followedIds: string[];
}) {
  const viewer = useViewer();
  const follows = useFollows(followedIds);
  const { pathname } = useLocation();
  if (viewer === null)
    return <ButtonLink to={`/?next=${encodeURIComponent(pathname)}`}>Log In to Follow</ButtonLink>;
  if (viewer.id === person.id) return null;
  return (
    <FollowButton
      name={person.username}
      isFollowing={follows.isFollowed(person.id)}
      onToggle={() => follows.toggle(person.id)}
    />
  );
}
