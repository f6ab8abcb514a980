/** The track that is heard at a position (ms), or null before the first. `tracks` by time. */
export function trackAt<Track extends { start: number }>(
  tracks: readonly Track[],
  position: number,
): Track | null {
  return tracks.findLast(({ start }) => start <= position) ?? null;
}
