import { Coins, Headphones, Heart, Megaphone } from "lucide-react";
import { Link } from "react-router";
import { Count } from "#app/domains/music/tracks/ui/count.tsx";
import {
  playedSetPath,
  profilePath,
  replayEditorPath,
  replayPath,
  stagePath,
  tracklistEditorPath,
} from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { TimeSince } from "#app/ui/time.tsx";
import { ReplayLink } from "../../replays/ui/replay-link.tsx";
import type { PlayedSetView } from "../contract/changes.ts";

/**
 * A performance that is over: its name links to its page, with the stage or the performer below it. Without numbers
 * where its performer hides them.
 */
export function PlayedSetRow({
  set,
  under = "stage",
  isOwn = false,
  canEdit = false,
}: {
  set: PlayedSetView;
  under?: "stage" | "performer";
  /** The viewer performed it. */
  isOwn?: boolean;
  /** A link to the editor of its tracklist. */
  canEdit?: boolean;
}) {
  const { peakListeners, totalFavorites, totalCheers, totalTips, replay } = set;
  const page = pageOf(set);
  const place =
    under === "performer"
      ? { to: profilePath(set.user.id), name: set.user.username }
      : set.room && { to: stagePath(set.room.id), name: set.room.name };
  return (
    <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1 py-3">
      <span className="min-w-0 grow basis-56">
        <Link to={page.path} className="block text-16 font-semibold wrap-anywhere hover:underline" dir="auto">
          {set.name}
        </Link>
        {place ? (
          <Link to={place.to} className="text-14 text-ink-2 hover:underline" dir="auto">
            {place.name}
          </Link>
        ) : (
          <span className="text-14 text-ink-3">{isOwn ? "On your profile" : "On their profile"}</span>
        )}
      </span>
      <span className="flex items-center gap-4 text-14 text-ink-3">
        <TimeSince at={set.endTime ?? set.startTime} />
        {peakListeners !== null && (
          <Count icon={Headphones} count={peakListeners} one="peak listener" other="peak listeners" />
        )}
        {totalFavorites !== null && (
          <Count icon={Heart} count={totalFavorites} one="favorite" other="favorites" />
        )}
        {totalCheers !== null && <Count icon={Megaphone} count={totalCheers} one="cheer" other="cheers" />}
        {totalTips !== null && totalTips > 0 && (
          <Count icon={Coins} count={totalTips} one="token" other="tokens" />
        )}
      </span>
      {canEdit ? (
        <span className="flex items-center gap-x-5 self-center max-sm:basis-full">
          <ButtonLink
            to={page.editor}
            tone="bare"
            aria-label={`Edit Tracklist of ${set.name}`}
            className="max-sm:-ml-4"
          >
            Edit Tracklist
          </ButtonLink>
          {replay ? (
            <ReplayLink to={page.path} name={set.name} />
          ) : (
            <span className="size-11 max-sm:hidden" />
          )}
        </span>
      ) : (
        replay && <ReplayLink to={page.path} name={set.name} />
      )}
    </div>
  );
}

/** Returns the paths of its page and editor; without a set they are its replay's. */
function pageOf({ id, isWithoutSet, replay }: PlayedSetView): { path: string; editor: string } {
  if (isWithoutSet && replay) return { path: replayPath(replay.id), editor: replayEditorPath(replay.id) };
  return { path: playedSetPath(id), editor: tracklistEditorPath(id) };
}

/** Placeholder of such a row. */
export function PlayedSetRowSkeleton() {
  return (
    <div className="flex h-17 items-center gap-5">
      <div className="grow space-y-2">
        <Skeleton className="h-4 w-56" />
        <Skeleton className="h-3 w-32" />
      </div>
      <Skeleton className="h-4 w-48 max-sm:hidden" />
    </div>
  );
}
