import { expect, test } from "vitest";
import { serverTitle } from "./award-texts.ts";

test("a server message is named after its award, or is an announcement", () => {
  const award = {
    title: "Resident",
    name: "Ten sets",
    musicianTitle: "House Musician",
    musicianName: "Ten concerts",
  } as Parameters<typeof serverTitle>[0]["award"];
  expect(serverTitle({ award }, true)).toBe("Resident");
  expect(serverTitle({ award }, false)).toBe("House Musician");
  expect(serverTitle({ award: null }, true)).toBe("Announcement");
});
