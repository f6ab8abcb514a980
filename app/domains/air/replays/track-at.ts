/** A track by its positions in a recording, ms. Without an end it lasts until the next one starts. */
interface PlacedTrack {
  start: number;
  end?: number | null;
}

/**
 * Returns the track that is heard at a position (ms): in a blend the one that began last. Null before the first, and
 * where nobody knows what is played. `tracks` by their start.
 */
export function trackAt<Track extends PlacedTrack>(tracks: readonly Track[], position: number): Track | null {
  const last = tracks.findLastIndex(({ start }) => start <= position);
  return (
    tracks
      .slice(0, last + 1)
      .findLast(({ end = null }, index) => (end === null ? index === last : end > position)) ?? null
  );
}

/** Returns the positions (ms, ascending) at which another track is heard, or none any more. */
export function trackChanges(tracks: readonly PlacedTrack[]): number[] {
  const positions = new Set(tracks.flatMap(({ start, end }) => [start, end ?? start]));
  return [...positions].toSorted((a, b) => a - b);
}
