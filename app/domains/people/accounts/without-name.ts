/** Names that a text may call an account by. */
export interface Called {
  id: string;
  username: string;
  email: string;
}

/** A letter in small form, and what may stand before it: nothing else, one dot or dash, or any separators. */
type Spelling = readonly { letter: string; gap: "none" | "sign" | "separators" }[];

const gone = "(deleted account)";
const letterOrDigit = /^[\p{L}\p{M}\p{N}]$/u;
const sign = /^[._-]$/;
const separator = /^[\s._-]$/;

/** The name as letters alone: how a text is searched for it first. */
export const bareName = (username: string): string => username.normalize("NFC").replace(/[\s._-]/g, "");

/**
 * Replaces an account's address, id and username in a text that others have written, where each stands for itself and
 * not inside another word. A name is found in any case and with other separators: Ada Marlow as ada.marlow.
 */
export function withoutName(text: string, { id, username, email }: Called): string {
  const plain = text.normalize("NFC");
  const withoutAddress = replace(plain, exactly(email), isWholeAddress);
  const replaced = replace(replace(withoutAddress, exactly(id), isWord), spellingOf(username), isWord);
  return replaced === plain ? text : replaced;
}

const exactly = (text: string): Spelling =>
  Array.from(text, (letter) => ({ letter: letter.toLowerCase(), gap: "none" }));

/** Spaces may be where the name has a separator, or begins a word with a capital; a dot or dash anywhere. */
function spellingOf(username: string): Spelling {
  const words = username
    .normalize("NFC")
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .split(/[\s._-]/)
    .filter((word) => word !== "");
  return words.flatMap((word, place) =>
    Array.from(word, (letter, index) => {
      const gap = index > 0 ? "sign" : place > 0 ? "separators" : "none";
      return { letter: letter.toLowerCase(), gap } as const;
    }),
  );
}

const isLetter = (character = ""): boolean => letterOrDigit.test(character);

type IsAlone = (characters: readonly string[], start: number, end: number) => boolean;
const isWord: IsAlone = (characters, start, end) =>
  !isLetter(characters[start - 1]) && !isLetter(characters[end]);
/** Not the end of a longer address, nor one at a longer host. */
const isWholeAddress: IsAlone = (characters, start, end) =>
  isWord(characters, start, end) &&
  !/^[.+_-]$/.test(characters[start - 1] ?? "") &&
  !(/^[.-]$/.test(characters[end] ?? "") && isLetter(characters[end + 1]));

function replace(text: string, spelling: Spelling, isAlone: IsAlone): string {
  const characters = Array.from(text);
  let kept = "";
  for (let at = 0; at < characters.length; ) {
    const end = endOf(characters, at, spelling);
    const isFound = end > at && isAlone(characters, at, end);
    kept = isFound ? kept.replace(/@$/, "") + gone : kept + characters[at];
    at = isFound ? end : at + 1;
  }
  return kept;
}

/** Returns the end of this spelling that starts at a place of the text; the place itself where it does not. */
function endOf(characters: readonly string[], start: number, spelling: Spelling): number {
  let end = start;
  for (const { letter, gap } of spelling) {
    if (gap === "sign" && sign.test(characters[end] ?? "")) end++;
    while (gap === "separators" && separator.test(characters[end] ?? "")) end++;
    if (characters[end]?.toLowerCase() !== letter) return start;
    end++;
  }
  return end;
}
