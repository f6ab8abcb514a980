/** Results of a bench, as tables for people: printed as it goes, kept in results.md. */
import { readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";

export interface Figure {
  what: string;
  value: string;
  /** The required value, where someone said it. */
  aim?: string;
}

export interface Chapter {
  /** Also the name by which it is asked for. */
  name: string;
  title: string;
  /** The method of measurement: a sentence or two. */
  method: string;
  figures: Figure[];
  /** Markdown below the figures, without headings. */
  closing?: string;
  /** Reasons why the figures must not be trusted, if any. */
  voidBecause: string[];
}

const resultsFile = new URL("results.md", import.meta.url);

export function toText(chapter: Chapter): string {
  const rows = chapter.figures.map(({ what, value, aim = "" }) => `| ${what} | ${value} | ${aim} |`);
  const closing = chapter.closing === undefined ? "" : `\n${chapter.closing}\n`;
  const warning = chapter.voidBecause.map((reason) => `**Void:** ${reason}\n\n`).join("");
  return `## ${chapter.title}\n\n${chapter.method}\n\n${warning}| | measured | aim |\n|---|---|---|\n${rows.join("\n")}\n${closing}`;
}

/** Replaces the chapters that were run and keeps the others. */
export async function writeResults(chapters: readonly Chapter[]): Promise<void> {
  const kept = await readChapters();
  for (const chapter of chapters) kept.set(chapter.title, toText(chapter));
  const machine = `${cpus().length} cores, ${cpus()[0]?.model ?? "unknown"}, Node ${process.version}`;
  const head = `# Bench results\n\nWritten by \`npm run bench\`; ${machine}. Everything (encoders, server, browser or listeners) runs on this one machine.\n\n`;
  await writeFile(resultsFile, head + [...kept.values()].join("\n"));
}

async function readChapters(): Promise<Map<string, string>> {
  const text = await readFile(resultsFile, "utf8").catch(() => "");
  const parts = text.split(/^(?=## )/m).filter((part) => part.startsWith("## "));
  return new Map(parts.map((part) => [part.slice(3, part.indexOf("\n")), `${part.trimEnd()}\n`]));
}

export const ms = (value: number): string => `${value.toFixed(0)} ms`;
export const times = (value: number): string => `${value.toFixed(1)} ×`;
export const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;
