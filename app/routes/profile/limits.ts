/** Limits of the past on a profile; the rest is behind "View All". */
export const recentLimits = {
  /** Recent songs on a profile. */
  songs: 3,
  /** The specification gives no number: as many as songs. */
  sets: 3,
} as const;
