/** The rule of ListenBrainz and Last.fm for when someone has heard a track. */
export const heardRule = {
  /** Shorter tracks are not kept. */
  minLengthMs: 30_000,
  /** Time after which someone has heard a track of any length. */
  enoughMs: 4 * 60_000,
} as const;

/** Whether `heardMs` of a track is a listen. `lengthMs`: how long it was played; null while it is still played. */
export function isHeard(heardMs: number, lengthMs: number | null): boolean {
  if (heardMs >= heardRule.enoughMs) return true;
  return lengthMs !== null && lengthMs >= heardRule.minLengthMs && heardMs >= lengthMs / 2;
}
