/** A strict reader of XML documents without a doctype: what is not well-formed throws. */

export interface XmlNode {
  name: string;
  attributes: Record<string, string>;
  /** Its own text, without that of its children. */
  text: string;
  children: XmlNode[];
}

const token = /<\?xml[^?]*\?>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Returns the root element. */
export function readXml(document: string): XmlNode {
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(document))
    throw new Error("a character that XML does not allow");
  const top: XmlNode = { name: "", attributes: {}, text: "", children: [] };
  const open = [top];
  token.lastIndex = 0;
  while (token.lastIndex < document.length) {
    const at = token.lastIndex;
    const found = token.exec(document);
    if (found === null) throw new Error(`not well-formed at: ${document.slice(at, at + 80)}`);
    const [, closed, name, attributes = "", isEmpty, text] = found;
    const parent = open.at(-1) ?? top;
    if (closed !== undefined && open.pop()?.name !== closed) throw new Error(`unexpected </${closed}>`);
    if (text !== undefined) parent.text += decode(text);
    if (name === undefined) continue;
    const node = { name, attributes: attributesOf(attributes), text: "", children: [] };
    parent.children.push(node);
    if (isEmpty === "") open.push(node);
  }
  const [root, ...more] = top.children;
  if (root === undefined || more.length > 0 || open.length !== 1) throw new Error("not one closed element");
  return root;
}

/** The children of this name. */
export const childrenOf = (node: XmlNode, name: string): XmlNode[] =>
  node.children.filter((child) => child.name === name);

/** The only child of this name. */
export function childOf(node: XmlNode, name: string): XmlNode {
  const [child, ...more] = childrenOf(node, name);
  if (child === undefined || more.length > 0)
    throw new Error(`${more.length + 1} of ${name} in ${node.name}`);
  return child;
}

function attributesOf(text: string): Record<string, string> {
  const pairs = Array.from(text.matchAll(/([\w:.-]+)="([^"]*)"/g), ([, name = "", value = ""]) => [
    name,
    decode(value),
  ]);
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) throw new Error(`twice in ${text}`);
  return Object.fromEntries(pairs);
}

function decode(text: string): string {
  return text.replace(/&([^;]*)(;?)/g, (whole, name: string, end: string) => {
    const character = entities[name];
    if (character === undefined || end === "") throw new Error(`no entity: ${whole}`);
    return character;
  });
}
