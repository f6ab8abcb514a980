/** A name that is being typed after an "@", and its completions. */
export interface Mention {
  /** The position of the "@" in the draft. */
  at: number;
  /** Names that start like that, the likeliest first. */
  names: string[];
}

const maxShown = 5;

/** Whether a message mentions this person: an "@" and their name, not followed by letters. */
export function isMentioned(message: string, name: string): boolean {
  const [text, wanted] = [message.toLowerCase(), `@${name.toLowerCase()}`];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const isWhole = !/[\p{L}\p{N}_]/u.test(text.charAt(at + wanted.length));
    if (isWhole && !/\S/.test(text.charAt(at - 1))) return true;
  }
  return false;
}

/** The mention at the caret, or null. Names may contain spaces, so the text after the "@" is matched as it is. */
export function mentionAt(draft: string, caret: number, names: readonly string[]): Mention | null {
  const at = draft.lastIndexOf("@", caret - 1);
  if (at < 0 || caret <= at || /\S/.test(draft.charAt(at - 1))) return null;
  const begun = draft.slice(at + 1, caret).toLowerCase();
  const fitting = names.filter((name) => name.toLowerCase().startsWith(begun));
  return fitting.length === 0 ? null : { at, names: fitting.slice(0, maxShown) };
}

/** The draft with the name in place of the typed text, and the new position of the caret. */
export function completeMention(
  draft: string,
  caret: number,
  { at }: Mention,
  name: string,
): { draft: string; caret: number } {
  const before = `${draft.slice(0, at)}@${name} `;
  return { draft: before + draft.slice(caret).trimStart(), caret: before.length };
}
