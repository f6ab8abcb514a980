/** The text of a piece of source, with braces for placeholders. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** The name of a property, an attribute, a variable or a called function. */
export function propertyName(node: Node | null | undefined): string {
  if (node == null) return "";
  const named = node as { name?: unknown; key?: Node; id?: Node; property?: Node; value?: unknown };
  switch (node.type) {
    case "Identifier":
    case "JSXIdentifier":
    case "PrivateIdentifier":
      return String(named.name);
    case "JSXAttribute":
      return propertyName(named.name as Node);
    case "Property":
    case "PropertyDefinition":
      return propertyName(named.key);
    case "VariableDeclarator":
      return propertyName(named.id);
    case "MemberExpression":
      return propertyName(named.property);
    case "ChainExpression":
      return propertyName(node.expression as Node);
    case "TSNonNullExpression":
    case "AwaitExpression":
      return propertyName((node.expression ?? node.argument) as Node);
    case "Literal":
      return String(named.value);
    default:
      return "";
  }
}

/** `{name}` for a placeholder, `[one|other]` for alternatives. */
export function wordsOf(node: Node): string {
  switch (node.type) {
    case "Literal":
      return typeof node.value === "string" ? node.value : `{${String(node.value)}}`;
    case "TemplateLiteral": {
      const quasis = node.quasis as { value: { cooked: string } }[];
      const filled = (node.expressions as Node[]).map(wordsOf);
      return quasis.map(({ value }, index) => value.cooked + (filled[index] ?? "")).join("");
    }
    case "ConditionalExpression":
      return `[${wordsOf(node.consequent as Node)}|${wordsOf(node.alternate as Node)}]`;
    case "LogicalExpression":
      return `[${wordsOf(node.right as Node)}]`;
    case "JSXExpressionContainer":
    case "TSAsExpression":
    case "ParenthesizedExpression":
      return wordsOf(node.expression as Node);
    case "JSXEmptyExpression":
      return "";
    case "JSXElement":
    case "JSXFragment":
      return wordsOfElement(node);
    case "CallExpression": {
      const name = propertyName(node.callee as Node);
      const texts = (node.arguments as Node[])
        .filter(({ type, value }) => type === "Literal" && typeof value === "string")
        .map(({ value }) => String(value));
      const isCount = name === "countOf" || name === "wordFor";
      return isCount && texts.length === 2 ? `{${name} ${texts.join("/")}}` : `{${name}()}`;
    }
    default:
      return `{${propertyName(node)}}`;
  }
}

function wordsOfElement(element: Node): string {
  const children = element.children as Node[];
  const words = wordsOfChildren(children);
  if (words !== "") return words;
  const opening = element.openingElement as { name: Node } | undefined;
  return `{${opening === undefined ? "" : propertyName(opening.name)}}`;
}

export function wordsOfChildren(children: readonly Node[]): string {
  return children
    .map((child) => (child.type === "JSXText" ? decode(String(child.value)) : wordsOf(child)))
    .join("")
    .trim();
}

/**
 * Decodes text as in JSX: line breaks with the space around them are removed at the edges, and become one space inside.
 */
function decode(text: string): string {
  const lines = text.split("\n");
  return lines
    .map((line, index) => (index === 0 ? line : line.trimStart()))
    .map((line, index) => (index === lines.length - 1 ? line : line.trimEnd()))
    .filter((line) => line !== "")
    .join(" ")
    .replaceAll("&amp;", "&")
    .replaceAll("&nbsp;", "\u00a0");
}
