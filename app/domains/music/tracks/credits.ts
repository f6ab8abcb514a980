/**
 * Artists who are credited in an encoder's artist. Names are full of separators ("Simon & Garfunkel", "Earth, Wind &
 * Fire", "Tyler, The Creator"), so an artist is divided only where hardly any name is:
 *
 * - before a guest: `feat.`, `ft.`, `featuring`, with or without the dot, bare or in brackets;
 * - at `vs.` and `versus`;
 * - at a standalone small `x` or `×`. A capital `X` belongs to a name ("Lil Nas X").
 *
 * `&`, `and`, `,`, `+`, `/` and `with` are no separators: a name that is too long still leads to the right people,
 * half a name to no one.
 */

const guest = String.raw`[fF](?:[eE][aA][tT](?:[uU][rR][iI][nN][gG])?|[tT])(?:\.\s*|\s+)`;
const versus = String.raw`[vV](?:[sS]\b\.?|[eE][rR][sS][uU][sS])\s+`;

/**
 * Pattern of a separator between two names: it is followed by a letter or a digit, unless it only closes a guest's
 * bracket.
 */
const divider = new RegExp(
  String.raw`(?:\s+(?:${guest}|${versus}|x\s+)|\s*×\s*|\s*[([]\s*${guest})(?=[\p{L}\p{N}])|\s*[)\]](?=\s|$)`,
  "gu",
);

/** A piece of an artist as it was written: a name, or what separates two. */
export interface CreditPart {
  text: string;
  isName: boolean;
}

/** The artist in pieces, which together are the original text. */
export function creditParts(artist: string): CreditPart[] {
  const parts: CreditPart[] = [];
  const add = (text: string, isName: boolean) => {
    if (text !== "") parts.push({ text, isName: isName && text.trim() !== "" });
  };
  let from = 0;
  let isInBracket = false;
  for (const { 0: text, index } of artist.matchAll(divider)) {
    const isClosing = /[)\]]/.test(text);
    // A bracket that no guest has opened belongs to a name, and so does a word without anything before it.
    if ((isClosing && !isInBracket) || artist.slice(0, index).trim() === "") continue;
    add(artist.slice(from, index), true);
    add(text, false);
    if (isClosing || /[([]/.test(text)) isInBracket = !isClosing;
    from = index + text.length;
  }
  add(artist.slice(from), true);
  return parts;
}

/** The names that are credited, in their order. */
export function creditedNames(artist: string): string[] {
  return creditParts(artist)
    .filter(({ isName }) => isName)
    .map(({ text }) => text.trim());
}
