/** A stage has its genre in one line, which may contain several: "House, Techno". Pure. */
import { foldLetters, wordsOf } from "#db/full-text.ts";

export interface Genre {
  /** The same for all spellings; the last part of its page's path. */
  key: string;
  name: string;
}

/** A genre with the number of stages that name it. */
export interface CountedGenre extends Genre {
  stageCount: number;
}

const between = /[,;/|·•、，]/u;

/** The genres in a stage's line, each once; text without letters or digits is none. */
export function genresOf(line: string): Genre[] {
  const named = line.split(between).map((part) => ({ key: genreKey(part), name: part.trim() }));
  return [...new Map(named.map((genre) => [genre.key, genre])).values()].filter(({ key }) => key !== "");
}

/** A genre's words in lower case and without accents, joined by hyphens; empty where it has none. */
export function genreKey(name: string): string {
  const plain = foldLetters(name)
    .normalize("NFD")
    .replace(/[\u0300-\u036F]/gu, "");
  return wordsOf(plain).join("-").toLowerCase();
}

/** The genres of several stages (one list for each), the one with the most stages first. */
export function countGenres(ofStages: readonly (readonly Genre[])[]): CountedGenre[] {
  const counted = new Map<string, CountedGenre>();
  for (const genre of ofStages.flat()) {
    const { stageCount = 0 } = counted.get(genre.key) ?? {};
    counted.set(genre.key, { ...genre, stageCount: stageCount + 1 });
  }
  return [...counted.values()].toSorted(
    (one, other) => other.stageCount - one.stageCount || one.key.localeCompare(other.key),
  );
}

/** Returns the path of the list of stages of a genre. */
export function genrePath({ key }: Pick<Genre, "key">): string {
  return `/genres/${encodeURIComponent(key)}`;
}
