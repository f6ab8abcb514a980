/** When evidence makes a line, and how sure it is. The thresholds of the ear are measured by `npm run bench -- recognition`. */

/** Raised with every change that derives other lines from the same evidence. */
export const rulesVersion = 2;

export const lineRules = {
  /** Spans of one track join across a gap up to this, ms. */
  joinMs: 90_000,
  /** Two sources mean the same play where their starts differ by no more, and their spans do not overlap. */
  nearMs: 60_000,
  /** The ear contradicts a title that it does not hear while it hears another track for so long. */
  contradictMs: 30_000,
  /** A track that is heard for less, inside of another one, is a sample. */
  sampleMs: 20_000,
  /** A line is filed from so much of it. */
  fileMs: 30_000,
  /** So many accounts that agree name a span. */
  accounts: 3,
} as const;

/** The time until which something is hidden that its performer never wants to show: the last that a date can have. */
export const hiddenForGood = 8_640_000_000_000_000;

/** What one account may suggest. */
export const suggestRate = { max: 60, perMs: 3_600_000 } as const;

/** From the ear: named in public from these values; below, it is possible. */
export const earRules = {
  supportedMs: 15_000,
  share: 0.25,
  timesChance: 5,
  timesRival: 2,
  /** Broadcasts that have agreed with the name of a reference that was harvested from one. */
  witnesses: 2,
} as const;
