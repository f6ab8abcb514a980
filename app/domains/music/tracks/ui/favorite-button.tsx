import clsx from "clsx";
import { Heart } from "lucide-react";
import { Button, IconButton } from "#app/ui/button.tsx";
import { type HeardTrack, useFavorites } from "./use-favorites.ts";

/**
 * Adds the track that is heard to the favorites, or removes it. `heard` null: there is no track now. `of` names the
 * track where there are several: the key shortcut is for the one that is heard.
 */
export function FavoriteButton({
  heard,
  earNow,
  viewerId,
  of,
  isCompact = false,
}: {
  heard: HeardTrack | null;
  /** Server time in the sound at the listener's ear (epoch ms), or null while it is not heard. */
  earNow: () => number | null;
  viewerId: string;
  of?: string;
  isCompact?: boolean;
}) {
  const { isFavorite, toggle } = useFavorites(viewerId, heard?.track ?? null);
  const press = () => {
    if (heard) void toggle(heard, isFavorite, earNow());
  };
  const icon = <Heart aria-hidden="true" className={clsx("size-5", isFavorite && "fill-current")} />;
  if (isCompact) {
    return (
      <IconButton
        label={of === undefined ? "Favorite this track" : `Favorite ${of}`}
        aria-keyshortcuts={of === undefined ? "l" : undefined}
        aria-pressed={isFavorite}
        disabled={!heard}
        onClick={press}
      >
        {icon}
      </IconButton>
    );
  }
  return (
    <Button aria-keyshortcuts="l" aria-pressed={isFavorite} disabled={!heard} onClick={press} icon={icon}>
      {isFavorite ? "Favorited" : "Favorite"}
    </Button>
  );
}
