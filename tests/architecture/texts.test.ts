import { expect, test } from "vitest";
import { readTexts } from "#scripts/texts/read-texts.ts";
import { isTest, listFiles, listSources, read } from "./source-files.ts";

const texts = listSources()
  .filter((path) => /^app\/(?:routes|ui|player|domains\/[^/]+\/[^/]+\/ui)\//.test(path))
  .filter((path) => !isTest(path))
  .flatMap((path) => readTexts(path, read(path)))
  // Inserted values are not part of the text.
  .map(({ path, line, words }) => ({ place: `${path}:${line}`, words: words.replace(/\{[^{}]*\}/g, "{}") }));

/** Words that pages do not use, and their replacements. */
const instead: [RegExp, string][] = [
  [/\b(?:some|any|every|no)body\b/i, "someone, anyone, everyone, no one"],
  [/\bwho(?:m|ever)\b/i, "who, anyone who"],
  [/\b(?:begin\w*|began|begun)\b/i, "start"],
  [/\bat once\b/i, "now, immediately"],
  [/\bby (?:itself|themselves)\b/i, "automatically"],
  [/\bstands?\b/i, "appears, is shown"],
  [/\bnotices?\b/i, "notification"],
  [/\bprograms?\b/i, "software, app"],
  [/\bmail(?:s|ed|ing)?\b/i, "email"],
  [/\baudio test\b/i, "stream test"],
];

/** Fixed words of the product. */
const fixed = ["BEGIN STREAM TEST", "STOP AUDIO TEST", "Run an Audio Test"];

/** A long text may repeat a text of a page. */
const longTexts = listFiles("app/content/*.md").flatMap((path) =>
  read(path)
    .split("\n")
    .map((line, index) => ({ place: `${path}:${index + 1}`, words: line.replace(/\{%.*?%\}/g, "{}") })),
);

/** Texts of the server: errors, emails, notifications, descriptions of calls. A sentence starts with a capital. */
const said = listSources()
  .filter((path) => /^(?:app\/(?:errors\.ts|domains\/(?!.*\/ui\/))|workers\/|durable-objects\/)/.test(path))
  .filter((path) => !isTest(path))
  .flatMap((path) => readTexts(path, read(path)))
  .filter(({ words }) => /^[\p{Lu}{“][^/]* [^/]* /u.test(words))
  .map(({ path, line, words }) => ({ place: `${path}:${line}`, words: words.replace(/\{[^}]*\}/g, "{}") }));

test("pages, long texts and the server use plain English", () => {
  const found = [...texts, ...longTexts, ...said].flatMap(({ place, words }) =>
    instead
      .filter(([pattern]) => pattern.test(words) && !fixed.some((text) => words.includes(text)))
      .map(([, better]) => `${place} ${words} (${better})`),
  );
  expect(found).toEqual([]);
});

test("no text of five words or more is written twice", () => {
  const places = Map.groupBy(
    texts.filter(({ words }) => (words.match(/[\p{L}’']+/gu) ?? []).length >= 5),
    ({ words }) => words.replace(/\.$/, ""),
  );
  const twice = [...places].filter(([, all]) => all.length > 1);
  expect(twice.map(([words, all]) => [words, ...all.map(({ place }) => place)])).toEqual([]);
});

test("texts are found in every kind of source code", () => {
  const code = `
    const title = "Leave Without Saving?";
    const row = "flex gap-2 border-b";
    const hint = count === 1 ? "One week" : \`Up to \${max} weeks\`;
    export const Page = () => (
      <p aria-label="About this page" className="text-14 text-ink-2">
        Hello <b>{name}</b>, welcome
        back.
      </p>
    );`;
  expect(readTexts("app/routes/page/page.tsx", code).map(({ kind, words }) => [kind, words])).toEqual([
    ["string", "Leave Without Saving?"],
    ["string", "One week"],
    ["string", "Up to {max} weeks"],
    ["aria-label", "About this page"],
    ["text", "Hello {name}, welcome back."],
  ]);
});
