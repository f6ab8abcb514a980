/** The text of HTML from elsewhere, for one line. It is not checked: pages show it as text, never as HTML. */

import { decodeEntities } from "./entities.ts";

/** Their content is not shown. */
const unseen: ReadonlySet<string> = new Set(["script", "style", "template", "textarea", "title"]);
/** Elements that begin a line of their own. */
const lines: ReadonlySet<string> = new Set(
  "br dd div dl dt h1 h2 h3 h4 hr li ol p table tbody td th tr ul".split(" "),
);

export function textOfHtml(html: string): string {
  // Letters of other scripts may become two, which would move what follows.
  const small = html.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  let text = "";
  /** The element that hides those in it, and how many of its name are open. */
  let [hiding, depth] = ["", 0];
  for (let at = 0; at < html.length; ) {
    const tag = tagAt(small, at);
    if (tag === null) {
      const next = html.indexOf("<", at + 1);
      const end = next === -1 ? html.length : next;
      if (depth === 0) text += html.slice(at, end);
      at = end;
      continue;
    }
    const { name, isEnd, isHidden } = tag;
    if (depth === 0 && isHidden) [hiding, depth] = [name, 1];
    else if (depth > 0 && name === hiding) depth += isEnd ? -1 : 1;
    if (lines.has(name)) text += " ";
    at = unseen.has(name) && !isEnd ? startOf(small, `</${name}`, tag.end) : tag.end;
  }
  return decodeEntities(text);
}

interface Tag {
  /** Empty for a comment. */
  name: string;
  isEnd: boolean;
  isHidden: boolean;
  /** Start of the text after it. */
  end: number;
}

/** Null where text begins. One that is not closed lasts to the end. */
function tagAt(small: string, at: number): Tag | null {
  if (small.startsWith("<!--", at))
    return { name: "", isEnd: false, isHidden: false, end: after(small, "-->", at + 4) };
  if (!/^<[/a-z]/.test(small.slice(at, at + 2))) return null;
  const end = after(small, ">", at);
  const inside = small.slice(at + 1, end);
  const isEnd = inside.startsWith("/");
  const [name = ""] = /^[a-z\d]*/.exec(isEnd ? inside.slice(1) : inside) ?? [];
  const isHidden = !isEnd && inside.replace(/\s/g, "").includes("display:none");
  return { name, isEnd, isHidden, end };
}

/** The place of the next `mark`, or the end. */
function startOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? text.length : at;
}

/** The place behind it. */
const after = (text: string, mark: string, from: number): number =>
  Math.min(text.length, startOf(text, mark, from) + mark.length);
