/** The constants of tokens: what may be sent, and where tokens come from. Pure. */

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
  /** Tokens of one entry, whatever its kind. */
  maxEntry: 1_000_000,
  /** Tokens that one account of a wallet may ever count. */
  maxCounter: 1_000_000_000_000,
  /** How long a performer may give a tip back. */
  giveBackMs: 30 * dayMs,
  /** A claim lapses so long after it may be claimed. */
  claimMs: 180 * dayMs,
  /** A grant of more waits for a second operator. */
  grantAlone: 1_000,
  /** New tokens in a day (UTC) of the whole instance, unless the operator sets `CUE_TOKENS_PER_DAY`. */
  issuePerDay: 50_000,
  /** How long a device's signature of a tip is valid. */
  signatureMs: 5 * 60_000,
} as const;

/** What each kind gives, in tokens. */
export const earnings = {
  welcome: 50,
  steady: 15,
  /** By the award's tier. */
  award: [10, 50, 200],
  referral: 25,
} as const;

/** What each kind takes. Days and weeks are in UTC; weeks start on Monday. */
export const claimRules = {
  welcome: { ageMs: dayMs, performances: 3, days: 2 },
  steady: { days: 3, sinceMs: tokenLimits.claimMs },
  referral: {
    /** Of the newcomer's account, and the days on which they listened. */
    ageMs: 7 * dayMs,
    days: 3,
    /** Newcomers of one person in a month (UTC); further ones wait for an operator. */
    perMonth: 20,
  },
} as const;
