/** What ends a tag: a comma as any keyboard of the world writes it, a line break, a tab. */
export const tagSeparators = /[,，、،\n\t]/;

/**
 * `tags` and, behind them, what is new in `texts`: trimmed, inner spaces single, cut to `maxLength`, never twice
 * whatever its case, at most `max` in all.
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
