import { expect, test } from "vitest";
import { takenSentence } from "./taken-sentences.ts";

const hourMs = 3_600_000;
const startsAt = Date.UTC(2026, 10, 27, 16, 30);
const set = {
  name: "Tern at teatime",
  stageId: "glasshouse",
  stageName: "Glasshouse",
  performerId: "tern",
  performerName: "DJ Tern",
  startsAt,
  endsAt: startsAt + hourMs / 2,
};

test("a taken time names the set of the stage, or the performer's set on another one", () => {
  expect(takenSentence([set], { stageId: "glasshouse", viewerId: "ada" })).toBe(
    "That time is taken. “Tern at teatime” with DJ Tern is booked then.",
  );
  const ofManager = { stageId: "harbour", viewerId: "ada" };
  expect(takenSentence([set], ofManager)).toBe(
    "That time is taken. DJ Tern plays “Tern at teatime” on Glasshouse then.",
  );
  expect(takenSentence([set], { ...ofManager, viewerId: "tern" })).toBe(
    "That time is taken. You play “Tern at teatime” on Glasshouse then.",
  );
});

test("an operator is told its time, in UTC", () => {
  expect(takenSentence([set], { stageId: "glasshouse", viewerId: undefined, isTimed: true })).toBe(
    "That time is taken. “Tern at teatime” with DJ Tern is booked from 27 Nov 2026, 16:30 UTC to 27 Nov 2026, 17:00 UTC.",
  );
});

test("the weeks of a series are named, and a set of several weeks once", () => {
  const others = ["Two", "Three", "Four", "Five"].map((name) => ({ ...set, name }));
  const about = { stageId: "glasshouse", viewerId: "ada", weeks: ["week 1 (27 Nov)", "week 2 (4 Dec)"] };
  expect(takenSentence([set, set], about)).toBe(
    "These weeks are taken: week 1 (27 Nov), week 2 (4 Dec). “Tern at teatime” with DJ Tern is booked then.",
  );
  expect(takenSentence([set, ...others], about)).toContain(
    "“Three” with DJ Tern is booked then. 2 more sets are in the way.",
  );
});
