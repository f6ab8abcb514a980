import { expect, test } from "vitest";
import { offAir } from "#app/domains/air/stages/contract/stages.ts";
import type { RoomState } from "#app/domains/air/stages/live/protocol.ts";
import type { ProfileView } from "#app/domains/people/people/contract/people.ts";
import { isPlayedBy, stageIdOf, toOwnState, toPlaySource, toStageState } from "./profile-on-air.ts";

const own = (more: Partial<RoomState> = {}): RoomState => ({
  ...offAir,
  kind: "profile",
  id: "star",
  name: "Star",
  currentTrackAt: null,
  favoriteCount: 0,
  cheerCount: 0,
  messages: [],
  ...more,
});
const lantern = { id: "lantern", name: "Lantern" };

test("the stage comes from the loaded page until the performer's room is connected", () => {
  expect(stageIdOf({ room: lantern }, own())).toBe("lantern");
  expect(stageIdOf({ room: null }, own())).toBeNull();
});

test("the performer's room overrides the page when the performer changes or leaves a stage", () => {
  const says = (live: boolean, room: string | null) => own({ profileStatus: { live, room } });
  expect(stageIdOf({ room: null }, says(true, "lantern"))).toBe("lantern");
  expect(stageIdOf({ room: lantern }, says(true, "belfry"))).toBe("belfry");
  expect(stageIdOf({ room: lantern }, says(false, null))).toBeNull();
});

test("a stream of the performer's own room belongs to no stage", () => {
  expect(stageIdOf({ room: lantern }, own({ online: true }))).toBeNull();
});

test("a performer on a stage is played with the stage's stream and titles, not from their own room", () => {
  const profile = {
    id: "star",
    _id: "star",
    username: "Star",
    profile: null,
    live: true,
    room: lantern,
    url: "/live/lantern",
    startTime: 5,
    currentTrack: null,
    currentTrackHistory: null,
    currentTitle: "Aurora",
    currentArtist: null,
    currentListeners: 3,
  } as ProfileView;
  expect(toOwnState(profile).online).toBe(false);
  const stage = toStageState(profile, "lantern");
  expect(isPlayedBy(stage, profile)).toBe(true);
  expect(isPlayedBy({ ...stage, currentDj: { ...profile, id: "another" } }, profile)).toBe(false);
  expect(toPlaySource(profile, stage)).toMatchObject({
    kind: "stage",
    id: "lantern",
    href: "/room/lantern",
    onAir: { currentUrl: "/live/lantern", currentTitle: "Aurora", currentListeners: 3 },
  });
});
