import { Fragment, useMemo } from "react";
import { Link } from "react-router";
import { profilePath } from "#app/paths.ts";
import { Picture } from "#app/ui/picture.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import type { PersonCard } from "../contract/relations.ts";
import { FollowButton } from "./follow-button.tsx";
import { PerformerMark } from "./performer-mark.tsx";
import { useRelation } from "./use-relation.ts";
import { WornBadge } from "./worn-badge.tsx";

/** A word on what someone is: their title where they have one. */
function roleOf(person: Pick<PersonCard, "title" | "dj">): string {
  return person.title ?? (person.dj ? "Performer" : "Listener");
}

/** A person in a list: photo, name, what they are, and whether the viewer follows them. */
export function PersonRow({
  person,
  viewerId,
  details = [],
}: {
  person: PersonCard;
  viewerId: string;
  /** Shown after what they are. */
  details?: readonly string[];
}) {
  const loaded = useMemo(
    () => ({ id: person.id, following: person.isFollowed, alert: false, followerCount: null }),
    [person],
  );
  const { following, toggleFollow } = useRelation(loaded);
  return (
    <div className="flex h-18 items-center gap-4">
      <Link to={profilePath(person.id)} className="group flex min-w-0 grow items-center gap-4">
        <Picture src={person.profile} name={person.username} className="size-12" />
        <span className="min-w-0">
          <span className="flex items-center gap-1.5 text-16 font-semibold">
            <span className="truncate group-hover:underline" dir="auto">
              {person.username}
            </span>
            {person.dj && <PerformerMark />}
            <WornBadge badge={person.wornBadge} />
          </span>
          <span className="block truncate text-14 text-ink-3">
            {roleOf(person)}
            {details.map((detail) => (
              <Fragment key={detail}>
                {" · "}
                <bdi>{detail}</bdi>
              </Fragment>
            ))}
          </span>
        </span>
      </Link>
      {person.id !== viewerId && (
        <FollowButton name={person.username} isFollowing={following} onToggle={toggleFollow} isQuiet />
      )}
    </div>
  );
}

/** Placeholder of a person's row. */
export function PersonRowSkeleton() {
  return (
    <div className="flex h-18 items-center gap-4">
      <Skeleton className="size-12" />
      <div className="grow space-y-2">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-3 w-24" />
      </div>
      <Skeleton className="h-11 w-26" />
    </div>
  );
}
