/** Every regular expression of the product: literals from the parsed sources, built ones by loading their modules. */
import { parseSync } from "vite";
import { isTest, listSources, read } from "./source-files.ts";

export interface Pattern {
  /** File and line, or the file alone of a pattern that is built when its module loads. */
  place: string;
  source: string;
  flags: string;
}

export interface Found {
  literals: Pattern[];
  /** Number of times that `new RegExp` is written there. */
  built: number;
}

/** All patterns of the product itself, by file: a test chooses its own texts. */
export function scanProduct(): Map<string, Found> {
  const paths = listSources().filter((path) => !isTest(path));
  return new Map(paths.map((path) => [path, patternsOf(path, read(path))]));
}

export function patternsOf(path: string, code: string): Found {
  const { program, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const found: Found = { literals: [], built: 0 };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== "object" || node === null) return;
    const { type, regex, callee, start } = node as Partial<{
      type: string;
      regex: { pattern: string; flags: string };
      callee: { name?: string };
      start: number;
    }>;
    if (type === "Literal" && regex !== undefined) {
      const line = code.slice(0, start).split("\n").length;
      found.literals.push({ place: `${path}:${line}`, source: regex.pattern, flags: regex.flags });
    }
    if ((type === "NewExpression" || type === "CallExpression") && callee?.name === "RegExp") found.built++;
    for (const value of Object.values(node)) visit(value);
  };
  visit(program);
  return found;
}

/** The patterns that these modules build while `load` imports them for the first time. */
export async function patternsBuiltBy(
  paths: readonly string[],
  load: (path: string) => Promise<unknown>,
): Promise<Pattern[]> {
  const patterns: Pattern[] = [];
  const Original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, words: [string, string?]) {
      const pattern = new target(...words);
      const stack = new Error().stack ?? "";
      // One of them may import another.
      const place = paths.find((path) => stack.split("\n")[2]?.includes(path));
      if (place !== undefined) patterns.push({ place, source: pattern.source, flags: pattern.flags });
      return pattern;
    },
  });
  try {
    for (const path of paths) await load(path);
  } finally {
    globalThis.RegExp = Original;
  }
  return patterns;
}
