/** Limits of tips, sources of tokens, and who has earned what. Pure. */
import { ledgerLimits } from "#packages/ledger/entries.ts";

const dayMs = 24 * 3_600_000;

export type ClaimKind = "welcome" | "steady" | "award" | "referral" | "grant" | "label";
export const claimKinds = ["welcome", "steady", "award", "referral", "grant", "label"] as const;

export const tokenLimits = {
  /** Tokens of one tip. */
  minTip: 1,
  maxTip: 1_000,
  tipsPerMinute: 10,
  /** Tokens in 24 hours, from a session alone. */
  perDay: 500,
  /** Tokens in 24 hours with the signature of a device key. */
  perDayWithDevice: 5_000,
  ...ledgerLimits,
  /** Time for which a performer may give a tip back. */
  giveBackMs: 30 * dayMs,
  /** A claim lapses so long after it may be claimed. */
  claimMs: 180 * dayMs,
  /** A grant with which one operator has given more in 24 hours, or one person has got more, waits for a second operator. */
  grantAlone: 1_000,
  grantAloneMs: dayMs,
  /** New tokens in a day (UTC) of the whole instance, unless the operator sets `CUE_TOKENS_PER_DAY`. */
  issuePerDay: 50_000,
  /** Accounts younger than this … */
  youngMs: 14 * dayMs,
  /** … get this part of a day's new tokens at most, all of them together. */
  youngShare: 0.25,
  /** Time for which a device's signature of a tip is valid. */
  signatureMs: 5 * 60_000,
} as const;

/** Earnings of each kind, in tokens. */
export const earnings = {
  welcome: 50,
  steady: 15,
  /** Tokens by the award's tier. */
  award: [10, 50, 200],
  referral: 25,
} as const;

/** Conditions of each kind. Days and weeks are in UTC; weeks start on Monday. */
export const claimRules = {
  welcome: { ageMs: dayMs, performances: 3, days: 2 },
  steady: { days: 3, sinceMs: tokenLimits.claimMs },
  referral: {
    /** Age of the newcomer's account, and the days on which they listened. */
    ageMs: 7 * dayMs,
    days: 3,
    /** Newcomers of one person in a month (UTC); further ones wait for an operator. */
    perMonth: 20,
  },
} as const;

/** The history of a person who may have earned something. */
export interface History {
  userId: string;
  createdAt: number;
  /** Null while the address is not confirmed: nothing is earned until then, and nothing is lost. */
  verifiedAt: number | null;
  /** Performances of others that they have listened to, and on how many days. */
  performances: number;
  days: number;
  /** The Mondays (`2026-11-23`) of recent weeks in which they listened on enough days. */
  weeks: readonly string[];
  /** Awards of Cue that bring tokens; `needsListening`: as much as the welcome, because nothing was done for it. */
  awards: readonly { id: string; title: string; tier: 1 | 2 | 3; needsListening?: boolean }[];
  /** The user who referred them and can earn something, or null. */
  referrerId: string | null;
}

export interface EarnedClaim {
  userId: string;
  kind: ClaimKind;
  /** The source of the claim, unique in its kind. */
  source: string;
  amount: number;
  reason: string;
  /** The person whose newcomers of this month are counted, for a referral. */
  referrerId: string | null;
}

/** All that a person has earned until `now`, also what they have long had; and when time alone may add to it. */
export function decideClaims(
  history: History,
  now: number,
): { claims: EarnedClaim[]; nextAt: number | null } {
  const { userId, createdAt, verifiedAt, performances, days } = history;
  if (verifiedAt === null) return { claims: [], nextAt: null };
  const claim = (kind: ClaimKind, source: string, amount: number, reason = ""): EarnedClaim => ({
    userId,
    kind,
    source,
    amount,
    reason,
    referrerId: null,
  });
  const { welcome, referral } = claimRules;
  const hasListened = performances >= welcome.performances && days >= welcome.days;
  const claims = [
    ...history.weeks.map((week) => claim("steady", `${userId}/${week}`, earnings.steady)),
    ...history.awards
      .filter(({ needsListening = false }) => hasListened || !needsListening)
      .map(({ id, title, tier }) => claim("award", `${userId}/${id}`, earnings.award[tier - 1] ?? 0, title)),
  ];
  const waits: number[] = [];
  const oldEnough = (ageMs: number) => {
    if (now >= createdAt + ageMs) return true;
    waits.push(createdAt + ageMs);
    return false;
  };
  if (hasListened && oldEnough(welcome.ageMs)) claims.push(claim("welcome", userId, earnings.welcome));
  const { referrerId } = history;
  if (referrerId !== null && days >= referral.days && oldEnough(referral.ageMs)) {
    for (const [person, part] of [
      [userId, "newcomer"],
      [referrerId, "referrer"],
    ] as const) {
      const half = claim("referral", `${userId}/${part}`, earnings.referral);
      claims.push({ ...half, userId: person, referrerId });
    }
  }
  return { claims, nextAt: waits.length === 0 ? null : Math.min(...waits) };
}

/** The beginning of the day, and of the month, in UTC. */
export const utcDayOf = (at: number): number => Math.floor(at / dayMs) * dayMs;
export function utcMonthOf(at: number, monthsBefore = 0): number {
  const day = new Date(at);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - monthsBefore, 1);
}

/** Returns the state of a claim for its owner. */
export function claimState(
  claim: {
    state: "waiting" | "claiming" | "claimed" | "void";
    ripeAt: number | null;
    heldAt: number | null;
    expiresAt: number | null;
  },
  now: number,
): "waiting" | "claimable" | "claimed" | "lapsed" {
  if (claim.state === "claimed") return "claimed";
  if (claim.state === "claiming") return "claimable";
  if (claim.state === "void") return "lapsed";
  if (claim.heldAt !== null || claim.ripeAt === null || claim.ripeAt > now) return "waiting";
  return claim.expiresAt !== null && claim.expiresAt <= now ? "lapsed" : "claimable";
}
