/** What is asked of the full-text indexes `person_search` and `track_search`, as their query language says it. Pure. */

/**
 * Thai to Burmese, Khmer, Han and kana: scripts without spaces, whose every character is a word to the indexes. The
 * migration that makes them sets spaces around the same ones.
 */
const unspaced = /[\u0E00-\u109F\u1780-\u17FF\u2E80-\u9FFF\uF900-\uFAFF\uFF66-\uFF9F\u{20000}-\u{3FFFF}]/gu;

/** The words of what somebody looks for; none where there is no letter or digit. */
export function wordsOf(text: string): string[] {
  return text.normalize("NFKC").match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** Each of `words` begins a word, in whatever order. */
export function anywhere(words: readonly string[]): string {
  return words.map((word) => `${phrase(word)}*`).join(" ");
}

/** One of these columns begins with `words`, in this order. */
export function beginning(words: readonly string[], columns: readonly string[]): string {
  return `{${columns.join(" ")}} : ^ ${phrase(words.join(" "))}*`;
}

/** A quoted phrase is taken as it stands, whatever it holds. */
function phrase(text: string): string {
  return `"${text.replaceAll('"', '""').replace(unspaced, " $& ").replace(/ +/g, " ").trim()}"`;
}
