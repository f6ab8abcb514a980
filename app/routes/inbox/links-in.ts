/** Addresses in what people write. Pure. */

export interface TextPart {
  /** Where it begins in the text. */
  at: number;
  text: string;
  href: string | null;
}

const candidate = /\bhttps?:\/\/[^\s<>"']+/giu;
/** What ends a sentence rather than an address. */
const trailing = ".,:;!?…»”’";

/** A text in parts, those that are addresses with where they lead. Only http and https, and nobody's password. */
export function linksIn(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(candidate)) {
    const found = addressIn(match[0]);
    if (found === null) continue;
    if (match.index > end) parts.push({ at: end, text: text.slice(end, match.index), href: null });
    parts.push({ at: match.index, ...found });
    end = match.index + found.text.length;
  }
  if (end < text.length) parts.push({ at: end, text: text.slice(end), href: null });
  return parts;
}

function addressIn(written: string): { text: string; href: string } | null {
  const text = withoutLooseBracket(withoutTrailing(written));
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (!["http:", "https:"].includes(url.protocol)) return null;
  // "https://cue.example@elsewhere.example" leads elsewhere.
  if (url.username !== "" || url.password !== "" || url.hostname === "") return null;
  return { text, href: url.href };
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
