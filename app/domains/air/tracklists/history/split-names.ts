/** Artist and title in the lines of a list, which are separated in the same way. */
import { splitName } from "./names.ts";

export interface SplitName {
  artist: string;
  title: string;
  label?: string;
  isSplit: boolean;
}

const dashes = ["-", "–", "—", "‒", "―", "−", "－"];
/** Separators in the order in which they are preferred where lines have several. */
const separators: readonly RegExp[] = [
  /\t/u,
  ...dashes.map((dash) => new RegExp(String.raw`\s${dash}{1,3}\s`, "u")),
  /\s[|｜]\s/u,
  /\s\/\/\s/u,
  /\s[~•·]\s/u,
];
/** Separators without spaces on both sides, where lines have no other. */
const looseSeparators: readonly RegExp[] = [/\s[-–—]|[-–—]\s/u, /[–—]/u, /\s\/\s/u];
const by = /\sby\s/giu;
/** The label of a record, as 1001Tracklists writes it; `[Dub Mix]` is a part of the title. */
const label = /^\[([^[\]a-z]{2,60})\]$/u;
const versionWords =
  /\b(?:MIX|REMIX|EDIT|DUB|VIP|REWORK|BOOTLEG|MASHUP|VERSION|LIVE|FEAT|FT|INSTRUMENTAL|ACAPELLA)\b/u;

/** Lines that are looked at to find out. */
const maxLooked = 1_000;

/**
 * Returns the function that splits the names of these lines. Lines in which the usual separator is not are split at any
 * dash.
 */
export function nameSplitter(all: readonly string[]): (line: string) => SplitName {
  const lines = all.slice(0, maxLooked);
  const usual = usualOf(separators, lines) ?? usualOf(looseSeparators, lines);
  const isBy = usual === null && areMost(lines, (line) => splitBy(line).isSplit);
  const haveLabels = areMost(lines, (line) => labelOf(line) !== null);
  return (line) => {
    const own = haveLabels ? labelOf(line) : null;
    const text = own === null ? line : line.slice(0, line.lastIndexOf("[")).trim();
    const split = isBy ? splitBy(text) : splitAt(text, usual);
    return own === null ? split : { ...split, label: own };
  };
}

/** The separator that most lines have; of two in the same lines the one that comes first in them. */
function usualOf(among: readonly RegExp[], lines: readonly string[]): RegExp | null {
  const rated = among.map((separator) => ({
    separator,
    count: lines.filter((line) => separator.test(line)).length,
    places: lines.reduce((sum, line) => sum + Math.max(0, line.search(separator)), 0),
  }));
  const [best] = rated.toSorted((a, b) => b.count - a.count || a.places - b.places);
  return best === undefined || best.count * 2 < lines.length || best.count === 0 ? null : best.separator;
}

const areMost = (lines: readonly string[], test: (line: string) => boolean) =>
  lines.length > 0 && lines.filter(test).length * 2 > lines.length;

function splitAt(text: string, separator: RegExp | null): SplitName {
  const found = separator === null ? null : separator.exec(text);
  if (found === null) return splitName(text);
  const artist = text.slice(0, found.index).trim();
  const rest = text.slice(found.index + found[0].length).trim();
  if (found[0] !== "\t") return { artist, title: rest, isSplit: true };
  const [title = "", label] = rest.split("\t");
  return { artist, title: title.trim(), isSplit: true, ...(label && { label }) };
}

/** Splits at the last "by": titles have the word more often than names. */
function splitBy(text: string): SplitName {
  const found = Array.from(text.matchAll(by)).at(-1);
  if (found === undefined) return { artist: "", title: text.trim(), isSplit: false };
  const title = text.slice(0, found.index).trim();
  const isQuoted = /^["“«„]/u.test(title) && /["”»“]$/u.test(title) && title.length > 2;
  const artist = text.slice(found.index + found[0].length).trim();
  return { artist, title: isQuoted ? title.slice(1, -1).trim() : title, isSplit: true };
}

function labelOf(line: string): string | null {
  const [, own] = label.exec(line.slice(Math.max(0, line.lastIndexOf("[")))) ?? [];
  return own === undefined || versionWords.test(own) ? null : own;
}
