import { expect, test } from "vitest";
import { readCommand } from "./command-line.ts";

test("a stage is created from its options", () => {
  expect(readCommand(["create-stage", "--name", "Roof Top", "--instant", "--manager", "theo"])).toEqual({
    call: "create-stage",
    body: { name: "Roof Top", instant: true, manager: "theo" },
    origin: undefined,
  });
});

test("times are numbers, and a deployed instance's address has no trailing slash", () => {
  const words = "create-set --stage s --performer p --start 1 --end 2 --name n --origin https://cue.example/";
  expect(readCommand(words.split(" "))).toEqual({
    call: "create-set",
    body: { stage: "s", performer: "p", start: 1, end: 2, name: "n" },
    origin: "https://cue.example",
  });
});

test("an instance's address that is none is refused with what is wanted", () => {
  expect(() => readCommand(["reports", "--origin", "cue.example"])).toThrow("--origin wants an address");
});

test("a report is settled by its id, and lists need no arguments", () => {
  expect(readCommand(["settle-report", "r1", "--outcome", "banned"])).toMatchObject({
    call: "settle",
    body: { report: "r1", outcome: "banned" },
  });
  expect(readCommand(["reports", "--all"])).toMatchObject({ call: "reports", body: { all: true } });
  expect(readCommand(["feedback"])).toMatchObject({ call: "feedback", body: {} });
});

test("an announcement is any number of words, and is retracted by its number", () => {
  const said = { call: "announce", body: { message: "We move on Sunday." } };
  expect(readCommand(["announce", "We move on Sunday."])).toMatchObject(said);
  expect(readCommand("announce We move on Sunday.".split(" "))).toMatchObject(said);
  expect(readCommand(["retract-announcement", "3"])).toMatchObject({ body: { number: 3 } });
});

test("the details of a song or label are options, and an empty one clears its field", () => {
  const song = ["describe-track", "01J", "--album", "Last Stop", "--label", "Night Bus", "--art", ""];
  expect(readCommand(song)).toMatchObject({
    call: "describe-track",
    body: { track: "01J", album: "Last Stop", label: "Night Bus", art: "" },
  });
  const label = ["describe-label", "Night Bus", "--url", "https://a.example", "--url", "https://b.example"];
  expect(readCommand(label)).toMatchObject({
    body: { label: "Night Bus", urls: ["https://a.example", "https://b.example"] },
  });
});

test("the picture of an artist is removed by a name, which is one argument", () => {
  expect(readCommand(["remove-artist-picture", "Ana Mo"])).toMatchObject({
    call: "remove-artist-picture",
    body: { artist: "Ana Mo" },
  });
  expect(() => readCommand(["remove-artist-picture", "Ana", "Mo"])).toThrow("one artist");
});

test("acts about tokens have their reason, and a decision is one of two", () => {
  expect(readCommand(["grant-tokens", "ada", "50", "--reason", "Won the contest"])).toMatchObject({
    call: "tokens/grant",
    body: { user: "ada", amount: 50, reason: "Won the contest" },
  });
  expect(readCommand(["decide-token-act", "a1", "--approve"])).toMatchObject({
    call: "tokens/decide",
    body: { act: "a1", isApproved: true },
  });
  expect(readCommand(["decide-token-act", "a1", "--refuse"]).body).toEqual({ act: "a1", isApproved: false });
  expect(readCommand(["tokens"])).toMatchObject({ call: "tokens/supply", body: {} });
});

test.each([
  [["grant-tokens", "ada", "--reason", "r"], "one user and one amount"],
  [["grant-tokens", "ada", "many", "--reason", "r"], "one user and one amount"],
  [["grant-tokens", "ada", "5"], "--reason"],
  [["decide-token-act", "a1"], "--approve or --refuse"],
  [["decide-token-act", "a1", "--approve", "--refuse"], "--approve or --refuse"],
  [["announce"], "one message"],
  [["announce", "  "], "one message"],
  [["retract-announcement", "the last"], "one number"],
  [["run-awards", "ada"], "only options"],
  [["make-manager"], "one user"],
  [["settle-report", "r1"], "--outcome"],
  [["reports", "ada"], "only options"],
  [["make-performer", "ada"], "--type"],
  [["create-set", "--stage", "s"], "--performer"],
  [["create-set", "--stage", "s", "--performer", "p", "--start", "noon"], "whole number"],
  [["ban", "ada", "--loudly"], "--loudly"],
  [["constructor"], "no command"],
])("%j is refused with a message", (words, complaint) => {
  expect(() => readCommand(words)).toThrow(complaint);
});
