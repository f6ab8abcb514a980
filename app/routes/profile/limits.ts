/** What a profile shows of the past; the rest is behind "View All". */
export const recentLimits = {
  /** listener.md 9: "Profile recent past songs: at most 3". */
  songs: 3,
  /** The specification names no number: as many as songs. */
  sets: 3,
} as const;
