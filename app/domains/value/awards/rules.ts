/** The rules of awards. Titles, wordings and badges are rows of the database, with the same ids. Pure. */
import type { AwardCount } from "./queries/award-history.ts";

export type AwardTier = 1 | 2 | 3;

export interface AwardRule {
  /** The id of the definition. */
  award: string;
  count: AwardCount;
  /** Granted when the count reaches this. */
  atLeast: number;
  /** The difficulty, which decides how many tokens it brings; awards of stages bring none. */
  tier?: AwardTier;
  /** Counted separately for each stage, which gives the award. */
  isOfStage?: true;
}

const hourMs = 3_600_000;

const performing: readonly AwardRule[] = [
  { award: "first-set", count: "setsPlayed", atLeast: 1, tier: 1 },
  { award: "ten-sets", count: "setsPlayed", atLeast: 10, tier: 1 },
  { award: "fifty-sets", count: "setsPlayed", atLeast: 50, tier: 2 },
  { award: "hundred-sets", count: "setsPlayed", atLeast: 100, tier: 2 },
  { award: "five-hundred-sets", count: "setsPlayed", atLeast: 500, tier: 3 },
  { award: "ten-hours", count: "onAirMs", atLeast: 10 * hourMs, tier: 1 },
  { award: "hundred-hours", count: "onAirMs", atLeast: 100 * hourMs, tier: 2 },
  { award: "five-hundred-hours", count: "onAirMs", atLeast: 500 * hourMs, tier: 3 },
  { award: "hundred-listeners", count: "peakListeners", atLeast: 100, tier: 1 },
  { award: "thousand-listeners", count: "peakListeners", atLeast: 1_000, tier: 2 },
  { award: "ten-thousand-listeners", count: "peakListeners", atLeast: 10_000, tier: 3 },
  { award: "hundred-favorites", count: "favoritesReceived", atLeast: 100, tier: 2 },
  { award: "thousand-favorites", count: "favoritesReceived", atLeast: 1_000, tier: 3 },
  { award: "hundred-cheers", count: "cheersReceived", atLeast: 100, tier: 2 },
  { award: "thousand-cheers", count: "cheersReceived", atLeast: 1_000, tier: 3 },
];

const listening: readonly AwardRule[] = [
  { award: "ten-finds", count: "favoritesGiven", atLeast: 10, tier: 1 },
  { award: "keen-ear", count: "favoritesGiven", atLeast: 100, tier: 2 },
  { award: "archivist", count: "favoritesGiven", atLeast: 1_000, tier: 3 },
  { award: "first-to-clap", count: "cheersGiven", atLeast: 10, tier: 1 },
  { award: "front-row", count: "cheersGiven", atLeast: 100, tier: 2 },
  { award: "loudest", count: "cheersGiven", atLeast: 1_000, tier: 3 },
  { award: "early-doors", count: "setsHeard", atLeast: 10, tier: 1 },
  { award: "night-owl", count: "setsHeard", atLeast: 100, tier: 2 },
  { award: "last-to-leave", count: "setsHeard", atLeast: 500, tier: 3 },
  { award: "stage-hopper", count: "stagesSubscribed", atLeast: 5, tier: 1 },
  { award: "all-over-town", count: "stagesSubscribed", atLeast: 20, tier: 2 },
  { award: "word-of-mouth", count: "referrals", atLeast: 5, tier: 1 },
  { award: "street-team", count: "referrals", atLeast: 25, tier: 2 },
];

const ofStages: readonly AwardRule[] = [
  { award: "regular-slot", count: "setsPlayed", atLeast: 5, isOfStage: true },
  { award: "house-dj", count: "setsPlayed", atLeast: 20, isOfStage: true },
  { award: "furniture", count: "setsPlayed", atLeast: 100, isOfStage: true },
  { award: "packed-room", count: "peakListeners", atLeast: 500, isOfStage: true },
  { award: "local", count: "setsHeard", atLeast: 25, isOfStage: true },
  { award: "home-crowd", count: "cheersGiven", atLeast: 50, isOfStage: true },
];

/** The rule for accounts created before the date that the instance configures. */
const pioneer: AwardRule = { award: "pioneer", count: "pioneerDays", atLeast: 1, tier: 3 };

export const awardRules: readonly AwardRule[] = [...performing, ...listening, ...ofStages, pioneer];

/** The people whom an award is for, in the list of achievable awards. */
export type AwardGroup = "performing" | "listening" | "stage";

const groups = new Map<string, AwardGroup>([
  ...listening.map(({ award }) => [award, "listening"] as const),
  ...ofStages.map(({ award }) => [award, "stage"] as const),
]);

export function groupOf(awardId: string): AwardGroup {
  return groups.get(awardId) ?? "performing";
}

/** The awards of Cue that bring tokens, with their tiers. */
export const awardTiers: ReadonlyMap<string, AwardTier> = new Map(
  awardRules.flatMap(({ award, tier }) => (tier === undefined ? [] : [[award, tier] as const])),
);

/** Whether it takes nothing but an account. */
export const isForBeingThere = (awardId: string): boolean => awardId === pioneer.award;

/** Groups the rules that one query checks: of one count, and all of stages or none. */
export function ruleBatches(rules: readonly AwardRule[]): AwardRule[][] {
  return [...Map.groupBy(rules, ({ count, isOfStage }) => `${count} ${isOfStage === true}`).values()];
}
