/** What a profile shows of the past; the rest is behind "View All". */
export const recentLimits = {
  /** Recent songs on a profile. */
  songs: 3,
  /** The specification names no number: as many as songs. */
  sets: 3,
} as const;
