/** Queries of the full-text indexes (`person_search` and others), in the query language of FTS5. Pure. */

/** Greek and Cyrillic letters: the tokenizer of the indexes removes accents of Latin letters only. */
const accented = /[\u0370-\u052F\u1F00-\u1FFF]/gu;

/** Letters with a stroke, and the dotless i, which Unicode does not decompose. */
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
 * Thai to Burmese, Khmer, Han and kana: scripts without spaces, in which the indexes treat every character as a word.
 * The views of the indexes put spaces around the same characters.
 */
const unspaced = /[\u0E00-\u109F\u1780-\u17FF\u2E80-\u9FFF\uF900-\uFAFF\uFF66-\uFF9F\u{20000}-\u{3FFFF}]/gu;

/** Removes accents that the tokenizer keeps, in the same way as the view `search_letters`. */
export function foldLetters(text: string): string {
  return text
    .replace(accented, (letter) => letter.normalize("NFD").charAt(0))
    .replace(marked, (letter) => unmarked[letter] ?? letter);
}

/** The words of a search text; empty where it has no letter or digit. */
export function wordsOf(text: string): string[] {
  return text.normalize("NFKC").match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/**
 * Matches rows in which each of `words` is the start of a word, in any order; only in `columns` where they are given.
 */
export function matchWords(words: readonly string[], columns?: readonly string[]): string {
  const query = words.map((word) => `${phrase(word)}*`).join(" ");
  return columns === undefined ? query : `{${columns.join(" ")}} : (${query})`;
}

/** Matches rows of which one of these columns contains `words`, complete and in this order. */
export function matchPhrase(words: readonly string[], columns: readonly string[]): string {
  return `{${columns.join(" ")}} : ${phrase(words.join(" "))}`;
}

/** Matches rows of which one of these columns starts with `words`, in this order. */
export function matchPrefix(words: readonly string[], columns: readonly string[]): string {
  return `{${columns.join(" ")}} : ^ ${phrase(words.join(" "))}*`;
}

/** Quotes a phrase, so that nothing in it is read as query language. */
function phrase(text: string): string {
  return `"${toIndexed(text).replaceAll('"', '""')}"`;
}

/** The form of a text in the indexes: folded, with words separated. Conversations index their messages with it. */
export function toIndexed(text: string): string {
  return foldLetters(text).replace(unspaced, " $& ").replace(/ +/g, " ").trim();
}
