/** Matches of a file's entries with the lines of a tracklist, whatever their spelling. */
import { foldName } from "#app/domains/music/tracks/identity.ts";
import type { Line } from "../evidence.ts";

interface Named {
  artist: string;
  title: string;
}

interface Tokens {
  artist: Set<string>;
  /** Words of the title without what is in brackets. */
  title: Set<string>;
  whole: Set<string>;
  /** Artist and title. */
  all: Set<string>;
}

export interface Match {
  entry: number;
  line: Line;
  /** 0 to 1. */
  likeness: number;
}

/** Words that say nothing about which recording it is. */
const generic = new Set([
  "original",
  "mix",
  "extended",
  "version",
  "feat",
  "ft",
  "featuring",
  "the",
  "and",
  "x",
]);
/** Words that are in many names lead to no more than this. */
const maxCandidates = 30;
const maxTitle = 200;

/** All pairs that may be one track, in the order of the entries. */
export function findMatches(entries: readonly Named[], lines: readonly Line[]): Match[] {
  const known = lines.map((line) => ({ line, tokens: tokensOf(line) }));
  const byWord = new Map<string, typeof known>();
  for (const each of known)
    for (const word of each.tokens.title) byWord.set(word, [...(byWord.get(word) ?? []), each]);
  return entries.flatMap((named, entry) => {
    const tokens = tokensOf(named);
    const found = [...tokens.title].flatMap((word) => (byWord.get(word) ?? []).slice(0, maxCandidates));
    return [...new Set(found)].flatMap(({ line, tokens: other }) => {
      const likeness = likenessOf(tokens, other);
      return likeness === 0 ? [] : [{ entry, line, likeness }];
    });
  });
}

/** The same recording, so far as names say: a remix is another one. */
export function isSameRecording(a: Named, b: Named): boolean {
  const [first, second] = [tokensOf(a), tokensOf(b)];
  const isSameTitle = isEqual(first.whole, second.whole) || isEqual(first.all, second.all);
  return likenessOf(first, second) > 0 && isSameTitle;
}

function likenessOf(a: Tokens, b: Tokens): number {
  if (numbersOf(a.title) !== numbersOf(b.title)) return 0;
  const title = dice(a.title, b.title);
  const artist = a.artist.size === 0 || b.artist.size === 0 ? 0.5 : dice(a.artist, b.artist);
  return title >= 0.7 && artist >= 0.4 ? (title + artist) / 2 : 0;
}

function tokensOf({ artist, title }: Named): Tokens {
  const whole = foldName((title || artist).slice(0, maxTitle));
  const bracket = whole.search(/[([]/u);
  const core = wordsOf(bracket > 0 ? whole.slice(0, bracket) : whole);
  const by = title === "" ? new Set<string>() : wordsOf(foldName(artist.slice(0, maxTitle)));
  const words = wordsOf(whole);
  const all = new Set([...by, ...words]);
  return { artist: by, title: core.size === 0 ? words : core, whole: words, all };
}

function wordsOf(folded: string): Set<string> {
  const found = folded.match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = found.filter((word) => !generic.has(word));
  return new Set(telling.length > 0 ? telling : found);
}

const isEqual = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
  a.size === b.size && [...a].every((word) => b.has(word));

const numbersOf = (words: ReadonlySet<string>) =>
  [...words]
    .filter((word) => /^\d+$/u.test(word))
    .toSorted()
    .join(" ");

/** 1: the same words; 0: none in common. */
function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((word) => b.has(word)).length;
  return (2 * common) / Math.max(1, a.size + b.size);
}
