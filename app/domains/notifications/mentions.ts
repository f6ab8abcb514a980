import { accountLimits, foldUsername } from "../accounts/rules.ts";

/** More in one message are no one's business but a flood's. */
const maxMentions = 5;
const maxWords = 6;

/**
 * The names that a message may speak to: what follows each "@" at the beginning of a word, cut off behind every word
 * of it, since names may hold spaces. As `foldUsername` compares them; whether someone is called so is another's to say.
 */
export function mentionCandidates(message: string): string[] {
  const keys = new Set<string>();
  for (const { index } of [...message.matchAll(/(?<=^|\s)@/g)].slice(0, maxMentions)) {
    const behind = Array.from(message.slice(index + 1))
      .slice(0, accountLimits.usernameLength + 1)
      .join("");
    // Behind every letter, figure or line that no other follows; a name may end with another sign too.
    const ends = [...behind.matchAll(/[\p{L}\p{N}_](?![\p{L}\p{N}_])|\S(?=\s|$)/gu)].slice(0, 2 * maxWords);
    for (const end of ends) {
      const name = behind.slice(0, end.index + end[0].length);
      if (Array.from(name).length <= accountLimits.usernameLength) keys.add(foldUsername(name));
    }
  }
  return [...keys].filter((key) => key !== "");
}
