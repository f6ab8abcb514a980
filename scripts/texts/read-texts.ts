/** Every text of the application that a user can read or hear, found in the parsed sources. */
import { parseSync } from "vite";
import { looksLikeWords } from "./looks-like-words.ts";
import { type Node, propertyName, wordsOf, wordsOfChildren } from "./words-of.ts";

export interface Text {
  /** The folder that it belongs to: a page, a domain or a shared part. */
  area: string;
  path: string;
  line: number;
  /** `text` between tags, the name of an attribute or a property, or `string`. */
  kind: string;
  /** One sentence or label; placeholders are in braces, alternatives in brackets. */
  words: string;
}

/** Names whose values never are text, whatever they look like. */
const wordless =
  /^(?:class(?:Name|es)?|.*Class(?:Name|es)?|key|id|type|to|href|src|rel|role|htmlFor|d|viewBox|path|style|sizes|srcSet|media|pattern|timeZone|autoComplete|shape|tone|preserveAspectRatio|as|code|kind|event|method|property|httpEquiv|content-type|aria-(?:live|controls|labelledby|describedby|keyshortcuts|current|haspopup|autocomplete)|data-.*)$/i;

/** Calls whose strings are selectors, names, classes, or text for developers. */
const wordlessCalls =
  /^(?:clsx|cva|twMerge|defineCall|route|layout|index|RegExp|Error|TypeError|URL|fetch|require|matchMedia|get\w*|set(?:Attribute|Item|Property)|querySelector(?:All)?|closest|matches|(?:add|remove)EventListener|createElement\w*|join|split|startsWith|endsWith|includes|replace(?:All)?|indexOf|has|log|warn|error|debug|DateTimeFormat|NumberFormat)$/;

/** `LIVE`; a string in capitals without a name is a code. */
const isBadge = /^\p{Lu}{3,}$/u;

export function readTexts(path: string, code: string): Text[] {
  const { program, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const texts: Text[] = [];
  const add = (node: Node, kind: string, words: string) => {
    const line = code.slice(0, node.start).split("\n").length;
    texts.push({ area: areaOf(path), path, line, kind, words });
  };
  visit(program as unknown as Node, "string", add);
  return texts;
}

type Add = (node: Node, kind: string, words: string) => void;

function visit(node: Node, kind: string, add: Add): void {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportAllDeclaration":
    case "ImportExpression":
    case "TSLiteralType":
    case "SwitchCase":
    case "TSEnumDeclaration":
      if (node.type === "SwitchCase") visitAll(node.consequent, kind, add);
      return;
    case "JSXElement":
    case "JSXFragment":
      return visitElement(node, add);
    case "JSXAttribute":
    case "Property":
    case "PropertyDefinition":
    case "VariableDeclarator": {
      const name = propertyName(node);
      if (wordless.test(name)) return;
      const value = (node.type === "VariableDeclarator" ? node.init : node.value) as Node | null;
      if (value) visit(value, node.type === "VariableDeclarator" ? kind : name, add);
      return;
    }
    case "CallExpression":
    case "NewExpression":
      if (wordlessCalls.test(propertyName(node.callee as Node))) return;
      visitAll(node.callee, kind, add);
      return visitAll(node.arguments, kind, add);
    case "BinaryExpression":
      if (node.operator !== "+") return;
      break;
    case "MemberExpression":
      return visitAll(node.object, kind, add);
    case "TaggedTemplateExpression":
      return;
    case "Literal":
    case "TemplateLiteral": {
      const words = wordsOf(node);
      if (looksLikeWords(words) || (kind !== "string" && isBadge.test(words))) add(node, kind, words);
      if (node.type === "TemplateLiteral") visitAll(node.expressions, kind, add);
      return;
    }
  }
  for (const [key, value] of Object.entries(node)) {
    if (key !== "typeAnnotation" && key !== "typeArguments" && key !== "parent") visitAll(value, kind, add);
  }
}

function visitAll(value: unknown, kind: string, add: Add): void {
  if (Array.isArray(value)) for (const item of value) visitAll(item, kind, add);
  else if (typeof value === "object" && value !== null && "type" in value) visit(value as Node, kind, add);
}

/** An element with text of its own is one sentence with everything inside; others are searched. */
function visitElement(element: Node, add: Add): void {
  const children = element.children as Node[];
  const opening = element.openingElement as Node | undefined;
  if (opening !== undefined) visitAll(opening.attributes, "string", add);
  const hasText = children.some((child) => child.type === "JSXText" && /\p{L}/u.test(String(child.value)));
  if (!hasText) {
    for (const child of children) visit(child, "text", add);
    return;
  }
  const first = children.find((child) => child.type !== "JSXText" || String(child.value).trim() !== "");
  add(first ?? element, "text", wordsOfChildren(children));
  for (const child of children) visitInside(child, add);
}

/** The attributes of what is inside a sentence, without what the sentence already contains. */
function visitInside(node: Node, add: Add): void {
  if (node.type !== "JSXElement" && node.type !== "JSXFragment") return;
  const opening = node.openingElement as Node | undefined;
  if (opening !== undefined) visitAll(opening.attributes, "string", add);
  for (const child of node.children as Node[]) visitInside(child, add);
}

/** `routes/inbox`, `domains/sets/ui`, `player`, `ui`. */
function areaOf(path: string): string {
  const [, top = "", ...rest] = path.split("/").slice(0, -1);
  if (top === "domains") return [top, rest[1], ...(rest[2] === "ui" ? ["ui"] : [])].join("/");
  return top === "routes" ? [top, rest[0]].join("/") : top || "app";
}
