/** The latest sets that were played, for feed readers and, with their replays as episodes, for podcast apps. */
import type { AppContext } from "#app/context.ts";
import { coverPath } from "#app/domains/base/pictures/rules.ts";
import { foreignLine } from "#app/domains/base/text/foreign-text.ts";
import { type Episode, listEpisodes } from "../replays/episodes.server.ts";
import { toSetView } from "../schedule/views.ts";
import { toReplayItem, toSetItem } from "./feed-items.ts";
import { listLiveItems } from "./feed-live.server.ts";
import { type FeedSubject, findSubject, type SubjectName } from "./feed-subject.server.ts";
import { podcastGuid } from "./podcast-guid.server.ts";
import { listPlayedSets, listSetsById } from "./queries/sets.ts";
import { type RssItem, type RssLiveItem, type RssPodcast, toRss } from "./rss.ts";

/** Number of the latest sets, and of the latest replays. */
const feedLength = 50;

/**
 * An RSS document, the same for everyone. It is a podcast, with what is on air and booked, once there is any sound: an
 * episode, or somebody on air. Throws `not-found`, `stage-deleted`.
 */
export async function buildFeed(caller: AppContext, named: SubjectName): Promise<string> {
  const ctx = { ...caller, viewer: null };
  const subject = await findSubject(ctx, named);
  const [items, liveItems] = await Promise.all([listItems(ctx, subject), listLiveItems(ctx, subject)]);
  const name = foreignLine(subject.name);
  const isPodcast = items.some(({ sound }) => sound !== null) || liveItems.some(isOnAir);
  return toRss({
    title: `${name} · Cue`,
    link: `${ctx.config.origin}${subject.path}`,
    description: `The latest sets of ${name} on Cue.`,
    builtAt: items.reduce((latest, { endedAt }) => Math.max(latest, endedAt), 0),
    items,
    podcast: isPodcast ? await toPodcast(ctx, subject, liveItems) : null,
  });
}

const isOnAir = ({ status }: RssLiveItem) => status === "live";

async function toPodcast(
  { config: { origin } }: AppContext,
  { kind, id, name, picture }: FeedSubject,
  liveItems: readonly RssLiveItem[],
): Promise<RssPodcast> {
  // By id, so that it is the same podcast whatever the stage or the performer is called.
  const self = `${origin}/feed/${kind}/${id}.xml`;
  const image = `${origin}${coverPath(picture)}`;
  return { self, author: foreignLine(name), image, guid: await podcastGuid(self), liveItems };
}

/** Newest first. */
async function listItems(ctx: AppContext, { of }: FeedSubject): Promise<(RssItem & { endedAt: number })[]> {
  const { origin } = ctx.config;
  const [episodes, latest] = await Promise.all([
    listEpisodes(ctx, of, feedLength),
    listPlayedSets(ctx.db, { of, now: ctx.clock.now(), limit: feedLength }),
  ]);
  const rows = [...latest, ...(await listOtherSets(ctx, episodes, latest))];
  const bySet = new Map(episodes.map((episode) => [episode.row.setId, episode]));
  const known = new Set<string | null>(rows.map(({ id }) => id));
  const sets = rows.map((row) => {
    const item = toSetItem(origin, toSetView(row), bySet.get(row.id));
    return { ...item, endedAt: row.endsAt };
  });
  const others = episodes
    .filter(({ row }) => !known.has(row.setId))
    .map((episode) => ({ ...toReplayItem(origin, episode), endedAt: episode.row.endedAt ?? 0 }));
  return [...sets, ...others].toSorted((a, b) => b.publishedAt - a.publishedAt);
}

/** The sets of these episodes that are not among the latest: older ones, and those that ended before their time. */
async function listOtherSets(
  ctx: Pick<AppContext, "db">,
  episodes: readonly Episode[],
  latest: readonly { id: string }[],
) {
  const listed = new Set(latest.map(({ id }) => id));
  const ids = episodes.flatMap(({ row: { setId } }) => (setId === null || listed.has(setId) ? [] : [setId]));
  return ids.length === 0 ? [] : listSetsById(ctx.db, ids);
}
