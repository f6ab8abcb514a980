import type { MetaDescriptor } from "react-router";
import type { TrackProfileView } from "#app/domains/music/tracks/contract/records.ts";
import { shownArtist, shownTitle } from "#app/domains/music/tracks/shown.ts";
import { trackPath } from "#app/paths.ts";
import { countOf } from "#app/ui/number.ts";
import { shareCard } from "../share-card.ts";

/** The preview of a link to a song on other sites. */
export function trackCard(track: TrackProfileView, origin: string): MetaDescriptor[] {
  return shareCard({
    origin,
    path: trackPath(track.id),
    title: `${shownTitle(track.title)} · ${shownArtist(track.artist)}`,
    description: describe(track),
    type: "music.song",
    image: track.art,
  });
}

function describe({ djPlayCount, favoriteCount, tracks: [last] }: TrackProfileView): string {
  if (last === undefined) return "No one has played this song on Cue yet.";
  const performer = last.user?.username;
  const stage = last.room?.name;
  const lastPlayed =
    performer === undefined
      ? null
      : stage === undefined
        ? `Last played by ${performer}.`
        : `Last played by ${performer} on ${stage}.`;
  const favorites = countOf(favoriteCount, "favorite", "favorites");
  // Plays on a profile are stored but not counted.
  const counts =
    djPlayCount === 0
      ? `${favorites}.`
      : `Played live ${countOf(djPlayCount, "time", "times")}, ${favorites}.`;
  return lastPlayed === null ? counts : `${counts} ${lastPlayed}`;
}
