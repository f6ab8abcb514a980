import { expect, test } from "vitest";
import { readCommand } from "./command-line.ts";

test("a stage is created from its options", () => {
  expect(readCommand(["create-stage", "--name", "Roof Top", "--instant", "--manager", "theo"])).toEqual({
    name: "create-stage",
    body: { name: "Roof Top", instant: true, manager: "theo" },
    origin: undefined,
  });
});

test("times are numbers, and a deployed instance is named without its last slash", () => {
  const words = "create-set --stage s --performer p --start 1 --end 2 --name n --origin https://cue.example/";
  expect(readCommand(words.split(" "))).toEqual({
    name: "create-set",
    body: { stage: "s", performer: "p", start: 1, end: 2, name: "n" },
    origin: "https://cue.example",
  });
});

test.each([
  [["make-manager"], "one user"],
  [["make-performer", "ada"], "--type"],
  [["create-set", "--stage", "s"], "--performer"],
  [["create-set", "--stage", "s", "--performer", "p", "--start", "noon"], "whole number"],
  [["ban", "ada", "--loudly"], "--loudly"],
  [["constructor"], "no command"],
])("%j is refused with a word on what is wrong", (words, complaint) => {
  expect(() => readCommand(words)).toThrow(complaint);
});
