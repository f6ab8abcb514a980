/**
 * An encoder may send titles at any rate: this decides which are passed on (to rooms, D1, listeners). Each becomes a line
 * of a tracklist, and mostly a track of its own. Pure.
 */

/** `burst`: so many may follow each other quickly; then one in `refillMs`, faster than any music goes on for hours. */
export const titlePace = { everyMs: 1_000, burst: 100, refillMs: 15_000 } as const;

/** When the last title was passed on, and how many more could follow it quickly then. */
export interface TitlePace {
  at: number;
  left: number;
}

/** Returns from when on the next title may be passed on. */
export function nextTitleAt(pace: TitlePace | undefined): number {
  if (pace === undefined) return 0;
  return pace.at + Math.max(titlePace.everyMs, Math.ceil((1 - pace.left) * titlePace.refillMs));
}

/** A title is passed on now. */
export function afterTitle(pace: TitlePace | undefined, now: number): TitlePace {
  const { burst, refillMs } = titlePace;
  const left = pace === undefined ? burst : Math.min(burst, pace.left + (now - pace.at) / refillMs);
  return { at: now, left: Math.max(0, left - 1) };
}
