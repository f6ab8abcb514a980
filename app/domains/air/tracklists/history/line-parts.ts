/** The parts of a line in a list that a person or a small program has written: its number, its times and its name. */
import { isRule, tidySpaces } from "./lines.ts";

export interface LineTime {
  /** Hours, minutes and seconds, as many as there are; the last may have a fraction. */
  parts: number[];
  /** True with AM or PM: a time of the day. */
  isOfDay: boolean;
}

export interface LineParts {
  /** The line as it is written. */
  raw: string;
  number: number | null;
  start: LineTime | null;
  /** The time behind the first time, or at the end of the line. */
  end: LineTime | null;
  /** True where `end` is at the end of the line. */
  isEndLast: boolean;
  /** Played together with the track of the line before. */
  isTogether: boolean;
  name: string;
  /** The name with a time at its end. */
  nameAndEnd: string;
}

const clock = String.raw`\d{1,3}(?:[:：]\d{2}){1,3}(?:[.,]\d{1,3})?`;
const inWords = String.raw`\d{1,2}h ?\d{1,2}m?(?: ?\d{1,2}s)?|\d{1,3}m ?\d{2}s?|\d{1,3}['′’]\d{2}(?:["″”]|['′’]{2})?`;
const time = String.raw`(?:${clock}|${inWords})(?: ?[AaPp]\.?[Mm]\.?)?(?![\p{L}\p{N}:])`;
const timeAtStart = new RegExp(String.raw`^[[(<{]?(${time})[\])>}]?`, "u");
/** The minute alone, as 1001Tracklists writes it. */
const minuteAtStart = /^\[(\d{1,3})\]/u;
const unknownTime = /^\[?\?{1,3}(?::\?{1,3}){0,2}\]?(?= )/u;
const rangeEnd = new RegExp(String.raw`^ ?(?:[-–—→]|to|bis) ?[[(]?(${time})[\])]?`, "u");
const timeAtEnd = new RegExp(String.raw`[[(<{]?(?<![\p{L}\p{N}:.,])(${time})[\])>}]?$`, "u");
/** Signs without a space behind them belong to the name, unless they touch the time. */
const betweenTimeAndName = /^(?:\s?[:|•·>–—~.-]{1,3}\s|[:|•·>–—~.-]{1,3}|\s)/u;
const bullet = /^[•*▶►→‣◦·>+–—-] ?(?=\S)/u;
const link = /(?:https?:\/\/|www\.)\S+/giu;
const together = /^(?:w\/|with:|\+) ?/iu;
const maxLength = 600;

/** Returns the text without the signs that separate a name from what was behind it. */
function withoutSignsAtEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text[end - 1] ?? "")) end -= 1;
  return text.slice(0, end).trim();
}

/** Patterns of line numbers: `1.`, `01)`, `#1`, `01 - ` or `01 `. */
const numbers = [
  /^#?(\d{1,3})(?:[.)](?!\d{2}(?:\D|$))|:(?!\d)|(?= ?\[))\s*/u,
  /^(\d{1,3}) [-–—] /u,
  /^#?(\d{1,3})\s+(?=\S)/u,
] as const;

/** Null for a line between parts of the list, and for one that is only a link. */
export function partsOf(line: string, numbering: RegExp | null): LineParts | null {
  const unlinked = tidySpaces(line.slice(0, maxLength)).replace(link, "");
  const bare = withoutSignsAtEnd(unlinked, "|(–— -").replace(bullet, "");
  if (isRule(bare)) return null;
  const numbered = takeNumber(bare, numbering);
  const marked = numbered.rest.replace(unknownTime, "").trim();
  const found = timeAtStart.exec(marked) ?? minuteAtStart.exec(marked);
  const start = found === null ? null : readTime(found[1] ?? "", found[0] === `[${found[1]}]`);
  let rest = marked.slice(start === null ? 0 : (found?.[0].length ?? 0));
  const range = start === null ? null : rangeEnd.exec(rest);
  rest = rest.slice(range?.[0].length ?? 0);
  if (start !== null) rest = rest.replace(betweenTimeAndName, "");
  const again = numbered.number === null ? takeNumber(rest, numbering) : { number: numbered.number, rest };
  const last = range === null ? timeAtEnd.exec(again.rest) : null;
  const name =
    last === null ? again.rest.trim() : withoutSignsAtEnd(again.rest.slice(0, last.index), "|@–— -\t");
  const end = range?.[1] ?? last?.[1];
  return {
    raw: line,
    number: again.number,
    start,
    end: end === undefined ? null : readTime(end, false),
    isEndLast: last !== null,
    isTogether: together.test(name),
    name: name.replace(together, ""),
    nameAndEnd: again.rest.replace(together, "").trim(),
  };
}

/** Returns the pattern of the line numbers; null where the numbers are a part of what they say. */
export function findNumbering(lines: readonly string[]): RegExp | null {
  const maxLooked = 1_000;
  const bare = lines
    .slice(0, maxLooked)
    .map((line) => tidySpaces(line.slice(0, maxLength)).replace(bullet, ""));
  return numbers.find((pattern) => isNumbering(bare, pattern)) ?? null;
}

/** Most lines have a number, and it goes up by one. */
function isNumbering(lines: readonly string[], pattern: RegExp): boolean {
  const found = lines.flatMap((line) => {
    const { rest } = takeTime(line);
    const number =
      takeNumber(line, pattern).number ?? (rest === line ? null : takeNumber(rest, pattern).number);
    return number ?? [];
  });
  const steps = found.slice(1).filter((number, index) => number === (found[index] ?? 0) + 1).length;
  if (found.length === 1) return lines.length <= 2 && found[0] === 1;
  return found.length >= 2 && found.length * 2 >= lines.length && steps * 10 >= (found.length - 1) * 7;
}

function takeTime(line: string): { rest: string } {
  const found = timeAtStart.exec(line);
  return { rest: found === null ? line : line.slice(found[0].length).replace(betweenTimeAndName, "") };
}

function takeNumber(text: string, numbering: RegExp | null): { number: number | null; rest: string } {
  const found = numbering?.exec(text) ?? null;
  // `1:02` is a time, also where lines are numbered.
  if (found === null || /^\d{1,3}[:：]\d{2}/u.test(text)) return { number: null, rest: text };
  return { number: Number(found[1]), rest: text.slice(found[0].length) };
}

function readTime(text: string, isMinute: boolean): LineTime {
  const half = /([ap])\.?m\.?$/iu.exec(text)?.[1]?.toLowerCase();
  const parts = (text.match(/\d+(?:[.,]\d+)?/gu) ?? []).map((part) => Number(part.replace(",", ".")));
  if (isMinute && parts.length === 1) return { parts: [...parts, 0], isOfDay: false };
  // The fourth are frames.
  const told = parts.slice(0, 3);
  if (/h/iu.test(text) && told.length === 2) told.push(0);
  if (half !== undefined) told[0] = ((told[0] ?? 0) % 12) + (half === "p" ? 12 : 0);
  return { parts: told, isOfDay: half !== undefined };
}
