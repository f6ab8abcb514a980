import Markdoc, { type Node } from "@markdoc/markdoc";
import type { LongText, Piece, TextSection } from "#app/content/long-text.ts";

const fields = ["title", "lead", "description", "asOf"] as const;

/**
 * Reads one text: `key: value` lines between `---`, then sections `## Title {% #id %}` and parts `### Title {% #id %}`.
 * Supports paragraphs, lists, bold, code, blocks of code and links, slots `{% $name %}`, and `{% if $name %}…{% else /%}…{% /if %}`.
 * Throws at anything else, with the line.
 */
export function readText(source: string): LongText {
  const document = Markdoc.parse(source);
  const text: LongText = { ...readFields(String(document.attributes.frontmatter ?? "")), sections: [] };
  let section: TextSection | undefined;
  for (const node of document.children) {
    if (node.type === "heading" && node.attributes.level === 2) {
      section = readHeading(node);
      text.sections.push(section);
    } else if (section === undefined) {
      throw fault(node, "stands before the first section");
    } else if (node.type === "heading" && node.attributes.level === 3) {
      section.parts.push(readHeading(node));
    } else {
      (section.parts.at(-1) ?? section).body.push(...readPieces(node));
    }
  }
  return text;
}

function readFields(lines: string): Omit<LongText, "sections"> {
  const read: Partial<Record<(typeof fields)[number], string>> = {};
  for (const line of lines.split("\n")) {
    const [, key = "", value = ""] = /^(\w+): (.+)$/.exec(line) ?? [];
    const field = fields.find((each) => each === key);
    if (field === undefined) throw new Error(`"${line}" is no field of a text`);
    read[field] = value;
  }
  const { title, lead, ...others } = read;
  if (title === undefined || lead === undefined) throw new Error("A text has a title and a lead");
  return { title, lead, ...others };
}

function readHeading(node: Node): TextSection {
  const title = joined(childrenOf(node)).map((piece) => {
    if (typeof piece !== "string") throw fault(node, "has more than words");
    return piece.trim();
  });
  const { id } = node.attributes;
  if (typeof id !== "string") throw fault(node, "has no id");
  return { id, title: title.join(""), body: [], parts: [] };
}

function readPieces(node: Node): Piece[] {
  switch (node.type) {
    case "inline":
      return childrenOf(node);
    case "text":
      return [readWords(node)];
    case "softbreak":
      return [" "];
    case "code":
      return [["code", [String(node.attributes.content)]]];
    case "fence":
      return [["pre", String(node.attributes.content).trimEnd()]];
    case "strong":
      return [["b", joined(childrenOf(node))]];
    case "link":
      return [["a", String(node.attributes.href), joined(childrenOf(node))]];
    case "list":
      return [["ul", childrenOf(node)]];
    case "item":
      return [["li", joined(childrenOf(node))]];
    case "paragraph": {
      const content = joined(childrenOf(node));
      const [only] = content;
      // A slot that is a whole paragraph is a block.
      return content.length === 1 && only?.[0] === "slot" ? [only] : [["p", content]];
    }
    case "tag":
      return [readCondition(node)];
    default:
      throw fault(node, `is a ${node.type}, which texts do not use`);
  }
}

function readWords(node: Node): Piece {
  const { content } = node.attributes;
  if (Markdoc.Ast.isVariable(content)) return ["slot", nameOf(content)];
  if (typeof content !== "string" || content.includes("{%")) throw fault(node, "cannot be read");
  return content;
}

function readCondition(node: Node): Piece {
  const { primary } = node.attributes;
  if (node.tag !== "if" || !Markdoc.Ast.isVariable(primary)) throw fault(node, "is no condition");
  const at = node.children.findIndex(({ tag }) => tag === "else");
  const until = at === -1 ? node.children.length : at;
  const filled = node.children.slice(0, until).flatMap(readPieces);
  const empty = node.children.slice(until + 1).flatMap(readPieces);
  return ["if", nameOf(primary), joined(filled), joined(empty)];
}

const nameOf = (variable: { path: unknown[] }) => variable.path.join(".");

const childrenOf = (node: Node): Piece[] => node.children.flatMap(readPieces);

/** Joins consecutive pieces of plain text. */
function joined(pieces: Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (typeof piece === "string" && typeof last === "string") all[all.length - 1] = last + piece;
    else all.push(piece);
  }
  return all;
}

const fault = (node: Node, what: string) =>
  new Error(`Line ${(node.location?.start.line ?? 0) + 1}: a ${node.tag ?? node.type} ${what}.`);
