import type { MetaDescriptor } from "react-router";
import type { TrackProfileView } from "#app/domains/tracks/contract/records.ts";
import { shownArtist, shownTitle } from "#app/domains/tracks/shown.ts";
import { trackPath } from "#app/paths.ts";
import { countOf } from "#app/ui/number.ts";
import { shareCard } from "../share-card.ts";

/** What other sites show of a link to a song. */
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
  if (last === undefined) return "A song that nobody has played on Cue yet.";
  const place = last.room === null ? "" : ` on ${last.room.name}`;
  const who = last.user === null ? "" : ` Last played by ${last.user.username}${place}.`;
  const favorites = countOf(favoriteCount, "favorite", "favorites");
  // Plays on a profile are known and not counted.
  const times = djPlayCount === 0 ? "" : `Played live ${countOf(djPlayCount, "time", "times")}, `;
  return `${times}${favorites}.${who}`;
}
