import { describe, expect, test } from "vitest";
import {
  availableUntil,
  dayMs,
  decideAccess,
  isOver,
  isPublic,
  maySendElsewhere,
  type ReplayFacts,
  withdrawnMs,
} from "./rules.ts";

const now = 1_800_000_000_000;
const replay: ReplayFacts = {
  status: "ready",
  visibility: "always",
  mayDownload: true,
  isInFeed: true,
  endedAt: now - 3_600_000,
  changedAt: now - 3_600_000,
  performer: "present",
  stage: { isKeepingReplays: true, isDeleted: false },
};
const owner = { isOwner: true };
const other = { isOwner: false };
const all = { mayHear: true, mayDownload: true, mayBeInFeed: true };
const none = { mayHear: false, mayDownload: false, mayBeInFeed: false };

test("a replay for always is open to everyone", () => {
  expect(decideAccess(replay, other, now)).toEqual(all);
  expect(decideAccess(replay, owner, now)).toEqual(all);
  expect(isPublic(replay, now)).toBe(true);
  expect(availableUntil(replay)).toBeNull();
});

test("a replay for oneself is there for its owner alone, and in no feed", () => {
  const mine: ReplayFacts = { ...replay, visibility: "me" };
  expect(decideAccess(mine, other, now)).toEqual(none);
  expect(decideAccess(mine, owner, now)).toEqual({ ...all, mayBeInFeed: false });
  expect(isPublic(mine, now)).toBe(false);
});

test("what is kept from everyone stays a week after that was chosen", () => {
  const withdrawn: ReplayFacts = { ...replay, visibility: "never" };
  const until = withdrawn.changedAt + withdrawnMs;
  expect(availableUntil(withdrawn)).toBe(until);
  expect([isOver(withdrawn, until - 1), isOver(withdrawn, until)]).toEqual([false, true]);
  expect(availableUntil({ ...withdrawn, endedAt: null })).toBeNull();
});

test("never is nobody, not even its owner", () => {
  const never: ReplayFacts = { ...replay, visibility: "never" };
  for (const viewer of [owner, other]) expect(decideAccess(never, viewer, now)).toEqual(none);
});

test("a replay for a day is over exactly 24 hours after its end, for its owner too", () => {
  const day: ReplayFacts = { ...replay, visibility: "day" };
  const end = (day.endedAt ?? 0) + dayMs;
  expect(availableUntil(day)).toBe(end);
  for (const viewer of [owner, other]) {
    expect(decideAccess(day, viewer, end - 1)).toEqual(all);
    expect(decideAccess(day, viewer, end)).toEqual(none);
  }
  expect(isOver(day, end - 1)).toBe(false);
  expect(isOver(day, end)).toBe(true);
});

test("while on air visibility applies in the same way, and there is nothing to download or to list", () => {
  const onAir: ReplayFacts = { ...replay, status: "recording", endedAt: null };
  const heard = { ...none, mayHear: true };
  expect(decideAccess(onAir, other, now)).toEqual(heard);
  expect(decideAccess({ ...onAir, visibility: "day" }, other, now)).toEqual(heard);
  expect(decideAccess({ ...onAir, visibility: "me" }, other, now)).toEqual(none);
  expect(decideAccess({ ...onAir, visibility: "me" }, owner, now)).toEqual(heard);
  expect(decideAccess({ ...onAir, visibility: "never" }, owner, now)).toEqual(none);
});

test("download and feed are rights of their own; an owner may always download", () => {
  const closed: ReplayFacts = { ...replay, mayDownload: false, isInFeed: false };
  expect(decideAccess(closed, other, now)).toEqual({ ...none, mayHear: true });
  expect(decideAccess(closed, owner, now)).toEqual({ ...all, mayBeInFeed: false });
});

describe.each([owner, other])("nobody hears, %o", (viewer) => {
  test.each<[string, Partial<ReplayFacts>]>([
    ["what is planned", { status: "planned" }],
    ["what is deleted", { status: "deleted" }],
    ["a performer who is banned or gone", { performer: "gone" }],
    [
      "what nobody played on a deleted stage",
      { performer: "none", stage: { isKeepingReplays: true, isDeleted: true } },
    ],
  ])("%s", (_, change) => {
    expect(decideAccess({ ...replay, ...change }, viewer, now)).toEqual(none);
  });
});

test("what was recorded before its stage kept nothing is there for its performer alone", () => {
  const stage = { isKeepingReplays: false, isDeleted: false };
  expect(decideAccess({ ...replay, stage }, other, now)).toEqual(none);
  expect(decideAccess({ ...replay, stage }, owner, now)).toEqual({ ...all, mayBeInFeed: false });
});

test("what a performer played on a deleted stage, or on their profile, stays", () => {
  const deleted = { isKeepingReplays: true, isDeleted: true };
  expect(decideAccess({ ...replay, stage: deleted }, other, now)).toEqual(all);
  expect(decideAccess({ ...replay, stage: null }, other, now)).toEqual(all);
  expect(decideAccess({ ...replay, performer: "none" }, other, now)).toEqual(all);
});

test("a performer's own wish sends it elsewhere whoever may hear it here, unless it is not kept", () => {
  for (const visibility of ["me", "day", "always"] as const)
    expect(maySendElsewhere({ ...replay, visibility }, now)).toBe(true);
  const refused: Partial<ReplayFacts>[] = [
    { visibility: "never" },
    { status: "recording" },
    { status: "deleted" },
    { performer: "gone" },
    { performer: "none" },
    { stage: { isKeepingReplays: false, isDeleted: false } },
    { visibility: "day", endedAt: now - dayMs },
  ];
  for (const change of refused) expect(maySendElsewhere({ ...replay, ...change }, now)).toBe(false);
});
