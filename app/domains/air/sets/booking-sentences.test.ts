import { expect, test } from "vitest";
import { changeNews, movedSentence, moveRequestSentence, setSentence } from "./booking-sentences.ts";

const minuteMs = 60_000;
const startsAt = Date.UTC(2026, 0, 5, 12);
const set = { name: "Late Tide", performerName: "Ada", startsAt, endsAt: startsAt + 30 * minuteMs };

const sentenceOf = (change: Partial<typeof set>, toPerformer: boolean) => {
  const news = changeNews(set, { ...set, ...change });
  return news && setSentence(set, news, toPerformer);
};

test("a set that only ends at another time was not moved", () => {
  const endsAt = set.endsAt + 5 * minuteMs;
  expect(sentenceOf({ endsAt }, true)).toBe("Your set “Late Tide” now ends at 5 Jan 2026, 12:35 UTC.");
  expect(sentenceOf({ endsAt }, false)).toBe(
    "Ada changed the end of the set “Late Tide” to 5 Jan 2026, 12:35 UTC.",
  );
});

test("a set that starts at another time was moved, whatever else was changed", () => {
  const moved = { name: "Early Tide", startsAt: startsAt + minuteMs };
  expect(sentenceOf(moved, true)).toBe("Your set “Late Tide” was moved to 5 Jan 2026, 12:01 UTC.");
  expect(sentenceOf({ name: "Early Tide" }, true)).toBe("Your set “Late Tide” was renamed to “Early Tide”.");
  expect(sentenceOf({}, true)).toBeNull();
});

test("a requested time that only ends at another time is no move", () => {
  const longer = { ...set, stageName: "Pier", fromStartsAt: startsAt };
  const later = { ...longer, startsAt: startsAt + minuteMs };
  expect(moveRequestSentence(longer, "Ada")).toBe(
    "Ada asks to end “Late Tide” on Pier at 5 Jan 2026, 12:30 UTC.",
  );
  expect(moveRequestSentence(later, "Ada")).toBe(
    "Ada asks to move “Late Tide” on Pier from 5 Jan 2026, 12:00 UTC to 5 Jan 2026, 12:01 UTC.",
  );
  expect(movedSentence(longer)).toBe(
    "Your set “Late Tide” on Pier now ends at 5 Jan 2026, 12:30 UTC, as you asked.",
  );
  expect(movedSentence(later)).toBe(
    "Your set “Late Tide” on Pier was moved to 5 Jan 2026, 12:01 UTC, as you asked.",
  );
});

test("a set that was ended past its end was not ended early", () => {
  const said = (isPastEnd: boolean, toPerformer: boolean) =>
    setSentence(set, { what: "ended", isPastEnd }, toPerformer);
  expect(said(false, true)).toBe("Your set “Late Tide” was ended early.");
  expect(said(true, true)).toBe("Your set “Late Tide” was ended.");
  expect(said(false, false)).toBe("Ada ended the set “Late Tide” early.");
  expect(said(true, false)).toBe("Ada ended the set “Late Tide”.");
});
