/** Items of a feed about sets and replays. */

import { coverPath } from "#app/domains/base/pictures/rules.ts";
import { foreignLine, foreignParagraphs } from "#app/domains/base/text/foreign-text.ts";
import { xml } from "#app/domains/base/text/xml.ts";
import { clockOffset } from "#app/domains/base/time/clock-offset.ts";
import { playedSetPath, replayPath } from "#app/paths.ts";
import type { Episode } from "../replays/episodes.server.ts";
import { trackText } from "../replays/moment.ts";
import { genreOf } from "../replays/views.ts";
import type { SetView } from "../schedule/contract/sets.ts";
import type { RssItem, RssSound } from "./rss.ts";

/** Apps show at most so many bytes of an episode's description. */
const maxDescriptionBytes = 4_000;

/** A set that was played; with an episode, its sound. */
export function toSetItem(origin: string, set: SetView, episode: Episode | undefined): RssItem {
  const page = `${origin}${playedSetPath(set.id)}`;
  const stage = set.room === null ? "" : ` on ${foreignLine(set.room.name)}`;
  const about = foreignParagraphs(set.description);
  return {
    title: `${foreignLine(set.name)} · ${foreignLine(set.user.username)}${stage}`,
    link: episode === undefined ? page : `${origin}${replayPath(episode.row.id)}`,
    // The same with and without sound: to readers it stays the same item.
    guid: page,
    publishedAt: set.startTime,
    description: episode === undefined ? about : describe(about, episode),
    sound: episode === undefined ? null : soundOf(origin, episode),
  };
}

/** A performance without a set is known by its day. */
export function toReplayItem(origin: string, episode: Episode): RssItem {
  const { id, performerName, stageName, startedAt } = episode.row;
  const link = `${origin}${replayPath(id)}`;
  const day = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "long" }).format(startedAt);
  const who = [performerName, stageName].filter((name) => name !== null).map(foreignLine);
  return {
    title: `${who.join(" on ")} · ${day}`,
    link,
    guid: link,
    publishedAt: startedAt,
    description: describe("", episode),
    sound: soundOf(origin, episode),
  };
}

function soundOf(origin: string, { row, bytes }: Episode): RssSound {
  const address = `${origin}${replayPath(row.id)}`;
  const { performerName, performerPhoto, stageName, stageThumbnail, durationMs } = row;
  return {
    mp3: `${address}.mp3`,
    bytes,
    opus: `${address}.opus`,
    durationMs,
    chapters: `${address}.chapters.json`,
    author: foreignLine(performerName ?? stageName ?? ""),
    image: `${origin}${coverPath(performerPhoto ?? stageThumbnail)}`,
    genre: genreOf(row),
  };
}

/** The text and the tracklist, as far as apps show them. */
function describe(about: string, { tracks }: Episode): string {
  const list = tracks.map(({ start, track }) => `${clockOffset(start)} ${foreignLine(trackText(track))}`);
  const lines = [...(about === "" ? [] : [...about.split("\n"), ""]), ...list];
  let left = maxDescriptionBytes;
  const fitting = lines.findIndex((line) => {
    left -= new TextEncoder().encode(`${xml(line)}<br>\n`).byteLength;
    return left < 0;
  });
  return (fitting === -1 ? lines : lines.slice(0, fitting)).join("\n").trimEnd();
}
