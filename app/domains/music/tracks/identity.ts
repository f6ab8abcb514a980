/**
 * The rule by which two spellings are one track. What encoders add or write differently does not count; everything that
 * may mean another recording does. In doubt two tracks stay two: separate numbers can be added later, mixed ones cannot
 * be separated again.
 *
 * Does not count:
 * - case, Unicode's compatibility forms, invisible characters, spacing, kinds of dashes, quotes and brackets;
 * - `&` for `and`, `×` for `x`, `vs.` for `vs`;
 * - how and where guests are named: `A feat. B – T`, `A – T (ft. B)`, `A – T ft B` and `A (featuring B) – T` are one,
 *   whatever the order of several guests;
 * - whether a version is in brackets or after a dash: `T (Dub Mix)`, `T [Dub Mix]`, `T - Dub Mix`;
 * - brackets that say nothing about the music (`[Free Download]`, `(Official Video)`), a record label or its number in
 *   square brackets (`[Night Bus Records]`, `[NBR012]`), and the ending of a file (`.mp3`).
 *
 * Counts: accents, punctuation inside words, the order of artists, whether a guest is named at all, and every other
 * bracket, `(Original Mix)` and `(Radio Edit)` included.
 */
import { creditedNames } from "./credits.ts";

/** Increased with every change of the rule: rows of an older version get a new key from the job `unify-tracks`. */
export const identityVersion = 2;

/** More than are ever credited. */
const maxArtists = 12;

export interface TrackIdentity {
  /** Equal for two spellings of one track, and only then. */
  key: string;
  artist: string;
  /** The title as it was written, without what does not belong to it. */
  title: string;
  /** The credited artists, first those of the artist and then those of the title; each once. */
  artists: { key: string; name: string }[];
}

/** Artist and title are one line each, clean of control characters; either may be empty. */
export function identifyTrack(artist: string, title: string): TrackIdentity {
  const shown = withoutJunk(title);
  const fromArtist = takeGuests(tidy(artist), guestInArtist);
  const fromTitle = takeGuests(tidy(shown), guestInTitle);
  const guests = [...fromArtist.guests, ...fromTitle.guests].flatMap(separateGuests).map(foldName);
  const by = [foldName(fromArtist.rest), ...[...new Set(guests)].toSorted()].join(" feat. ");
  return {
    key: `${by}\n${foldTitle(fromTitle.rest)}`,
    artist,
    title: shown,
    artists: artistsOf([...creditedNames(artist), ...fromTitle.guests.flatMap(creditedNames)]),
  };
}

/** The track as it is stored for everyone: its first spelling is one of many, and may be a joke of its letters. */
export const spelledPlainly = <T extends { artist: string; title: string }>(track: T): T => ({
  ...track,
  artist: inPlainLetters(track.artist),
  title: inPlainLetters(track.title),
});

/** A name that was written in other forms of the same letters, such as bold or wide ones, in plain ones. */
export const inPlainLetters = (name: string): string =>
  name.replace(/[\p{L}\p{Nd}]/gu, (letter) => letter.normalize("NFKC"));

/** The form in which names of artists and labels are compared. */
export function foldName(name: string): string {
  return foldCase(tidy(name))
    .replace(/\s*×\s*/gu, " x ")
    .replace(/\bvs\.(?=\s)/gu, "vs")
    .replace(/\s&\s/gu, " and ")
    .trim();
}

function artistsOf(names: string[]): TrackIdentity["artists"] {
  const byKey = new Map<string, string>();
  for (const name of names) {
    const key = foldName(name);
    if (key !== "" && !byKey.has(key)) byKey.set(key, inPlainLetters(name));
  }
  return Array.from(byKey, ([key, name]) => ({ key, name })).slice(0, maxArtists);
}

const version = "mix|remix|edit|dub|version|rework|bootleg|instrumental|remaster|remastered";
const versionAtEnd = new RegExp(String.raw`\s-\s([^()]*\b(?:${version}))$`, "u");

function foldTitle(title: string): string {
  return foldName(title.replace(/[[{]/gu, "(").replace(/[\]}]/gu, ")"))
    .replace(/\s*\(\s*/gu, " (")
    .replace(/\s*\)\s*/gu, ") ")
    .trim()
    .replace(versionAtEnd, " ($1)");
}

/** Unifies characters that look the same. */
function tidy(text: string): string {
  return (
    text
      // Before the compatibility forms, in which a standalone acute accent becomes a space with an accent.
      .replace(/[\u2018-\u201b\u2032\u00b4`\u02bc]/gu, "'")
      .replace(/[\u201c-\u201f\u2033\u00ab\u00bb]/gu, '"')
      .normalize("NFKC")
      .replace(/\p{Cf}/gu, "")
      .replace(/[\u2010-\u2015\u2212\u2043]/gu, "-")
      .replace(/[\p{Cc}\p{Z}\s]+/gu, " ")
      .trim()
  );
}

/** Folds case via the capitals, in which `ß` is `SS` and both small sigmas are one. */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().normalize("NFKC");
}

const begins = String.raw`(?=[\p{L}\p{N}])`;
const marker = String.raw`(?:featuring|feat|ft)(?:\.\s*|\s+)${begins}`;
const inBrackets = String.raw`\s*[([{]\s*${marker}([^()[\]{}]+)[)\]}]`;
/** Pattern of a name up to a bracket, such as that of a remix. */
const name = String.raw`([^()[\]{}]+)`;
const guestInArtist = new RegExp(String.raw`${inBrackets}|\s+${marker}${name}`, "giu");
/** A title is a sentence, which may contain the bare word: "20 ft. Under", "A Feat of Strength", "No Feat Alone". */
const bareInTitle = [
  String.raw`\s+featuring\s+`,
  String.raw`\s+feat\.\s*`,
  String.raw`(?<!\d)\s+ft(?:\.\s*|\s+(?!of\b))`,
  String.raw`(?<!\b(?:an?|the|no|this|that|my|your|our))\s+feat\s+(?!of\b)`,
].join("|");
const guestInTitle = new RegExp(String.raw`${inBrackets}|(?:${bareInTitle})${begins}${name}`, "giu");
const nextGuest = new RegExp(String.raw`\s+${marker}`, "iu");

/** The text without its guests, and their names. Where nothing would be left, no one is a guest. */
function takeGuests(text: string, pattern: RegExp): { rest: string; guests: string[] } {
  const guests: string[] = [];
  const rest = text
    .replace(pattern, (_, bracketed?: string, bare?: string) => {
      guests.push(...(bracketed ?? bare ?? "").split(nextGuest).map((guest) => guest.trim()));
      return " ";
    })
    .trim();
  return rest === "" ? { rest: text, guests: [] } : { rest, guests };
}

/** Separates guests for the comparison only: names that are cut at the wrong place are still cut in the same way. */
function separateGuests(guests: string): string[] {
  return guests.split(/\s*,\s*|\s+(?:&|and)\s+/iu).filter((guest) => guest !== "");
}

const junkWords =
  "free (?:download|dl)|download|out now|premiere|exclusive|official(?: (?:music|lyrics?|hd))? (?:video|audio|visuali[sz]er)|lyrics?|lyrics? video|music video|visuali[sz]er|hd|hq|4k|(?:128|192|256|320) ?kbps";
const junk = new RegExp(
  [
    String.raw`\s*\(\s*(?:${junkWords})\s*\)`,
    String.raw`\s*\[\s*(?:${junkWords})\s*\]`,
    String.raw`\s*\[[^[\]()]*\b(?:records|recordings)\s*\]`,
    // A catalogue number: its letters and at least three digits form one word.
    String.raw`\s*\[\s*[a-z]{2,10}-?\d{3,5}[a-z]?\s*\]`,
    String.raw`\.(?:mp3|wav|flac|aiff?|m4a|ogg|opus)$`,
  ].join("|"),
  "giu",
);

/** A title that consists only of such additions keeps them. */
function withoutJunk(title: string): string {
  const rest = title.trim().replace(junk, "").replace(/\s+/gu, " ").trim();
  return rest === "" ? title : rest;
}
