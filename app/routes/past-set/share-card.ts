import type { MetaDescriptor } from "react-router";
import type { SetRecordView } from "#app/domains/sets/contract/record.ts";
import { playedSetPath } from "#app/paths.ts";
import { wordFor } from "#app/ui/number.ts";
import { shareCard } from "../share-card.ts";

/** The preview of a link to a set on other sites. */
export function setCard(set: SetRecordView, origin: string): MetaDescriptor[] {
  return shareCard({
    origin,
    path: playedSetPath(set.id),
    title: `${set.name} · ${set.user.username}`,
    description: describe(set),
    type: "music.playlist",
    image: set.user.profile,
  });
}

/** The day is in UTC: no viewer's zone is known yet. */
function describe({ user, room, startTime, tracks }: SetRecordView): string {
  const day = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "long" }).format(startTime);
  const what =
    room === null ? `${user.username}, live, ${day}.` : `${user.username}, live on ${room.name}, ${day}.`;
  return tracks.length === 0
    ? what
    : `${what} ${tracks.length} ${wordFor(tracks.length, "track", "tracks")}.`;
}
