import { expect, test } from "vitest";
import { awardSentence } from "./wording.ts";

const award = {
  title: "Resident",
  name: "Ten sets",
  musicianTitle: "House Musician",
  musicianName: "Ten concerts",
  badge: "/badges/resident.svg",
  room: null,
};

test("an award message names the title, the badge and the stage that granted it", () => {
  expect(awardSentence(award, true)).toBe("You have been awarded a new Resident title and badge");
  expect(awardSentence({ ...award, badge: null }, false)).toBe(
    "You have been awarded a new House Musician title",
  );
  expect(awardSentence({ ...award, room: { name: "Harbour" } }, true)).toBe(
    "Harbour awarded you a new Resident title and badge",
  );
});
