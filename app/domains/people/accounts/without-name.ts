/** What a text may call an account by. */
export interface Called {
  id: string;
  username: string;
  email: string;
}

const gone = "(deleted account)";
const separators = /[\s._-]+/gu;
const letter = String.raw`[\p{L}\p{M}\p{N}]`;

/** The name as letters alone: how a text is searched for it first. */
export const bareName = (username: string): string => username.normalize("NFC").replace(separators, "");

/**
 * Replaces an account's address, id and username in a text that others have written, where each stands for itself and
 * not inside another word. A name is found in any case and with other separators: Ada Marlow as ada.marlow.
 */
export function withoutName(text: string, { id, username, email }: Called): string {
  const patterns = [
    new RegExp(`(?<!${letter}|[.+_-](?=\\S))${escaped(email)}(?!${letter}|[.-]${letter})`, "giu"),
    new RegExp(`(?<!${letter})${escaped(id)}(?!${letter})`, "giu"),
    new RegExp(`(?<!${letter})@?${spellingsOf(username)}(?!${letter})`, "giu"),
  ];
  const plain = text.normalize("NFC");
  const replaced = patterns.reduce((left, pattern) => left.replace(pattern, gone), plain);
  return replaced === plain ? text : replaced;
}

/** A space may be where the name has a separator, or begins a word with a capital; a dot or dash anywhere. */
function spellingsOf(username: string): string {
  const words = username
    .normalize("NFC")
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .split(separators)
    .filter((word) => word !== "");
  return words.map((word) => Array.from(word, escaped).join("[._-]?")).join(String.raw`[\s._-]*`);
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
