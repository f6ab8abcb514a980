import type { MetaDescriptor } from "react-router";
import { replayPlayerPath } from "#app/domains/embeds/address.ts";
import type { ReplayDetailsView } from "#app/domains/replays/contract.ts";
import { clockOffset } from "#app/domains/time/clock-offset.ts";
import { profilePath, replayPath } from "#app/paths.ts";
import { countOf } from "#app/ui/number.ts";
import { feedLink, shareCard } from "../share-card.ts";

/** The preview of a link to a replay on other sites; of one that only its owner can hear, just the title. */
export function replayCard(replay: ReplayDetailsView, origin: string): MetaDescriptor[] {
  const { id, name, performer, room, isPublic } = replay;
  const by = performer && performer.username !== name ? ` · ${performer.username}` : "";
  const title = `${name}${by}`;
  if (!isPublic) return [{ title: `${title} · Cue` }, { name: "robots", content: "noindex" }];
  return [
    ...shareCard({
      origin,
      path: replayPath(id),
      title,
      description: describe(replay),
      type: "music.song",
      image: performer?.profile ?? room?.thumbnail ?? null,
      hasPlayer: true,
      player: replayPlayerPath(id),
    }),
    ...soundOf(replay, origin),
    ...(performer
      ? [feedLink(origin, { kind: "performer", id: performer.id, name: performer.username })]
      : []),
  ];
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

function soundOf({ mp3, opus, duration, performer }: ReplayDetailsView, origin: string): MetaDescriptor[] {
  return [
    { property: "og:audio", content: `${origin}${mp3 ?? opus}` },
    { property: "og:audio:type", content: mp3 === null ? "audio/ogg" : "audio/mpeg" },
    { property: "music:duration", content: String(Math.round(duration / 1_000)) },
    ...(performer ? [{ property: "music:musician", content: `${origin}${profilePath(performer.id)}` }] : []),
  ];
}
