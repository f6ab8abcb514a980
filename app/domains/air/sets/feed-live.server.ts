/** Live and booked sets, for podcast apps that play live. */
import type { AppContext, LiveEntry } from "#app/context.ts";
import { coverPath } from "#app/domains/base/pictures/rules.ts";
import { foreignLine, foreignParagraphs } from "#app/domains/base/text/foreign-text.ts";
import type { SetView } from "../schedule/contract/sets.ts";
import { listLineup } from "../schedule/list-sets.server.ts";
import { readLive } from "../schedule/read-live.server.ts";
import type { FeedSubject } from "./feed-subject.server.ts";
import type { RssLiveItem } from "./rss.ts";

const maxBooked = 10;

/** Lists the set on air first, then the next booked sets by start. */
export async function listLiveItems(ctx: AppContext, subject: FeedSubject): Promise<RssLiveItem[]> {
  const [live, lineup] = await Promise.all([
    readLive(ctx),
    listLineup(ctx, subject.of, { limit: maxBooked }),
  ]);
  const entry = live?.find((each) => each.onAir.online && isOf(each, subject));
  const onAir = entry && toOnAirItem(ctx, subject, entry);
  const booked = lineup
    .filter(({ id }) => id !== entry?.onAir.currentSet?.id)
    .map((set) => toSetItem(ctx, subject, set));
  return onAir === undefined ? booked : [onAir, ...booked];
}

function isOf({ kind, id, onAir }: LiveEntry, subject: FeedSubject): boolean {
  if (subject.kind === "stage") return kind === "stage" && id === subject.id;
  return onAir.currentDj?.id === subject.id || (kind === "profile" && id === subject.id);
}

/** A set keeps its guid when it goes on air; every other performance has a new one. */
function toOnAirItem(ctx: AppContext, subject: FeedSubject, { kind, id, onAir }: LiveEntry): RssLiveItem {
  const { currentSet, currentDj, startTime, endTime, currentUrl } = onAir;
  const status = "live" as const;
  const startsAt = startTime ?? ctx.clock.now();
  if (currentSet !== null) return { ...toSetItem(ctx, subject, currentSet), status, startsAt };
  const author = foreignLine(currentDj?.username ?? subject.name);
  return {
    ...common(ctx, subject, currentUrl ?? ""),
    status,
    guid: `live-${kind}-${id}-${startTime ?? 0}`,
    title: `${author} live`,
    description: "",
    author,
    image: `${ctx.config.origin}${coverPath(currentDj?.profile ?? subject.picture)}`,
    startsAt,
    endsAt: endTime,
  };
}

function toSetItem(ctx: AppContext, subject: FeedSubject, set: SetView): RssLiveItem {
  return {
    ...common(ctx, subject, set.url),
    status: "pending",
    guid: `live-${set.id}`,
    title: `${foreignLine(set.name)} · ${foreignLine(set.user.username)}`,
    description: foreignParagraphs(set.description),
    author: foreignLine(set.user.username),
    image: `${ctx.config.origin}${coverPath(set.user.profile ?? subject.picture)}`,
    startsAt: set.startTime,
    endsAt: set.endTime,
  };
}

/** A stage is heard through every handover; a performer only while they play, wherever that is. */
function common({ config: { origin } }: AppContext, { kind, id, path }: FeedSubject, stream: string) {
  const sound = `${origin}${kind === "stage" ? `/live/${id}` : stream}`;
  return { link: `${origin}${path}`, mp3: `${sound}.mp3`, ogg: `${sound}.ogg` };
}
