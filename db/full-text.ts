/** What is asked of the full-text indexes (`person_search` and the like), as their query language says it. Pure. */

/** Greek and Cyrillic letters: of these the indexes' own tokenizer, which folds Latin ones, keeps the accents. */
const accented = /[\u0370-\u052F\u1F00-\u1FFF]/gu;

/** Letters with a stroke, and one without its dot, which Unicode does not take apart. */
const unmarked: Readonly<Record<string, string>> = {
  Đ: "D",
  đ: "d",
  Ħ: "H",
  ħ: "h",
  Ł: "L",
  ł: "l",
  Ø: "O",
  ø: "o",
  Ŧ: "T",
  ŧ: "t",
  ı: "i",
};
const marked = new RegExp(`[${Object.keys(unmarked).join("")}]`, "gu");

/**
 * Thai to Burmese, Khmer, Han and kana: scripts without spaces, whose every character is a word to the indexes. The
 * migration that makes them sets spaces around the same ones.
 */
const unspaced = /[\u0E00-\u109F\u1780-\u17FF\u2E80-\u9FFF\uF900-\uFAFF\uFF66-\uFF9F\u{20000}-\u{3FFFF}]/gu;

/** Letters without their accents, where the indexes do not see to that. The view `search_letters` says the same. */
export function foldLetters(text: string): string {
  return text
    .replace(accented, (letter) => letter.normalize("NFD").charAt(0))
    .replace(marked, (letter) => unmarked[letter] ?? letter);
}

/** The words of what someone looks for; none where there is no letter or digit. */
export function wordsOf(text: string): string[] {
  return text.normalize("NFKC").match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** Each of `words` begins a word, in whatever order; in these columns alone where they are named. */
export function anywhere(words: readonly string[], columns?: readonly string[]): string {
  const query = words.map((word) => `${phrase(word)}*`).join(" ");
  return columns === undefined ? query : `{${columns.join(" ")}} : (${query})`;
}

/** One of these columns holds `words`, whole and in this order. */
export function exactly(words: readonly string[], columns: readonly string[]): string {
  return `{${columns.join(" ")}} : ${phrase(words.join(" "))}`;
}

/** One of these columns begins with `words`, in this order. */
export function beginning(words: readonly string[], columns: readonly string[]): string {
  return `{${columns.join(" ")}} : ^ ${phrase(words.join(" "))}*`;
}

/** A quoted phrase is taken as it stands, whatever it holds. */
function phrase(text: string): string {
  return `"${toIndexed(text).replaceAll('"', '""')}"`;
}

/** A text as an index takes it in that is written by its object and not by triggers: folded, words apart. */
export function toIndexed(text: string): string {
  return foldLetters(text).replace(unspaced, " $& ").replace(/ +/g, " ").trim();
}
