import { expect, test } from "vitest";
import type { ProfileView } from "#app/domains/people/contract/people.ts";
import { offAir } from "#app/domains/stages/contract/stages.ts";
import type { RoomState } from "#app/domains/stages/live/protocol.ts";
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

test("a performer plays where the page was rendered with them, until their own room has spoken", () => {
  expect(stageIdOf({ room: lantern }, own())).toBe("lantern");
  expect(stageIdOf({ room: null }, own())).toBeNull();
});

test("their room knows better than the page: they went on a stage, to another one, or have left it", () => {
  const says = (live: boolean, room: string | null) => own({ profileStatus: { live, room } });
  expect(stageIdOf({ room: null }, says(true, "lantern"))).toBe("lantern");
  expect(stageIdOf({ room: lantern }, says(true, "belfry"))).toBe("belfry");
  expect(stageIdOf({ room: lantern }, says(false, null))).toBeNull();
});

test("what their own room carries comes from no stage", () => {
  expect(stageIdOf({ room: lantern }, own({ online: true }))).toBeNull();
});

test("who plays on a stage is heard there by its stream and under its titles, and not from their own room", () => {
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
