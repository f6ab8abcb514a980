import clsx from "clsx";
import { Link } from "react-router";
import { AirBadge } from "#app/domains/air/schedule/ui/air-badge.tsx";
import type { RoomState } from "#app/domains/air/stages/live/protocol.ts";
import type { ProfileView } from "#app/domains/people/people/contract/people.ts";
import { PerformerMark } from "#app/domains/people/people/ui/performer-mark.tsx";
import { useRelation } from "#app/domains/people/people/ui/use-relation.ts";
import { WornBadge } from "#app/domains/people/people/ui/worn-badge.tsx";
import { followersPath, followingPath } from "#app/paths.ts";
import { hasLongWord } from "#app/ui/name-size.ts";
import { abbreviate, wordFor } from "#app/ui/number.ts";
import { Picture } from "#app/ui/picture.tsx";
import { TickRule } from "#app/ui/ticks.tsx";
import { Actions } from "./actions.tsx";

/** A name longer than this is set one size smaller. */
const longName = 16;
/** Maximum length of a word in a name; on a phone, a name with a longer one is smaller too. */
const longWord = 9;

/** The person, and the viewer's actions. */
export function ProfileHead({
  profile,
  live,
}: {
  profile: ProfileView;
  /** The room that carries their sound now, or null. */
  live: RoomState | null;
}) {
  const relation = useRelation(profile);
  const role = profile.title ?? kindOf(profile);
  return (
    <>
      <Actions profile={profile} relation={relation} />
      <Picture
        src={profile.banner}
        name={profile.username}
        ratio="wide"
        isEager
        className="max-h-[30vh] w-full short:hidden"
      />
      <header className="flex items-end gap-4 px-4 sm:gap-6 sm:px-8">
        <Picture
          src={profile.profile}
          name={profile.username}
          isEager
          className="-mt-12 w-24 border-4 border-ground sm:-mt-20 sm:w-44 short:mt-0 short:w-24"
        />
        <div className="min-w-0 grow pt-3">
          <h1
            className={clsx(
              "display sm:text-44",
              hasLongWord(profile.username, longWord) ? "text-20" : "text-28",
              profile.username.length <= longName && "xl:text-72",
            )}
            dir="auto"
          >
            {profile.username}
          </h1>
          <p className="flex min-h-6 flex-wrap items-center gap-x-3 text-16 text-ink-2">
            <AirBadge isOnAir={live !== null} state={live?.state} />
            {profile.dj && <PerformerMark />}
            <WornBadge badge={profile.wornBadge} size={24} />
            <span>{role}</span>
          </p>
          <Follows
            personId={profile.id}
            followerCount={relation.followerCount}
            followingCount={profile.followingCount}
          />
        </div>
      </header>
      <TickRule className="mt-5 opacity-60" />
    </>
  );
}

function kindOf({ dj, performerType }: ProfileView): string {
  if (!dj) return "Listener";
  return performerType === "musician" ? "Musician" : "DJ";
}

/** Empty where their owner hides them. */
function Follows({
  personId,
  followerCount,
  followingCount,
}: {
  personId: string;
  followerCount: number | null;
  followingCount: number | null;
}) {
  if (followerCount === null || followingCount === null) return null;
  const link =
    "inline-flex min-h-11 items-baseline gap-1.5 pt-2.5 text-14 text-ink-3 hover:text-ink hover:underline";
  const figure = "tabular text-16 font-semibold text-ink";
  return (
    <p className="-mb-2.5 flex flex-wrap gap-x-5">
      <Link to={followersPath(personId)} className={link}>
        <span className={figure}>{abbreviate(followerCount)}</span>
        {wordFor(followerCount, "follower", "followers")}
      </Link>
      <Link to={followingPath(personId)} className={link}>
        <span className={figure}>{abbreviate(followingCount)}</span>
        following
      </Link>
    </p>
  );
}
