import type { MetaDescriptor } from "react-router";
import type { ReplayDetailsView } from "#app/domains/air/replays/contract.ts";
import type { SetRecordView } from "#app/domains/air/sets/contract/record.ts";
import { clockOffset } from "#app/domains/base/time/clock-offset.ts";
import { replayPlayerPath } from "#app/domains/outside/embeds/address.ts";
import { playedSetPath, profilePath, recordedPath } from "#app/paths.ts";
import { countOf } from "#app/ui/number.ts";
import { feedLink, shareCard } from "../share-card.ts";
import type { PerformancePageData } from "./performance-page-data.ts";

type Shared = Pick<PerformancePageData, "set" | "replay" | "origin">;

/** The preview of a link to a performance on other sites: of what everyone can hear, with its player and its sound. */
export function performanceCard({ set, replay, origin }: Shared): MetaDescriptor[] {
  if (replay?.isPublic) return replayCard(replay, origin);
  if (set !== null) return setCard(set, origin);
  // Only its owner can hear it.
  return [{ title: `${titleOf(replay)} · Cue` }, { name: "robots", content: "noindex" }];
}

/** The player for other sites, of a recording that everyone can hear; null where there is none. */
export const playerPathOf = (replay: PerformancePageData["replay"]): string | null =>
  replay?.isPublic ? replayPlayerPath(replay.id) : null;

function titleOf(replay: PerformancePageData["replay"]): string {
  const { name = "", performer = null } = replay ?? {};
  return performer && performer.username !== name ? `${name} · ${performer.username}` : name;
}

function replayCard(replay: ReplayDetailsView, origin: string): MetaDescriptor[] {
  const { id, performer, room } = replay;
  return [
    ...shareCard({
      origin,
      path: recordedPath(id, replay.set),
      title: titleOf(replay),
      description: describeReplay(replay),
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

function setCard(set: SetRecordView, origin: string): MetaDescriptor[] {
  return shareCard({
    origin,
    path: playedSetPath(set.id),
    title: `${set.name} · ${set.user.username}`,
    description: describeSet(set),
    type: "music.playlist",
    image: set.picture ?? set.user.profile,
  });
}

function describeSet({ user, room, startTime, tracks }: SetRecordView): string {
  const where = room === null ? "live" : `live on ${room.name}`;
  const what = `${user.username}, ${where}, ${dayOf(startTime)}.`;
  return tracks.length === 0 ? what : `${what} ${countOf(tracks.length, "track", "tracks")}.`;
}

function describeReplay({ room, startTime, duration, tracks }: ReplayDetailsView): string {
  const where = room ? `Live on ${room.name}, ${dayOf(startTime)}` : `Live, ${dayOf(startTime)}`;
  const length = clockOffset(duration);
  return tracks.length === 0
    ? `${where}. ${length} to play again.`
    : `${where}. ${length} and ${countOf(tracks.length, "track", "tracks")} to play again.`;
}

/** Returns the day in UTC: no viewer's zone is known yet. */
const dayOf = (time: number): string =>
  new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "long" }).format(time);

function soundOf({ mp3, opus, duration, performer }: ReplayDetailsView, origin: string): MetaDescriptor[] {
  return [
    { property: "og:audio", content: `${origin}${mp3 ?? opus}` },
    { property: "og:audio:type", content: mp3 === null ? "audio/ogg" : "audio/mpeg" },
    { property: "music:duration", content: String(Math.round(duration / 1_000)) },
    ...(performer ? [{ property: "music:musician", content: `${origin}${profilePath(performer.id)}` }] : []),
  ];
}
