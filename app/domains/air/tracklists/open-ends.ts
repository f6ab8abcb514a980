/** End times of lines whose end nobody has named. Pure. */
import type { Aired } from "./claims.ts";
import type { Draft } from "./draft.ts";
import type { EvidenceRow } from "./evidence.ts";

/**
 * A line without an end is heard until the next one begins, named or not (but not by a stranger's file), a silence begins,
 * or its broadcast ends. While the performance is on air, what is still heard has no end, and neither has the last line.
 */
export function closeOpenEnds(
  drafts: readonly Draft[],
  rows: readonly EvidenceRow[],
  { endsAt, broadcasts }: Aired,
): Draft[] {
  const silences = rows.flatMap(({ act, startsAt }) => (act === "silence" ? (startsAt ?? []) : []));
  const ends = [...silences, ...broadcasts.flatMap(({ endedAt }) => endedAt ?? [])].toSorted((a, b) => a - b);
  const starts = drafts
    .filter(({ isAnothers }) => !isAnothers)
    .map(({ startsAt }) => startsAt)
    .toSorted((a, b) => a - b);
  return drafts.map((draft) => {
    const isLive = endsAt === null && draft.isStillHeard;
    if (draft.endsAt !== null || isLive) return draft;
    const next = starts.find((startsAt) => startsAt > draft.startsAt);
    const last = endsAt === null ? null : Math.max(draft.startsAt, endsAt);
    const end = ends.find((at) => at > draft.startsAt) ?? last;
    return { ...draft, endsAt: next !== undefined && (end === null || next < end) ? next : end };
  });
}
