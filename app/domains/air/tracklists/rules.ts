/**
 * Rules by which evidence makes a line, and how sure it is. The thresholds of the ear are measured by `npm run bench --
 * recognition`.
 */

/** Raised with every change that derives other lines from the same evidence. */
export const rulesVersion = 3;

export const lineRules = {
  /** Spans of one track join across a gap up to this, ms. */
  joinMs: 90_000,
  /** Two sources mean the same play where their starts differ by no more, and their spans do not overlap. */
  nearMs: 60_000,
  /** The ear contradicts a title that it does not hear while it hears another track for so long. */
  contradictMs: 30_000,
  /** Versions of one recording are heard from the same moment on, give or take this. */
  versionStartMs: 15_000,
  /** A track that is heard for less, inside of another one, is a sample. */
  sampleMs: 20_000,
  /** A line is filed from so much of it. */
  fileMs: 30_000,
  /** So many accounts that agree name a span. */
  accounts: 3,
} as const;

/** The time until which something is hidden that its performer never wants to show: the last that a date can have. */
export const hiddenForGood = 8_640_000_000_000_000;

/** Limits of one request, and of all people who correct a tracklist. */
export const maxRowsAtOnce = 500;
export const maxRowsOfPeople = 5_000;
/** Managers alone cannot take the performer's room. */
export const maxRowsOfManagers = 2_500;

/** Lines that people may add to a tracklist, and managers alone: everyone who opens it loads all of them. */
export const maxLinesOfPeople = 500;
export const maxLinesOfManagers = 250;

/** Limit of corrections by one account: each request derives the whole tracklist. */
export const correctRate = { max: 600, perMs: 3_600_000 } as const;

/**
 * Limits of suggestions for a tracklist by one listener and by all of them. New accounts, which are quickly made, leave
 * some of it to others.
 */
export const maxSuggestions = { ofOne: 50, withNew: 500, ofAll: 1_000 } as const;

/** Limit of suggestions by one account. */
export const suggestRate = { max: 60, perMs: 3_600_000 } as const;

/** Thresholds of the ear: named in public from these values; below, it is possible. */
export const earRules = {
  supportedMs: 15_000,
  share: 0.25,
  timesChance: 5,
  timesRival: 2,
  /** Performers, independent of each other, who have broadcast the sound of a reference under its name. */
  witnesses: 2,
} as const;
