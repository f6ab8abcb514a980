/** The tracks of a replay as chapters. */

export interface Chapter {
  /** Position, ms. */
  start: number;
  title: string;
}

export interface TitledTrack {
  start: number;
  artist: string;
  title: string;
}

/**
 * Returns the chapters by position, the first at 0: one more, of the replay's name, is before a track that starts
 * later. Of tracks at the same position only the last is heard there.
 */
export function chaptersOf(name: string, tracks: readonly TitledTrack[]): Chapter[] {
  const chapters = tracks
    .map(({ start, artist, title }) => ({ start, title: [artist, title].filter(Boolean).join(" – ") }))
    .filter(({ start }, index, all) => all[index + 1]?.start !== start);
  return chapters[0]?.start === 0 ? chapters : [{ start: 0, title: name }, ...chapters];
}

/** As https://github.com/Podcastindex-org/podcast-namespace describes them, in seconds. */
export function toJsonChapters(chapters: readonly Chapter[]) {
  return {
    version: "1.2.0",
    chapters: chapters.map(({ start, title }) => ({ startTime: start / 1_000, title })),
  };
}
