import { expect, test } from "vitest";
import { actorOf, changesOf, sentenceOf } from "./log-texts.ts";

test("an answered request names the set, the performer and the weeks", () => {
  const details = { set: "Night Drive", performer: "Ada", weeks: "6" };
  expect(sentenceOf({ action: "request-accepted", details })).toBe(
    "confirmed “Night Drive” by Ada for 6 weeks",
  );
  expect(sentenceOf({ action: "request-declined", details })).toBe("declined “Night Drive” by Ada");
});

test("performers who act for themselves are named once", () => {
  const details = { set: "Night Drive", performer: "Ada", weeks: "1" };
  expect(sentenceOf({ action: "request-accepted", details, actor: "Ada" })).toBe("confirmed “Night Drive”");
  expect(sentenceOf({ action: "set-ended", details, actor: "Theo" })).toBe(
    "ended “Night Drive” by Ada before its time",
  );
  expect(sentenceOf({ action: "performer-named", details: { performer: "Ada" }, actor: "Ada" })).toBe(
    "named Ada as the performer",
  );
});

test("a set cancelled by a suspension gives the reason without naming the operator", () => {
  const details = { set: "Night Drive", performer: "Ada", reason: "suspended" };
  const entry = { action: "set-cancelled", details, actor: null };
  expect(`${actorOf(entry)} ${sentenceOf(entry)}`).toBe(
    "Cue cancelled “Night Drive” by Ada, who was suspended",
  );
  expect(actorOf({ ...entry, details: {} })).toBe("Former user");
});

test("what nobody did is noted by Cue itself", () => {
  const details = { set: "Night Drive", performer: "Ada" };
  const noted = (action: string, more: Record<string, string> = {}) => {
    const entry = { action, details: { ...details, ...more }, actor: null };
    return `${actorOf(entry)} ${sentenceOf(entry)}`;
  };
  expect(noted("set-late")).toBe(
    "Cue noted that “Night Drive” by Ada had not started a minute after its time",
  );
  expect(noted("set-started-late", { late: "7 minutes" })).toBe(
    "Cue noted that “Night Drive” by Ada started 7 minutes late",
  );
  expect(noted("set-missed")).toBe("Cue noted that “Night Drive” by Ada was not played");
});

test("a conversion lists what it cancelled", () => {
  const details = { type: "on demand", "cancelled sets": "1" };
  expect(sentenceOf({ action: "stage-converted", details })).toBe(
    "made this an on-demand stage, which cancelled 1 set",
  );
});

test("changed settings show Yes or No, and none for empty values", () => {
  const details = {
    "weekly bookings": "false → true",
    "custom URL": "null → tide-room",
    thumbnail: "true → false",
  };
  expect(changesOf({ action: "stage-changed", details })).toEqual([
    { field: "Weekly Bookings", before: "No", after: "Yes" },
    { field: "Custom URL", before: "none", after: "tide-room" },
    { field: "Thumbnail", before: "a picture", after: "none" },
  ]);
});

test("the times of a moved set are instants that the page formats locally", () => {
  const details = { set: "Dawn", start: "2026-11-21T20:00:00.000Z → 2026-11-21T21:30:00.000Z" };
  expect(changesOf({ action: "set-changed", details })).toEqual([
    { field: "Start", before: Date.UTC(2026, 10, 21, 20), after: Date.UTC(2026, 10, 21, 21, 30) },
  ]);
});

test("chat actions name the user and the change", () => {
  const details = { person: "Bo", for: "10 minutes" };
  expect(sentenceOf({ action: "chat-timeout", details })).toBe("timed Bo out of the chat for 10 minutes");
  expect(sentenceOf({ action: "chat-message-deleted", details })).toBe(
    "deleted a message from Bo in the chat",
  );
  expect(
    changesOf({ action: "chat-changed", details: { "slow mode": "off → 30 s", links: "on → off" } }),
  ).toEqual([
    { field: "Slow mode", before: "off", after: "30 s" },
    { field: "Links", before: "on", after: "off" },
  ]);
});

test("an unknown action is shown by its name", () => {
  expect(sentenceOf({ action: "roof-painted", details: {} })).toBe("roof painted");
});
