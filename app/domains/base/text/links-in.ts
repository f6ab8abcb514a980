/** Web addresses in text that people write. Pure. */

export interface TextPart {
  /** Its position in the text. */
  at: number;
  text: string;
  href: string | null;
  /** The host of the address, shown beside it where the text could be read as another host; otherwise null. */
  host: string | null;
}

const candidate = /\bhttps?:\/\/[^\s<>"']+/giu;
/** Characters that end a sentence rather than an address. */
const trailing = ".,:;!?…»”’";

/** A text in parts, with the targets of those that are addresses. Only http and https, and none with a password. */
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

/** The path of an address on this site; otherwise null. */
export function pathOn(origin: string, href: string): string | null {
  const { origin: there, pathname, search, hash } = new URL(href);
  return there === origin ? `${pathname}${search}${hash}` : null;
}

function addressIn(written: string): (Pick<TextPart, "text" | "host"> & { href: string }) | null {
  const text = withoutLooseBracket(withoutTrailing(written));
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (!["http:", "https:"].includes(url.protocol)) return null;
  // The host of "https://cue.example@elsewhere.example" is elsewhere.example.
  if (url.username !== "" || url.password !== "" || url.hostname === "") return null;
  return { text, href: url.href, host: isPlain(text, url.host) ? null : url.host };
}

/**
 * Whether the visible host is the real one. Non-ASCII letters may look like others ("аpple.com"), or run from right to
 * left and reorder the text around them.
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
