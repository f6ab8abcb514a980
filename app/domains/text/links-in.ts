/** Addresses in what people write. Pure. */

export interface TextPart {
  /** Where it begins in the text. */
  at: number;
  text: string;
  href: string | null;
  /** Where it leads, to be shown beside it where the text could be read as another place; else null. */
  host: string | null;
}

const candidate = /\bhttps?:\/\/[^\s<>"']+/giu;
/** What ends a sentence rather than an address. */
const trailing = ".,:;!?…»”’";

/** A text in parts, those that are addresses with where they lead. Only http and https, and no one's password. */
export function linksIn(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  const takePlain = (until: number) => {
    if (until > end) parts.push({ at: end, text: text.slice(end, until), href: null, host: null });
  };
  for (const match of text.matchAll(candidate)) {
    const found = addressIn(match[0]);
    if (found === null) continue;
    takePlain(match.index);
    parts.push({ at: match.index, ...found });
    end = match.index + found.text.length;
  }
  takePlain(text.length);
  return parts;
}

/** What follows the origin, where an address is on this site; else null. */
export function pathOn(origin: string, href: string): string | null {
  const { origin: there, pathname, search, hash } = new URL(href);
  return there === origin ? `${pathname}${search}${hash}` : null;
}

function addressIn(written: string): (Pick<TextPart, "text" | "host"> & { href: string }) | null {
  const text = withoutLooseBracket(withoutTrailing(written));
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (!["http:", "https:"].includes(url.protocol)) return null;
  // "https://cue.example@elsewhere.example" leads elsewhere.
  if (url.username !== "" || url.password !== "" || url.hostname === "") return null;
  return { text, href: url.href, host: isPlain(text, url.host) ? null : url.host };
}

/**
 * Whether the host that one reads is the one that it leads to. Letters beyond ASCII may look like others ("аpple.com"),
 * or run from right to left and turn what stands around them.
 */
function isPlain(text: string, host: string): boolean {
  const isAscii = /^[!-~]*$/.test(text);
  const begin = text.indexOf("//") + 2;
  const length = text.slice(begin).search(/[/?#]/);
  const written = length === -1 ? text.slice(begin) : text.slice(begin, begin + length);
  return isAscii && written.toLowerCase() === host;
}

function withoutTrailing(text: string): string {
  let end = text.length;
  while (end > 0 && trailing.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** A bracket that was opened before the address closes after it. */
function withoutLooseBracket(text: string): string {
  return text.endsWith(")") && !text.includes("(") ? withoutTrailing(text.slice(0, -1)) : text;
}
