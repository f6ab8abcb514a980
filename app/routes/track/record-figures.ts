import type { ArtistProfileView } from "#app/domains/tracks/contract/records.ts";

type Totals = Pick<ArtistProfileView, "djPlayCount" | "listenCount" | "favoriteCount" | "songCount">;

/** The numbers of an artist or a label with their names. */
export function recordFigures({ songCount, djPlayCount, listenCount, favoriteCount }: Totals) {
  return [
    { name: songCount === 1 ? "song" : "songs", count: songCount },
    { name: djPlayCount === 1 ? "play" : "plays", count: djPlayCount },
    { name: listenCount === 1 ? "listen" : "listens", count: listenCount },
    { name: favoriteCount === 1 ? "favorite" : "favorites", count: favoriteCount },
  ];
}
