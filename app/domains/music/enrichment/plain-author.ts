/** The author of a picture as plain text. Pure. Pages of Wikimedia Commons name them in HTML. */
import { cleanLine } from "#app/domains/base/text/clean.ts";
import { textOfHtml } from "#app/domains/base/text/html-text.ts";

/** Maximum length of an author, in characters; longer ones are shortened. */
export const maxAuthor = 120;

/** Pattern of an unknown author, in the words of the templates there. */
const unknown = /^(?:unknown|anonymous|not (?:known|provided|stated)|no machine-readable author)\b/i;
/** The words of the credit itself, which some repeat. */
const prefix = /^(?:photo(?:graph)?|image|picture)(?: by |: ?)/i;

/** Null where no one is named. */
export function plainAuthor(html: string): string | null {
  const line = cleanLine(textOfHtml(html)).replace(prefix, "");
  if (line === "" || unknown.test(line)) return null;
  const characters = Array.from(line);
  if (characters.length <= maxAuthor) return line;
  const start = characters.slice(0, maxAuthor - 1).join("");
  return `${start.trimEnd()}…`;
}
