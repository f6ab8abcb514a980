import { expect, test } from "vitest";
import { isTest, listFiles, listSources, read } from "./source-files.ts";

/** Files that declare the words of the calls and of the socket frames. */
const isWire = (path: string) =>
  /\/(calls|contract)(\/|\.ts$)|\/live\/(protocol|set-updates)\.ts$|-protocol\.ts$/.test(path);

/** Lines of these sources that declare a call or socket word outside of those files. */
function findDeclared(pattern: string, word: RegExp, isMeant = (_path: string) => true): string[] {
  return listFiles(pattern)
    .filter((path) => !isTest(path) && !isWire(path) && isMeant(path))
    .flatMap((path) =>
      read(path)
        .split("\n")
        .flatMap((line, index) => (word.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
    );
}

test("times are named startsAt and endsAt, except in call and socket types", () => {
  const word = /\b(startTime|endTime)\??: (number|string)\b/;
  expect([
    ...findDeclared("app/**/*.{ts,tsx}", word),
    ...findDeclared("db/**/*.ts", word),
    ...findDeclared("durable-objects/**/*.ts", word),
    ...findDeclared("workers/**/*.ts", word),
  ]).toEqual([]);
});

test("a stage is named stage, except in call and socket types", () => {
  const isInside = (path: string) => !path.includes("/ui/");
  expect(findDeclared("app/domains/**/*.ts", /\broom\??: string\b/, isInside)).toEqual([]);
});

test("error codes are in lower case with hyphens", () => {
  const word = /\b(AppError|RoomError|rejectAll)\([^)]*"[A-Z]+(_[A-Z]+)*"|\bcode: "[^"]*[A-Z_][^"]*"/;
  // A fault of a sound is not an error: its codes are the keys of the help pages.
  const isFailure = (path: string) => !path.endsWith("/encoder-faults.ts");
  expect([
    ...findDeclared("app/**/*.{ts,tsx}", word, isFailure),
    ...findDeclared("durable-objects/**/*.ts", word),
    ...findDeclared("workers/**/*.ts", word),
  ]).toEqual([]);
});

test("what people read is a text, who is told is notified, and what a part needs are its dependencies", () => {
  const word =
    /\b(function|const|interface|class|type) (tell[A-Z]\w*|\w+InWords)\b|\binterface \w+Parts\b.*\{/;
  const isOther = (path: string) => !/(^|\/)(parts|line-parts)\.ts$/.test(path);
  const declared = ["packages", "app", "db", "durable-objects", "workers", "container"].flatMap((folder) =>
    listFiles(`${folder}/**/*.{ts,tsx}`).filter((path) => !isTest(path) && isOther(path)),
  );
  const found = declared.flatMap((path) =>
    read(path)
      .split("\n")
      .filter((line) => word.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test("a docstring begins with a verb or a noun, not with a clause or a preposition", () => {
  const clause =
    "What|How|Where|When|Who|Whose|Whom|Why|Which|That|If|Once|Whatever|Whoever|Wherever|Whenever";
  const preposition =
    "Of|In|By|From|For|At|After|Before|With|Without|Within|Between|To|On|As|Since|Until|Over|Beside|Behind";
  const start = new RegExp(String.raw`/\*\*\s+(?:\*\s+)?(?:${clause}|${preposition})\b.*`, "g");
  const found = listSources().flatMap((path) =>
    [...read(path).matchAll(start)].map(([text]) => `${path}: ${text.replace(/^[\s/*]+/, "")}`),
  );
  expect(found).toEqual([]);
});
