/**
 * Finds blocked words and links in a message. A manager types words, never patterns.
 *
 * A word is found as a whole, ignoring case, accents, width and invisible characters: "CAFÉ" is "cafe", "class" does
 * not contain "ass". In scripts that put no spaces between words it is found anywhere. A phrase is found as the same
 * words in a row. Two simple tricks are recognized as well: digits and signs used as letters ("sp4m", "$pam"), and
 * separated letters ("s p a m", "s.p.a.m"). Not recognized: look-alike letters of another script, doubled letters,
 * another spelling. For these there is a time-out.
 */
import { textLength } from "#app/domains/base/text/clean.ts";

/** Text as it is compared: one form of each letter, lower case, without accents on Latin and Greek letters. */
function fold(text: string): string {
  return (
    text
      .normalize("NFKD")
      // In other scripts a mark makes another letter: か and が, и and й.
      .replace(/([\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu, "$1")
      .normalize("NFKC")
      .replace(/\p{Cf}/gu, "")
      // Via upper case: ß becomes ss.
      .toUpperCase()
      .toLowerCase()
      .replaceAll("ς", "σ")
  );
}

const standIns: Readonly<Record<string, string>> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "!": "i",
  "0": "o",
  "5": "s",
  $: "s",
  "7": "t",
  "+": "t",
};

const unmasked = (folded: string) => folded.replace(/[@431!05$7+]/g, (sign) => standIns[sign] ?? sign);

const words = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
/** Words in a row, separated so that `includes` finds whole ones. */
const inRow = (tokens: readonly string[]) => ` ${tokens.join(" ")} `;

const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Single letters, at least three of them in a row, read as one word. */
function spelledOut(tokens: readonly string[]): string[] {
  const runs: string[][] = [[]];
  for (const token of tokens) {
    if (textLength(token) === 1) runs.at(-1)?.push(token);
    else runs.push([]);
  }
  return runs.filter((run) => run.length >= 3).map((run) => run.join(""));
}

/** Whether a text contains a blocked word. */
export type WordFilter = (text: string) => boolean;

/** Parses the list once; the returned filter is fast enough for every message. */
export function toWordFilter(blocked: readonly string[]): WordFilter {
  const entries = blocked.map((word) => words(fold(word))).filter((tokens) => tokens.length > 0);
  const rows = entries.map(inRow);
  const unmaskedRows = entries.map((tokens) => inRow(tokens.map(unmasked)));
  const joined = entries.map((tokens) => unmasked(tokens.join("")));
  const anywhere = joined.filter((word) => withoutSpaces.test(word));
  return (text) => {
    if (entries.length === 0) return false;
    const folded = fold(text);
    const plain = inRow(words(folded));
    if (rows.some((row) => plain.includes(row))) return true;
    // Numbers alone stay numbers: "1337" is not a disguised word.
    const tokens = words(folded.replace(/\S+/gu, (word) => (/\p{L}/u.test(word) ? unmasked(word) : word)));
    const row = inRow(tokens);
    if (unmaskedRows.some((wanted) => row.includes(wanted))) return true;
    const spelled = spelledOut(words(unmasked(folded)));
    if (joined.some((word) => textLength(word) >= 3 && spelled.some((run) => run.includes(word))))
      return true;
    const unspaced = tokens.join("");
    return anywhere.some((word) => unspaced.includes(word));
  };
}

/**
 * Domains whose ending is also a word ("me", "it", "is") count only with a path: people forget the space after a dot.
 */
const domains =
  /[\p{L}\p{N}-]\.(?:(?:com|net|org|info|biz|dev|app|live|tv|gg|io|ly|xyz|top|shop|site|online|link|click|club|store|ru|cn|de|uk|fr|nl|eu|es|pl|br|jp|kr|us|ca)(?![\p{L}\p{N}])|[a-z]{2,}\/)/u;

/** Whether a text contains a web address, with or without "https://" before it. */
export function holdsLink(text: string): boolean {
  const folded = fold(text);
  return (
    /(?:^|[^a-z0-9+.-])[0-9+.-]*[a-z][a-z0-9+.-]*:\/\//.test(folded) ||
    /(?:^|[^\p{L}\p{N}])www\.\S/u.test(folded) ||
    domains.test(folded)
  );
}
