import { accountLimits, foldUsername } from "../accounts/rules.ts";

/** More in one message would only serve a flood. */
const maxMentions = 5;
const maxWords = 6;

/**
 * The names that a message may mention: the text after each "@" at the start of a word, cut off after each of its
 * words, since names may contain spaces. In the form of `foldUsername`; whether someone has such a name is checked
 * elsewhere.
 */
export function mentionCandidates(message: string): string[] {
  const keys = new Set<string>();
  for (const { index } of [...message.matchAll(/(?<=^|\s)@/g)].slice(0, maxMentions)) {
    const behind = Array.from(message.slice(index + 1))
      .slice(0, accountLimits.usernameLength + 1)
      .join("");
    // After every letter, digit or underscore that is not followed by another; a name may end with another character
    // too.
    const ends = [...behind.matchAll(/[\p{L}\p{N}_](?![\p{L}\p{N}_])|\S(?=\s|$)/gu)].slice(0, 2 * maxWords);
    for (const end of ends) {
      const name = behind.slice(0, end.index + end[0].length);
      if (Array.from(name).length <= accountLimits.usernameLength) keys.add(foldUsername(name));
    }
  }
  return [...keys].filter((key) => key !== "");
}
