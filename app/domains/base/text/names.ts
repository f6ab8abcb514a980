/** Names of tracks as programs write them: encoders, the tags of files, lists of what was played. */
import { cleanLine } from "./clean.ts";
import { decodeEntities } from "./entities.ts";

export interface ArtistTitle {
  artist: string;
  title: string;
}

/** One clean line without HTML entities, of at most `max` characters; "" where nothing visible is left. */
export function cleanName(text: string, max = Number.POSITIVE_INFINITY): string {
  const line = cleanLine(decodeEntities(text));
  return line.length <= max ? line : Array.from(line).slice(0, max).join("").trim();
}

/** Hyphens, figure, en and em dashes, the minus sign: programs use any of them. Three characters with the spaces. */
export const spacedDash = / [-\u2010-\u2015\u2212] /u;
const dashAtStart = /^[-\u2010-\u2015\u2212] /u;
const dashAtEnd = / [-\u2010-\u2015\u2212]$/u;
const onlyDashes = /^[-\u2010-\u2015\u2212](?: [-\u2010-\u2015\u2212])*$/u;
const isPadded = (text: string) => /^\s|\s$/u.test(text);

/**
 * Splits `Artist - Title` at the first dash between spaces; without one it is all title. Either half may be missing where
 * a program joins two fields: its dash belongs to no name.
 */
export function splitArtistTitle(text: string, max?: number): ArtistTitle {
  const line = cleanName(text, max);
  // Without spaces around it, it may be a title.
  if (onlyDashes.test(line)) return { artist: "", title: line.length === 1 && !isPadded(text) ? line : "" };
  const whole = line.replace(dashAtStart, "").replace(dashAtEnd, "");
  const dash = whole.search(spacedDash);
  if (dash < 0) return { artist: "", title: whole };
  return { artist: whole.slice(0, dash), title: whole.slice(dash + 3).replace(dashAtStart, "") };
}
