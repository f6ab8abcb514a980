import { expect, test } from "vitest";
import { matchedParts } from "./matched-parts.ts";

const person = {
  username: "kestrel7",
  name: "Ørjan Vestvik",
  location: "Tromsø, Norway",
  tags: ["Dub Techno", "雨音"],
};

test("what a person was found by is told, unless it is the username", () => {
  expect(matchedParts(person, "kest")).toEqual([]);
  expect(matchedParts(person, "orjan")).toEqual(["Ørjan Vestvik"]);
  expect(matchedParts(person, "TECH tromso")).toEqual(["Tromsø, Norway", "Dub Techno"]);
  expect(matchedParts(person, "kestrel dub")).toEqual(["Dub Techno"]);
  expect(matchedParts(person, "雨")).toEqual(["雨音"]);
});
