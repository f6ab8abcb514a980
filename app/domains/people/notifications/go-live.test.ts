import { expect, test } from "vitest";
import { decideGoLive, type LiveNews, liveNotice, type WasLive } from "./go-live.ts";

const now = 100 * 3_600_000;
const minute = 60_000;
const is = { performerId: "dee", setId: null };
const was = (minutesAgo: number, change: Partial<WasLive> = {}): WasLive => ({
  performerId: "dee",
  setId: null,
  until: now - minutesAgo * minute,
  ...change,
});
const onStage = { kind: "stage", was: null, is, connectedMs: 0, now } as const;
const onProfile = { ...onStage, kind: "profile" } as const;
const both = { performer: true, stage: true };
const performer = { performer: true, stage: false };
const stage = { performer: false, stage: true };

test.each([
  ["the first time on a profile", onProfile, performer],
  ["the first time on a stage", onStage, both],
  ["an on-demand stage has no performer", { ...onStage, is: { performerId: null, setId: null } }, stage],
  ["an encoder that comes back", { ...onProfile, was: was(0.2) }, null],
  ["an encoder that comes back after 9 minutes", { ...onStage, was: was(9.9) }, null],
  ["an encoder that comes back after 10 minutes", { ...onProfile, was: was(10) }, performer],
  [
    "the same set, however long it was away",
    { ...onStage, was: was(40, { setId: "s" }), is: { ...is, setId: "s" } },
    null,
  ],
  ["the next performer takes over", { ...onStage, was: was(0, { performerId: "eve" }) }, performer],
  [
    "the same performer plays the next set",
    { ...onStage, was: was(0, { setId: "a" }), is: { ...is, setId: "b" } },
    null,
  ],
  ["another performer after an hour", { ...onStage, was: was(60, { performerId: "eve" }) }, both],
  ["a profile takes the stream that a stage gave back", { ...onProfile, connectedMs: 5 * minute }, null],
  ["a stage takes an encoder that has long been ready", { ...onStage, connectedMs: 5 * minute }, both],
])("%s", (_, input, told) => {
  expect(decideGoLive(input)).toEqual(told);
});

const dee = { id: "dee", username: "Dee" };
const club = { id: "club", name: "The Club", isTold: true };
const news = (change: Partial<LiveNews>): LiveNews => ({
  broadcastId: "b",
  performer: dee,
  stage: null,
  at: now,
  ...change,
});

test.each([
  ["a follower", news({}), true, "performer-live", "Dee is live.", "/profile/dee"],
  [
    "a follower, of a stage",
    news({ stage: club }),
    true,
    "performer-live",
    "Dee is live on The Club.",
    "/room/club",
  ],
  ["a subscriber", news({ stage: club }), false, "stage-live", "The Club is live with Dee.", "/room/club"],
  [
    "a subscriber, on demand",
    news({ performer: null, stage: club }),
    false,
    "stage-live",
    "The Club is live.",
    "/room/club",
  ],
])("the notification for %s", (_, told, isFollower, kind, message, url) => {
  expect(liveNotice(told, isFollower)).toMatchObject({ kind, message, url, key: "live/b" });
});
