import { HeartOff } from "lucide-react";
import type { FavoriteView } from "#app/domains/music/tracks/contract/tracks.ts";
import { shownTitle } from "#app/domains/music/tracks/shown.ts";
import { HeardFrom } from "#app/domains/music/tracks/ui/heard-from.tsx";
import { SongArtist, SongTitle } from "#app/domains/music/tracks/ui/song-links.tsx";
import { ThirdPartyLink } from "#app/domains/music/tracks/ui/third-party-link.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";

/** A favorite track, and by whom or where it was performed. */
export function FavoriteRow({ favorite, onRemove }: { favorite: FavoriteView; onRemove: () => void }) {
  const { track } = favorite;
  return (
    <div className="flex items-center gap-1 py-3">
      <div className="flex min-w-0 grow flex-wrap items-baseline gap-x-5 gap-y-1">
        <span className="min-w-0 grow basis-56 wrap-anywhere">
          <span className="block text-16 font-semibold" dir="auto">
            <SongTitle track={track.id} title={track.title} />
          </span>
          <span className="block text-14 text-ink-2" dir="auto">
            <SongArtist artist={track.artist} />
          </span>
        </span>
        <span className="text-14 wrap-anywhere text-ink-3 sm:w-64">
          <HeardFrom favorite={favorite} />
        </span>
      </div>
      <span className="flex shrink-0 justify-end sm:w-22">
        <ThirdPartyLink track={track} />
        <IconButton
          label={`Remove ${shownTitle(track.title)} from favorites`}
          aria-haspopup="dialog"
          data-removes={track.id}
          onClick={onRemove}
        >
          <HeartOff aria-hidden="true" className="size-5" />
        </IconButton>
      </span>
    </div>
  );
}

/** Placeholder of a favorite. */
export function FavoriteRowSkeleton() {
  return (
    <div className="flex h-18 items-center gap-5">
      <div className="grow space-y-2">
        <Skeleton className="h-4 w-56" />
        <Skeleton className="h-3 w-32" />
      </div>
      <Skeleton className="h-4 w-40 max-sm:hidden" />
      <Skeleton className="size-11" />
    </div>
  );
}
