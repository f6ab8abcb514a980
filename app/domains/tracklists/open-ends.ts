/** When lines end of which nobody has said so. Pure. */
import type { Draft } from "./derive.ts";

/**
 * A line without an end is heard until the next one begins, named or not, otherwise until the end of the performance
 * (`endsAt`; null while it is on air). While it is on air, what is still heard has no end, and neither has the last line.
 */
export function closeOpenEnds(drafts: readonly Draft[], endsAt: number | null): Draft[] {
  const starts = drafts.map(({ startsAt }) => startsAt).toSorted((a, b) => a - b);
  return drafts.map((draft) => {
    const isLive = endsAt === null && draft.isStillHeard;
    if (draft.endsAt !== null || isLive) return draft;
    const next = starts.find((startsAt) => startsAt > draft.startsAt);
    const end = next ?? (endsAt === null ? null : Math.max(draft.startsAt, endsAt));
    return { ...draft, endsAt: end };
  });
}
