/** The lines of a text without those that are empty; of a text that is no list, only the beginning. */
const maxLines = 60_000;
const maxLineLength = 4_000;

export function linesOf(text: string): string[] {
  const lines: string[] = [];
  let at = 0;
  while (at < text.length && lines.length < maxLines) {
    const end = nextBreak(text, at);
    const line = text.slice(at, Math.min(end, at + maxLineLength)).trim();
    if (line !== "") lines.push(line);
    at = end + 1;
  }
  return lines;
}

function nextBreak(text: string, at: number): number {
  for (let index = at; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 10 || code === 13) return index;
  }
  return text.length;
}

/** Returns the line with single spaces and tabs. */
export const tidySpaces = (line: string) =>
  line
    .replace(/[^\S\t]+/gu, " ")
    .replace(/(?: ?\t ?)+/gu, "\t")
    .trim();

/** A line between parts of a text: nothing in it is a letter or a digit. */
export const isRule = (line: string) => !/[\p{L}\p{N}]/u.test(line);
