/** A count and its noun agree for every count: `wordFor` and `countOf` of `app/ui/number.ts` do that. */
import { expect, test } from "vitest";
import { isTest, listSources, read } from "./source-files.ts";

const said = listSources()
  .filter((path) => /^(?:app|container|durable-objects|packages|workers)\//.test(path) && !isTest(path))
  .map((path) => ({ path, text: read(path) }));

/** `count === 1 ? "set" : "sets"`, `count > 1 ? "s" : ""`, and the same with a template. */
const chosenByHand = /[=!]== 1 \? ["`]|\? "" : "s"|\? "s" : ""/;

/** The nouns that are counted for users. */
const counted = [
  "message|listener|subscriber|favorite|cheer|play|listen|track|song|set|follower|performer|member|manager|request",
  "award|device|minute|hour|second|day|week|conversation|notice|user|other|report|participant|stage|result|gap|code",
].join("|");
const afterNumber = new RegExp(
  String.raw`\}(?:</[a-z]+>)? (?:new |unread |open |total |peak )?(?:${counted})s\b(?!=)`,
);

/** Lines where the number is not a count or is never one, with the reason. */
const others: [RegExp, string][] = [
  [/wordFor\(/, "what this is about"],
  [/[lL]imits\.\w+\} (?:days|participants)/, "a limit of more than one"],
  [/weeks/, "a series has two at least, and whoever says so has asked"],
  [/later \+ 1\} sets/, "two at least"],
  [/channels === 1/, "mono, stereo, and from three on a number"],
  [/ame\}(?:<\/bdi>)? (?:plays|listens) /, "what somebody does"],
  [/\{of\} performers/, "which performers"],
];

test("no plural beside a count is written by hand", () => {
  const found = said.flatMap(({ path, text }) =>
    text
      .split("\n")
      .map((line, index) => ({ line, place: `${path}:${index + 1}` }))
      .filter(({ line }) => !/^\s*(?:\*|\/\/)/.test(line))
      .filter(({ line }) => chosenByHand.test(line) || afterNumber.test(line))
      .filter(({ line }) => !others.some(([pattern]) => pattern.test(line)))
      .map(({ line, place }) => `${place} ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
