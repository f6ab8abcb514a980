import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { type OnAirView, offAir } from "#app/domains/air/stages/contract/stages.ts";
import type { RoomConnection } from "../domains/air/stages/live/connection.ts";
import type { RoomSource } from "./contract.ts";
import { findLineup } from "./next-source.ts";
import { Sequel } from "./sequel.ts";

vi.mock(import("./next-source.ts"), async (original) => ({ ...(await original()), findLineup: vi.fn() }));

const start = 1_700_000_000_000;
beforeEach(() => {
  vi.useFakeTimers({ now: start });
  vi.mocked(findLineup).mockResolvedValue([]);
});
afterEach(() => {
  vi.useRealTimers();
});

const live: OnAirView = { ...offAir, online: true, status: "live", startTime: start - 3_600_000 };

function setOf(id: string, room: string, startsInMs: number): SetView {
  const startTime = start + startsInMs;
  const view = { id, url: null, user: { id: "ada" }, room: { id: room, name: room } };
  return { ...view, startTime, endTime: startTime + 3_600_000 } as unknown as SetView;
}

/** `source` was playing, and its room has just gone off air. */
function setUp(kind: RoomSource["kind"], nextSet: SetView | null = null) {
  const source: RoomSource = { kind, id: "hall", name: "Hall", href: "/room/hall", image: null, onAir: live };
  const view = { state: { ...offAir, nextSet } as OnAirView, connection: "open" };
  const room = { getView: () => view, serverNow: () => Date.now() };
  const handlers = { onRest: vi.fn(), onResume: vi.fn(), onOver: vi.fn<(next: RoomSource | null) => void>() };
  const sequel = new Sequel(source, room as unknown as RoomConnection, true, handlers);
  return { sequel, view, handlers };
}

test("a stream without a successor ends once", () => {
  const { sequel, handlers } = setUp("stage");
  handlers.onOver.mockImplementation(() => sequel.end());
  sequel.follow();
  vi.advanceTimersByTime(5_000);
  expect(handlers.onOver.mock.calls).toEqual([[null]]);
});

test("nothing is decided before the room is connected", () => {
  const { sequel, view, handlers } = setUp("stage");
  view.connection = "connecting";
  sequel.follow();
  vi.advanceTimersByTime(5_000);
  expect(handlers.onOver).not.toHaveBeenCalled();
});

test("before an upcoming set, playback waits 10 s, pauses, and resumes when the stage is on air", () => {
  const { sequel, view, handlers } = setUp("stage", setOf("later", "hall", 120_000));
  sequel.follow();
  vi.advanceTimersByTime(9_000);
  expect(handlers.onRest).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2_000);
  expect(handlers.onRest).toHaveBeenCalledTimes(1);
  expect(sequel.isResting).toBe(true);
  view.state = live;
  sequel.follow();
  expect(handlers.onResume).toHaveBeenCalledTimes(1);
  expect(handlers.onOver).not.toHaveBeenCalled();
});

test("at the end of a profile's stream, playback moves to the stage of the performer's next set", async () => {
  vi.mocked(findLineup).mockResolvedValue([setOf("next", "cellar", 60_000)]);
  const { sequel, handlers } = setUp("profile");
  sequel.follow();
  expect(handlers.onOver).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(0);
  expect(handlers.onOver.mock.lastCall?.[0]).toMatchObject({
    kind: "stage",
    id: "cellar",
    href: "/room/cellar",
  });
  sequel.end();
});
