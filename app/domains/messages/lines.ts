import { cleanText } from "../stages/live/rules.ts";

/** What somebody writes as others may see it: its lines, with one empty one between them at most, each clean. */
export function cleanLines(text: string): string {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/u).map(cleanText);
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
