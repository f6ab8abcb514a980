import { expect, test } from "vitest";
import { offAir } from "#app/domains/stages/contract.ts";
import type { RoomState } from "#app/domains/stages/live/protocol.ts";
import { stageIdOf } from "./profile-on-air.ts";

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
