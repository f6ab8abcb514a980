/** Whether a favorite was given to what its giver heard: only such favorites count for awards and ranks. */

/** The time for which someone listens to a room without a break, epoch ms. */
export interface ListeningSpan {
  since: number;
  /** Now, or when they left. */
  until: number;
}

export const heardLimits = {
  /** Time after the end of a play in which it may still be heard, by a smooth player, and be marked. */
  afterEndMs: 60_000,
  /** One favorite of a person counts in this time: no track is heard for less. */
  everyMs: 30_000,
} as const;

/** Whether anyone may hear that play live now. `endedAt`: null while it is heard. */
export const mayBeHeard = ({ endedAt }: { endedAt: number | null }, now: number): boolean =>
  endedAt === null || now - endedAt <= heardLimits.afterEndMs;

/** Whether someone who listens in this time listens while the play is played. */
export const isHeardIn = (
  { since, until }: ListeningSpan,
  { playedAt, endedAt }: { playedAt: number; endedAt: number | null },
): boolean => until >= playedAt && (endedAt === null || since <= endedAt);
