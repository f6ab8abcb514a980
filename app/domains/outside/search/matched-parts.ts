/** The parts by which a search found a person. Pure. */
import { toIndexed, wordsOf } from "#db/full-text.ts";
import type { FoundUser } from "./contract.ts";

/** The words of a text as the index compares them: in lower case and without accents. */
function comparedWords(text: string): string[] {
  const unaccented = toIndexed(text).normalize("NFD").replace(/\p{M}/gu, "");
  return wordsOf(unaccented.toLowerCase());
}

/**
 * Returns the name on their profile, their place and their tags: those with a word that starts with a typed one; none
 * where the username has all of them.
 */
export function matchedParts(
  person: Pick<FoundUser, "username" | "name" | "location" | "tags">,
  text: string,
): string[] {
  const typed = comparedWords(text);
  const startsIn = (part: string, word: string) =>
    comparedWords(part).some((other) => other.startsWith(word));
  if (typed.every((word) => startsIn(person.username, word))) return [];
  return [person.name, person.location, ...person.tags].filter((part) =>
    typed.some((word) => startsIn(part, word)),
  );
}
