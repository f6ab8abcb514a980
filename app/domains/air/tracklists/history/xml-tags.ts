/** Tags of an XML text in their order, as machines write it: no entities of its own, no validation. */

export interface XmlTag {
  /** Name, with a leading `/` where it closes an element. */
  name: string;
  attributes: Record<string, string>;
}

export function* xmlTags(text: string): Generator<XmlTag> {
  let at = text.indexOf("<");
  while (at >= 0) {
    const skipped = skipOther(text, at);
    if (skipped !== at) {
      at = text.indexOf("<", skipped);
      continue;
    }
    const end = endOfTag(text, at);
    yield readTag(text.slice(at + 1, end));
    at = text.indexOf("<", end);
  }
}

const others = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
  ["<!", ">"],
] as const;

/** The end of a comment, an instruction or a declaration; the same place for a tag. */
function skipOther(text: string, at: number): number {
  const other = others.find(([start]) => text.startsWith(start, at));
  if (other === undefined) return at;
  const end = text.indexOf(other[1], at + other[0].length);
  return end < 0 ? text.length : end + other[1].length;
}

/** A `>` in a quoted value does not end a tag. */
function endOfTag(text: string, at: number): number {
  let quote = "";
  for (let index = at; index < text.length; index++) {
    const letter = text[index] ?? "";
    if (quote !== "") quote = letter === quote ? "" : quote;
    else if (letter === ">") return index;
    else if (letter === '"' || letter === "'") quote = letter;
  }
  return text.length;
}

const maxAttributes = 100;

function readTag(content: string): XmlTag {
  const name = /^\/?[\w:.-]{0,60}/u.exec(content)?.[0] ?? "";
  const attributes: Record<string, string> = {};
  let at = name.length;
  for (let count = 0; count < maxAttributes; count++) {
    const equals = content.indexOf("=", at);
    if (equals < 0) break;
    const quoteAt = equals + 1 + Math.max(0, content.slice(equals + 1, equals + 9).search(/["']/u));
    const quote = content[quoteAt] ?? "";
    const end = quote === '"' || quote === "'" ? content.indexOf(quote, quoteAt + 1) : -1;
    if (end < 0) break;
    const key = content.slice(Math.max(at, equals - 60), equals).trim();
    attributes[key] = unescapeXml(content.slice(quoteAt + 1, end));
    at = end + 1;
  }
  return { name, attributes };
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

export function unescapeXml(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,4}));/gu,
    (all, decimal, hex, word) => {
      if (word !== undefined) return entities[word] ?? all;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
    },
  );
}
