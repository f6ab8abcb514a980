import type { Refusal } from "#app/errors.ts";

type Verdict = { ok: true } | Refusal;

/** A viewer's relation to a person. `isBlocked`: they have blocked them; `isBlockedBy`: they are blocked by them. */
export interface Relation {
  isSelf: boolean;
  isFollowing: boolean;
  isBlocked: boolean;
  isBlockedBy: boolean;
}

export function canFollow({ isSelf, isBlocked, isBlockedBy }: Relation): Verdict {
  if (isSelf) return { ok: false, code: "follow-self" };
  if (isBlockedBy) return { ok: false, code: "not-welcome" };
  if (isBlocked) return { ok: false, code: "you-blocked" };
  return { ok: true };
}

/** Alerts are only for followers. */
export function canToggleAlert({ isFollowing, isBlockedBy }: Relation): Verdict {
  if (isBlockedBy) return { ok: false, code: "not-welcome" };
  return isFollowing ? { ok: true } : { ok: false, code: "not-found" };
}

const dayMs = 24 * 3_600_000;

/** Days since 1970 in UTC: one report per day by one person about another. `now` is epoch ms. */
export function reportDay(now: number): number {
  return Math.floor(now / dayMs);
}
