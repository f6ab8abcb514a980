/** A reference implementation of the award rules: the grants for a history, computed in the simplest way. */

import type { Grant, StatsThen } from "#app/domains/value/awards/queries/granted-awards.ts";
import type { AwardRule } from "#app/domains/value/awards/rules.ts";

/** An action at a unique time. People and stages are ids. */
export type Deed =
  | {
      kind: "broadcast";
      performer: string;
      stage: string | null;
      set: string | null;
      performance: string;
      lengthMs: number;
      peak: number;
      at: number;
    }
  | {
      kind: "favorite" | "cheer";
      user: string;
      performer: string | null;
      stage: string | null;
      performance: string | null;
      /** Its room knew them as a listener then. */
      isHeard: boolean;
      at: number;
    }
  | {
      kind: "listen";
      user: string;
      performer: string;
      stage: string | null;
      performance: string;
      at: number;
    }
  | { kind: "subscription"; user: string; stage: string; at: number }
  | { kind: "registration"; user: string; referrer: string | null; isVerified: boolean; at: number };

type Counted = { user: string; stage: string | null; amount: number } | undefined;

/** Credited only if it was given by another user and on a stage, not on a profile. */
const isToCredit = (deed: { user: string; performer: string | null; stage: string | null }) =>
  deed.user !== deed.performer && deed.stage !== null;

/** Returns what one action adds to one count, for which user and stage. Nothing for a set that was already counted. */
function countedOf(count: AwardRule["count"], deed: Deed, before: readonly Deed[], until: number): Counted {
  const one = (user: string | null, stage: string | null = null): Counted =>
    user === null ? undefined : { user, stage, amount: 1 };
  switch (deed.kind) {
    case "broadcast": {
      if (deed.stage === null) return undefined;
      const of = { user: deed.performer, stage: deed.stage };
      if (count === "onAirMs") return { ...of, amount: deed.lengthMs };
      if (count === "peakListeners") {
        // A performance counts with its highest peak: this returns the increase over the broadcast before.
        const peaks = before.flatMap((other) => (isSamePerformance(other, deed) ? [other.peak] : []));
        return { ...of, amount: Math.max(0, deed.peak - Math.max(0, ...peaks)) };
      }
      const isKnown = before.some((other) => other.kind === "broadcast" && other.set === deed.set);
      return count === "setsPlayed" && deed.set !== null && !isKnown ? { ...of, amount: 1 } : undefined;
    }
    case "favorite":
      if (count === "favoritesGiven") return one(deed.user, deed.stage);
      // Each person counts once.
      return count === "favoritesReceived" &&
        isToCredit(deed) &&
        !before.some((other) => isSameFan(other, deed))
        ? one(deed.performer)
        : undefined;
    case "cheer":
      if (deed.user === deed.performer) return undefined;
      if (count === "cheersGiven") return one(deed.user, deed.stage);
      // Each person counts once in each performance.
      return count === "cheersReceived" &&
        isToCredit(deed) &&
        !before.some((other) => isSameFan(other, deed) && other.performance === deed.performance)
        ? one(deed.performer)
        : undefined;
    case "listen":
      return count === "setsHeard" && deed.user !== deed.performer ? one(deed.user, deed.stage) : undefined;
    case "subscription":
      return count === "stagesSubscribed" ? one(deed.user, deed.stage) : undefined;
    case "registration":
      if (count === "referrals") return deed.isVerified ? one(deed.referrer) : undefined;
      return count === "pioneerDays" && deed.at < until ? one(deed.user) : undefined;
  }
}

type Broadcast = Extract<Deed, { kind: "broadcast" }>;

const isSamePerformance = (other: Deed, { performance, performer, stage }: Broadcast): other is Broadcast =>
  other.kind === "broadcast" &&
  other.performance === performance &&
  other.performer === performer &&
  other.stage === stage;

type Given = Extract<Deed, { kind: "favorite" | "cheer" }>;

const isSameFan = (other: Deed, deed: Given): other is Given =>
  other.kind === deed.kind &&
  other.user === deed.user &&
  other.performer === deed.performer &&
  isToCredit(other);

/**
 * Returns when an action counts: what is marked, subscribed to or referred counts once it was heard, if ever. Pioneers
 * count from their registration.
 */
function countsAt(count: AwardRule["count"], deed: Deed, history: readonly Deed[]): number | null {
  if (deed.kind === "broadcast" || deed.kind === "listen" || count === "pioneerDays") return deed.at;
  if ("isHeard" in deed && !deed.isHeard) return null;
  const heard = history.find(
    (other) =>
      other.kind === "listen" &&
      other.user === deed.user &&
      (deed.kind === "registration" ||
        (deed.kind === "subscription" ? other.stage === deed.stage : other.performance === deed.performance)),
  );
  return heard === undefined ? null : Math.max(deed.at, heard.at);
}

/** The actions that count for this, in the order and with the time in which they do. */
function counting(count: AwardRule["count"], history: readonly Deed[]): Deed[] {
  return history
    .flatMap((deed) => {
      const at = countsAt(count, deed, history);
      return at === null ? [] : [{ ...deed, at }];
    })
    .toSorted((a, b) => a.at - b.at);
}

/** `history` is sorted by time; `until` is the end of the pioneer period. */
export function replay(
  history: readonly Deed[],
  rules: readonly AwardRule[],
  until: number,
): (Grant & { stats: StatsThen })[] {
  return rules.flatMap(({ award, count, atLeast, isOfStage = false }) => {
    const totals = new Map<string, number>();
    const deeds = counting(count, history);
    return deeds.flatMap((deed, index) => {
      const counted = countedOf(count, deed, deeds.slice(0, index), until);
      const stageId = isOfStage ? (counted?.stage ?? null) : null;
      if (counted === undefined || (isOfStage && stageId === null)) return [];
      const key = JSON.stringify([award, counted.user, stageId]);
      const total = totals.get(key) ?? 0;
      totals.set(key, total + counted.amount);
      if (total >= atLeast || total + counted.amount < atLeast) return [];
      const stats = statsOf(
        counted.user,
        history.filter(({ at }) => at <= deed.at),
      );
      return [{ userId: counted.user, awardId: award, stageId, at: deed.at, stats }];
    });
  });
}

function statsOf(user: string, history: readonly Deed[]): StatsThen {
  const sets = new Set<string>();
  const peaks = new Map<string, number>();
  const stats = { setsPlayed: 0, onAirMs: 0, listens: 0, favorites: 0, cheers: 0, referrals: 0 };
  for (const deed of history) {
    if ("stage" in deed && deed.stage === null) continue;
    if (deed.kind === "broadcast" && deed.performer === user) {
      if (deed.set !== null) sets.add(deed.set);
      stats.onAirMs += deed.lengthMs;
      peaks.set(deed.performance, Math.max(deed.peak, peaks.get(deed.performance) ?? 0));
    }
    if (deed.kind === "favorite" && deed.performer === user) stats.favorites += 1;
    if (deed.kind === "cheer" && deed.performer === user) stats.cheers += 1;
    if (deed.kind === "registration" && deed.referrer === user) stats.referrals += 1;
  }
  const listens = [...peaks.values()].reduce((sum, peak) => sum + peak, 0);
  return { ...stats, setsPlayed: sets.size, listens };
}
