/** Characters that end a tag: the commas of various keyboards, a line break, a tab. */
export const tagSeparators = /[,，、،\n\t]/;

/**
 * `tags` followed by the new ones in `texts`: trimmed, with single inner spaces, cut to `maxLength`, without duplicates
 * (ignoring case), at most `max` in total.
 */
export function withTags(
  tags: readonly string[],
  texts: readonly string[],
  { max, maxLength }: { max: number; maxLength: number },
): string[] {
  const next = [...tags];
  const fold = (tag: string) => tag.normalize("NFKC").toLowerCase();
  for (const text of texts) {
    const tag = text.normalize("NFC").replace(/\s+/g, " ").trim().slice(0, maxLength).trim();
    const isNew = tag !== "" && !next.some((known) => fold(known) === fold(tag));
    if (isNew && next.length < max) next.push(tag);
  }
  return next;
}
