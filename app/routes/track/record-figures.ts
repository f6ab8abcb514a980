import type { ArtistProfileView } from "#app/domains/music/tracks/contract/records.ts";

type Totals = Pick<ArtistProfileView, "djPlayCount" | "listenCount" | "favoriteCount" | "songCount">;

/** The numbers of an artist or a label with their names. */
export function recordFigures({ songCount, djPlayCount, listenCount, favoriteCount }: Totals) {
  return [
    { one: "song", other: "songs", count: songCount },
    { one: "play", other: "plays", count: djPlayCount },
    { one: "listen", other: "listens", count: listenCount },
    { one: "favorite", other: "favorites", count: favoriteCount },
  ];
}
