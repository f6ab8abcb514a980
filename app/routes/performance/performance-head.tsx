import { Link, useLocation } from "react-router";
import { AvailableUntil } from "#app/domains/air/replays/ui/replay-notes.tsx";
import type { SetState } from "#app/domains/air/schedule/contract/set-state.ts";
import { StateBadge } from "#app/domains/air/schedule/ui/state-badge.tsx";
import { performanceLabel } from "#app/domains/air/sets/ui/performance-label.ts";
import { FollowButton } from "#app/domains/people/people/ui/follow-button.tsx";
import { useFollows } from "#app/domains/people/people/ui/use-follows.ts";
import { type LogInFor, logInPath, profilePath, stagePath } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { TimeRange } from "#app/ui/time.tsx";
import { useViewer } from "../shell/viewer.ts";
import type { PerformancePageData } from "./performance-page-data.ts";

/** Shows who played what, where and when, and for how long it can be heard. */
export function PerformanceHead({
  set,
  replay,
  followedIds,
  state,
  isUnplayed,
  lengthMs,
}: Pick<PerformancePageData, "set" | "replay" | "followedIds"> & {
  /** Null without a set. */
  state: SetState | null;
  /** It is over, and was never heard. */
  isUnplayed: boolean;
  /** Null while it goes on, and where it was not on air. */
  lengthMs: number | null;
}) {
  const { name, startTime, endTime, room } = set ?? replay ?? {};
  const performer = set?.user ?? replay?.performer ?? null;
  const thumbnail = replay?.room?.thumbnail ?? null;
  const isOnAir = set === null && endTime === null;
  return (
    <header className="flex flex-wrap items-start gap-x-5 gap-y-4">
      <HeadPicture
        set={set}
        performer={performer}
        room={room ?? null}
        thumbnail={thumbnail}
        name={name ?? ""}
      />
      <div className="min-w-0 grow basis-52">
        <p className="label flex items-center gap-2 text-ink-3">
          {replay?.endTime == null ? (set ? "Set" : "Performance") : "Replay"}
          {isOnAir && <StateBadge state={{ name: "on-air", since: startTime ?? 0 }} />}
          {state && state.name !== "over" && <StateBadge state={state} />}
        </p>
        <h1 className="display text-28 wrap-anywhere sm:text-44" dir="auto">
          {name}
        </h1>
        <Place performer={performer} room={room ?? null} />
        <p className="mt-1 text-14 text-ink-3">
          {wasShorter(set, lengthMs) && "Booked "}
          <TimeRange start={startTime ?? 0} end={endTime ?? null} isZoned />
          {lengthMs !== null && ` · ${performanceLabel(lengthMs)}`}
          {isUnplayed && " · Not played"}
        </p>
        {replay && <AvailableUntil replay={replay} />}
      </div>
      {performer ? (
        <Follow person={performer} followedIds={followedIds} />
      ) : (
        isOnAir && room && <ButtonLink to={stagePath(room.id)}>Listen Live</ButtonLink>
      )}
    </header>
  );
}

/** Shorter than this it is still the whole set: performers connect late and stop early. */
const sameLengthMs = 15 * 60_000;

/** Whether the times of a set, which are those that were booked, need to be told from how long it was on air. */
function wasShorter(set: PerformancePageData["set"], lengthMs: number | null): boolean {
  if (set === null || set.endTime === null || lengthMs === null) return false;
  return set.endTime - set.startTime - lengthMs >= sameLengthMs;
}

type Performer = NonNullable<PerformancePageData["replay"]>["performer"];
type Room = { id: string; name: string } | null;

function HeadPicture({
  set,
  performer,
  room,
  thumbnail,
  name,
}: {
  set: PerformancePageData["set"];
  performer: Performer;
  room: Room;
  thumbnail: string | null;
  name: string;
}) {
  const place = performer ? profilePath(performer.id) : room && stagePath(room.id);
  const picture = (
    <Picture
      src={set?.picture ?? (performer ? performer.profile : thumbnail)}
      name={performer?.username ?? name}
      isEager
      className="size-20 sm:size-28"
    />
  );
  if (!place) return picture;
  return (
    <Link to={place} tabIndex={-1} aria-hidden="true" className="shrink-0">
      {picture}
    </Link>
  );
}

function Place({ performer, room }: { performer: Performer; room: Room }) {
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

function Follow({ person, followedIds }: { person: NonNullable<Performer>; followedIds: string[] }) {
  const viewer = useViewer();
  const follows = useFollows(followedIds);
  const { pathname } = useLocation();
  if (viewer === null)
    return (
      <ButtonLink to={logInPath(pathname)} state={"follow" satisfies LogInFor}>
        Log In to Follow
      </ButtonLink>
    );
  if (viewer.id === person.id) return null;
  return (
    <FollowButton
      name={person.username}
      isFollowing={follows.isFollowed(person.id)}
      onToggle={() => follows.toggle(person.id)}
    />
  );
}
