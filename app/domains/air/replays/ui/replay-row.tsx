import { Link } from "react-router";
import { clockOffset } from "#app/domains/base/time/clock-offset.ts";
import { profilePath, recordedPath, stagePath } from "#app/paths.ts";
import { Picture } from "#app/ui/picture.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { TimeSince } from "#app/ui/time.tsx";
import type { ListedReplayView } from "../contract.ts";
import { ReplayLink } from "./replay-link.tsx";

/** A replay in a list: its name and its play control lead to its page. */
export function ReplayRow({ replay }: { replay: ListedReplayView }) {
  const { name, performer, room, startTime, endTime, duration, genre } = replay;
  const path = recordedPath(replay.id, replay.set);
  return (
    <div className="flex items-center gap-4 py-3">
      <Link to={path} tabIndex={-1} aria-hidden="true" className="shrink-0">
        <Picture
          src={performer ? performer.profile : (room?.thumbnail ?? null)}
          name={performer?.username ?? name}
          className="size-14"
        />
      </Link>
      <div className="min-w-0 grow">
        <Link to={path} className="block text-16 font-semibold wrap-anywhere hover:underline" dir="auto">
          {name}
        </Link>
        <p className="text-14 wrap-anywhere text-ink-2">
          {performer && (
            <Link to={profilePath(performer.id)} className="hover:underline" dir="auto">
              {performer.username}
            </Link>
          )}
          {performer ? " on " : "On "}
          {room ? (
            <Link to={stagePath(room.id)} className="hover:underline" dir="auto">
              {room.name}
            </Link>
          ) : (
            "their profile"
          )}
        </p>
        <p className="text-14 text-ink-3">
          <TimeSince at={endTime ?? startTime} />
          {` · ${clockOffset(duration)}`}
          {genre !== "" && (
            <>
              {" · "}
              <bdi>{genre}</bdi>
            </>
          )}
        </p>
      </div>
      <ReplayLink to={path} name={name} />
    </div>
  );
}

/** Placeholder of such a row. */
export function ReplayRowSkeleton() {
  return (
    <div className="flex items-center gap-4 py-3">
      <Skeleton className="size-14" />
      <div className="grow space-y-2">
        <Skeleton className="h-4 w-56" />
        <Skeleton className="h-3 w-32" />
      </div>
      <Skeleton className="size-11" />
    </div>
  );
}
