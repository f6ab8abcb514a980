/**
 * An encoder may send titles at any rate: this decides which are passed on (to rooms, D1, listeners). Each becomes a line
 * of a tracklist, and mostly a track of its own. Pure.
 */

/** `burst`: so many may follow each other quickly; then one in `refillMs`, faster than any music goes on for hours. */
export const titleBudget = { everyMs: 1_000, burst: 100, refillMs: 15_000 } as const;

/** Time when the last title was passed on, and how many more could follow it quickly then. */
export interface TitleBudget {
  at: number;
  left: number;
}

/** Returns from when on the next title may be passed on. */
export function nextTitleAt(budget: TitleBudget | undefined): number {
  if (budget === undefined) return 0;
  return budget.at + Math.max(titleBudget.everyMs, Math.ceil((1 - budget.left) * titleBudget.refillMs));
}

/** A title is passed on now. */
export function afterTitle(budget: TitleBudget | undefined, now: number): TitleBudget {
  const { burst, refillMs } = titleBudget;
  const left = budget === undefined ? burst : Math.min(burst, budget.left + (now - budget.at) / refillMs);
  return { at: now, left: Math.max(0, left - 1) };
}
