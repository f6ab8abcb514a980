import clsx from "clsx";
import { Heart } from "lucide-react";
import { useState } from "react";
import type { TrackProfileView } from "#app/domains/music/tracks/contract/records.ts";
import { useFavorites } from "#app/domains/music/tracks/ui/use-favorites.ts";
import { Button } from "#app/ui/button.tsx";

interface Kept {
  isFavorite: boolean;
  /** Number of everyone's favorites. */
  favoriteCount: number;
  toggle: () => void;
}

/** Whether this song is a favorite of the viewer: as loaded, until they press; as pressed, until the server refuses. */
export function useKept(track: TrackProfileView, viewerId: string | null): Kept {
  const favorites = useFavorites(viewerId);
  const [pressed, setPressed] = useState<boolean | null>(null);
  const isFavorite = pressed ?? track.favorited;
  const difference = Number(isFavorite) - Number(track.favorited);
  const toggle = async () => {
    setPressed(!isFavorite);
    // No one performs it here, so no one is credited.
    const heard = { track: track.id, trackHistory: null, set: null, dj: null };
    if (!(await favorites.toggle(heard, isFavorite, null))) setPressed(isFavorite);
  };
  return { isFavorite, favoriteCount: track.favoriteCount + difference, toggle: () => void toggle() };
}

export function KeepTrack({ kept: { isFavorite, toggle } }: { kept: Kept }) {
  const icon = <Heart aria-hidden="true" className={clsx("size-5", isFavorite && "fill-current")} />;
  return (
    <Button aria-pressed={isFavorite} onClick={toggle} icon={icon}>
      {isFavorite ? "Favorited" : "Favorite"}
    </Button>
  );
}
