/** The present one of the tracks that the ear hears, to be shown. Pure. */
import { lineRules } from "./rules.ts";

/** A line of the ear. Times are epoch ms, server time in the sound. */
export interface HeardNow {
  /** The key of its track. */
  key: string;
  from: number;
  to: number;
  share: number;
  /** It may be named in public. */
  isSure: boolean;
  isOver: boolean;
  /** It has been shown before. */
  isPlayed: boolean;
}

/** The shown track: since when, and whether an encoder or the ear has named it. */
export interface ShownTrack {
  key: string;
  at: number;
  isOfEar: boolean;
}

/** A track that was not heard for so long while others were is gone. */
const goneMs = 10_000;

/**
 * Time without being heard after which a track has ended. Shorter breaks are part of a track: a breakdown, a word over
 * it.
 */
const endedMs = 30_000;

/** Returns when a track has ended of which these are all lines (epoch ms); undefined while it is heard. */
export function decideEnded(
  lines: readonly Pick<HeardNow, "to" | "isOver">[],
  now: number,
): number | undefined {
  if (lines.length === 0) return undefined;
  const lastHeardAt = Math.max(...lines.map(({ to }) => to));
  const isEnded = lines.every(({ isOver }) => isOver) || now - lastHeardAt > endedMs;
  return isEnded ? lastHeardAt : undefined;
}

/**
 * Returns the line whose track is shown from now on; undefined where what is shown stays. In a blend the track of which
 * more is heard is shown. An encoder's title stays until the ear has heard another track for 30 s, and not this one.
 */
export function decideHeard<Line extends HeardNow>(
  lines: readonly Line[],
  shown: ShownTrack | null,
): Line | undefined {
  const newest = Math.max(...lines.map(({ to }) => to));
  const present = lines.filter(({ to, isOver }) => !isOver && newest - to <= goneMs);
  const [best] = present
    .filter(({ isSure, isPlayed, key }) => isSure && !isPlayed && key !== shown?.key)
    .toSorted((a, b) => b.share - a.share);
  if (best === undefined || shown === null) return best;
  const own = present.filter(({ key }) => key === shown.key);
  if (shown.isOfEar) return own.every(({ share }) => share < best.share) ? best : undefined;
  const isHeard = own.length > 0;
  const heardMs = best.to - Math.max(best.from, shown.at);
  return !isHeard && heardMs >= lineRules.contradictMs ? best : undefined;
}
