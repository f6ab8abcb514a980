/**
 * Rules of the strip of upcoming performers: how it scrolls and where its sets lead. Pure; the numbers are the
 * specification's.
 */
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { profilePath, stagePath } from "#app/paths.ts";

/** Items that one press of an arrow moves. */
export const itemsPerScroll = 2;

/** Items that are drawn at first, and more whenever the last of them comes close: more than two screens hold. */
export const drawnAtOnce = 24;

/** The first item that is drawn where this one is the first in view: as many before it as after it, in steps. */
export function drawnFrom(position: number): number {
  return Math.max(0, Math.floor(position / drawnAtOnce) - 1) * drawnAtOnce;
}

/** Items that stay in view at the end: the view never starts later than this before the last item. */
export const itemsAtEnd = 5;

/**
 * Whether the strip may scroll further right: while its position (the first item in view) is less than the count of
 * items minus five. Where fewer than five fit, as on a phone, the items after them can be reached too.
 */
export function canScrollRight(strip: { position: number; count: number; inView: number }): boolean {
  return strip.position < strip.count - Math.min(itemsAtEnd, Math.max(1, strip.inView));
}

/** A live set with an end leads to its stage; any other to its performer's profile. */
export function upcomingHref(set: Pick<SetView, "endTime" | "room" | "user">, isLive: boolean): string {
  return isLive && set.endTime !== null && set.room !== null
    ? stagePath(set.room.id)
    : profilePath(set.user.id);
}
