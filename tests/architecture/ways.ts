/** The ways through the code that docs/architecture.md lists, and what is wrong with them. */
import type { Import } from "./imports.ts";

export interface Step {
  path: string;
  text: string;
  /** Files that are called here and return. */
  called: string[];
  /** The file that declares what crosses to another thread, process or machine before this step; otherwise null. */
  contract: string | null;
}

export interface Way {
  name: string;
  steps: Step[];
}

const stepLine = /^(\d+)\. `([^`]+)`: (\S.*)$/;
const calledLine = /^ {3,4}- `([^`]+)`: \S/;
const crossingLine = /^— .+: `([^`]+)` —$/;

/** Parses a section with a way below each of its headings. Throws for a line that is none of the forms. */
export function readWays(section: string): Way[] {
  return section
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const [name = "", ...lines] = part.split("\n");
      return { name, steps: readSteps(lines.filter((line) => line !== "")) };
    });
}

function readSteps(lines: readonly string[]): Step[] {
  const steps: Step[] = [];
  let contract: string | null = null;
  for (const line of lines) {
    const [, number, path, text = ""] = stepLine.exec(line) ?? [];
    const called = calledLine.exec(line)?.[1];
    const crossing = crossingLine.exec(line)?.[1];
    if (path !== undefined && Number(number) === steps.length + 1) {
      steps.push({ path, text, called: [], contract });
      contract = null;
    } else if (called !== undefined && contract === null) steps.at(-1)?.called.push(called);
    else if (crossing !== undefined && steps.length > 0) contract = crossing;
    else throw new Error(`Neither the next step nor a crossing: ${line}`);
  }
  if (contract !== null) throw new Error(`No step after the crossing of ${contract}`);
  return steps;
}

/**
 * Pattern of a step's sentence that names what the next file gives it, where the next file imports the step and not the
 * reverse.
 */
const given = /\b(callback|interface)\b/;

/** Sentences about a way that cannot be followed from its first file to its last. */
export function problemsOf({ steps }: Way, files: ReadonlySet<string>, imports: readonly Import[]): string[] {
  const links = new Set(imports.map(({ from, to }) => `${from} → ${to}`));
  const imported = (from: string, to: string) => links.has(`${from} → ${to}`);
  const named = steps.flatMap(namedAt);
  const contracts = steps.flatMap(({ contract }) => contract ?? []);
  return [
    ...[...named, ...contracts].filter((path) => !files.has(path)).map((path) => `${path} does not exist`),
    ...named.filter((path, index) => named.indexOf(path) < index).map((path) => `${path} is there twice`),
    ...steps.flatMap((_, index) => problemsBefore(steps, index, imported)),
    ...steps.flatMap(({ path, called }) =>
      called
        .filter((to, at) => ![path, ...called.slice(0, at)].some((from) => imported(from, to)))
        .map((to) => `${path} does not call ${to}`),
    ),
  ];
}

const namedAt = ({ path, called }: Step) => [path, ...called];

function problemsBefore(
  steps: readonly Step[],
  index: number,
  imported: (from: string, to: string) => boolean,
): string[] {
  const [before, step] = [steps[index - 1], steps[index]];
  if (before === undefined || step === undefined) return [];
  const { contract } = step;
  if (contract === null) {
    if (imported(before.path, step.path)) return [];
    if (!imported(step.path, before.path)) return [`${before.path} and ${step.path} have no import`];
    return given.test(before.text) ? [] : [`${before.path} does not say what ${step.path} gives it`];
  }
  const sides = { before: steps.slice(0, index), after: steps.slice(index) };
  return Object.entries(sides)
    .filter(([, side]) => !side.flatMap(namedAt).some((path) => imported(path, contract)))
    .map(([side]) => `no file ${side} the crossing to ${step.path} imports ${contract}`);
}
