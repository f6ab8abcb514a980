/** The labels of Audacity and of programs that share its format: start, end and text, with tabs, in seconds. */
import { type HistoryEntry, type HistoryFile, named, toHistoryFile } from "./history-file.ts";
import { linesOf, tidySpaces } from "./lines.ts";
import { nameSplitter } from "./split-names.ts";

const secondMs = 1_000;
const label = /^(\d{1,7}[.,]\d{1,9})\t(?:(\d{1,7}[.,]\d{1,9})\t)?(.*)$/u;
/** A second line of a label that is about frequencies. */
const isOfFrequency = (line: string) => line.startsWith("\\");

export function areAudacityLabels(text: string): boolean {
  const lines = linesOf(text.slice(0, 20_000)).filter((line) => !isOfFrequency(line));
  return lines.length > 0 && lines.filter(isLabel).length * 10 >= lines.length * 9;
}

/** True for a label; without text, the tab before it is missing. */
const isLabel = (line: string) => label.test(line) || label.test(`${line}\t`);

export function parseAudacityLabels(text: string): HistoryFile {
  const unread: string[] = [];
  const labels = linesOf(text).flatMap((line) => {
    const found = label.exec(line) ?? label.exec(`${line}\t`);
    if (found === null && !isOfFrequency(line)) unread.push(line);
    return found === null ? [] : { from: found[1] ?? "", to: found[2], words: tidySpaces(found[3] ?? "") };
  });
  const split = nameSplitter(labels.map(({ words }) => words));
  const entries = labels.map(({ from, to, words }): HistoryEntry => {
    const { artist, title } = split(words);
    const [start, end] = [inMs(from), inMs(to ?? from)];
    return { ...named(artist, title), offsetMs: start, playedMs: end > start ? end - start : null };
  });
  return toHistoryFile("audacity-labels", null, entries, { unread });
}

const inMs = (seconds: string) => Math.round(Number(seconds.replace(",", ".")) * secondMs);
