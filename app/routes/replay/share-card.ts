import type { MetaDescriptor } from "react-router";
import type { ReplayDetailsView } from "#app/domains/replays/contract.ts";
import { clockOffset } from "#app/domains/time/clock-offset.ts";
import { replayPath } from "#app/paths.ts";
import { countOf } from "#app/ui/number.ts";
import { shareCard } from "../share-card.ts";

/** The preview of a link to a replay on other sites. */
export function replayCard(replay: ReplayDetailsView, origin: string): MetaDescriptor[] {
  const { id, name, performer, room } = replay;
  const by = performer && performer.username !== name ? ` · ${performer.username}` : "";
  return shareCard({
    origin,
    path: replayPath(id),
    title: `${name}${by}`,
    description: describe(replay),
    type: "music.song",
    image: performer?.profile ?? room?.thumbnail ?? null,
  });
}

/** The day is in UTC: no viewer's zone is known yet. */
function describe({ room, startTime, duration, tracks }: ReplayDetailsView): string {
  const day = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "long" }).format(startTime);
  const where = room ? `Live on ${room.name}, ${day}` : `Live, ${day}`;
  const length = clockOffset(duration);
  return tracks.length === 0
    ? `${where}. ${length} to play again.`
    : `${where}. ${length} and ${countOf(tracks.length, "track", "tracks")} to play again.`;
}
