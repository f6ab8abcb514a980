/** The tracks of a replay as chapters. */
import { hiddenName } from "#app/domains/music/tracks/shown.ts";
import { trackAt, trackChanges } from "./track-at.ts";

export interface Chapter {
  /** Position, ms. It lasts until the next chapter, or the end. */
  start: number;
  title: string;
}

export interface TitledTrack {
  start: number;
  /** Null or absent: it lasts until the next one. */
  end?: number | null;
  artist: string;
  title: string;
}

/** The sound from a position on (ms): a track, or null where nobody knows what is played. */
interface Stretch<Track> {
  start: number;
  track: Track | null;
}

/** Returns what is heard by position, from the first track on. Of tracks at one position only the last is heard. */
export function stretchesOf<Track extends { start: number; end?: number | null }>(
  tracks: readonly Track[],
): Stretch<Track>[] {
  const [first] = tracks;
  return trackChanges(tracks)
    .filter((start) => first !== undefined && start >= first.start)
    .map((start) => ({ start, track: trackAt(tracks, start) }))
    .filter(({ track }, index, all) => index === 0 || track !== all[index - 1]?.track);
}

/**
 * Returns the chapters by position, the first at 0: one more, of the replay's name, is before a track that starts
 * later. Where a track has ended and nobody knows what follows, the chapter is an "ID".
 */
export function chaptersOf(name: string, tracks: readonly TitledTrack[]): Chapter[] {
  const chapters = stretchesOf(tracks).map(({ start, track }) => ({
    start,
    title: track === null ? hiddenName.title : [track.artist, track.title].filter(Boolean).join(" – "),
  }));
  return chapters[0]?.start === 0 ? chapters : [{ start: 0, title: name }, ...chapters];
}

/** Returns chapters in the format of https://github.com/Podcastindex-org/podcast-namespace, in seconds. */
export function toJsonChapters(chapters: readonly Chapter[], durationMs?: number) {
  return {
    version: "1.2.0",
    chapters: chapters.map(({ start, title }, index) => {
      const end = chapters[index + 1]?.start ?? durationMs;
      return {
        startTime: start / 1_000,
        ...(end !== undefined && end > start && { endTime: end / 1_000 }),
        title,
      };
    }),
  };
}
