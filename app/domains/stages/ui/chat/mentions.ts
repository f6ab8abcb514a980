/** A name that is being typed behind an "@", and who it may become. */
export interface Mention {
  /** Where the "@" stands in the draft. */
  at: number;
  /** Whose names begin like that, the likeliest first. */
  names: string[];
}

const maxShown = 5;

/** Whether a message speaks to this person: an "@" and their name, and then no more letters. */
export function isMentioned(message: string, name: string): boolean {
  const [text, wanted] = [message.toLowerCase(), `@${name.toLowerCase()}`];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const isWhole = !/[\p{L}\p{N}_]/u.test(text.charAt(at + wanted.length));
    if (isWhole && !/\S/.test(text.charAt(at - 1))) return true;
  }
  return false;
}

/** What is being mentioned at the caret, or null. Names may hold spaces, so what follows the "@" is matched as it is. */
export function mentionAt(draft: string, caret: number, names: readonly string[]): Mention | null {
  const at = draft.lastIndexOf("@", caret - 1);
  if (at < 0 || caret <= at || /\S/.test(draft.charAt(at - 1))) return null;
  const begun = draft.slice(at + 1, caret).toLowerCase();
  const fitting = names.filter((name) => name.toLowerCase().startsWith(begun));
  return fitting.length === 0 ? null : { at, names: fitting.slice(0, maxShown) };
}

/** The draft with the name in the place of what was begun, and where the caret stands then. */
export function completeMention(
  draft: string,
  caret: number,
  { at }: Mention,
  name: string,
): { draft: string; caret: number } {
  const before = `${draft.slice(0, at)}@${name} `;
  return { draft: before + draft.slice(caret).trimStart(), caret: before.length };
}
