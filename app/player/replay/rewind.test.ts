import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ReplayDetailsView } from "#app/domains/air/replays/contract.ts";
import { offAir } from "#app/domains/air/stages/contract/stages.ts";
import { ApiFailure, callApi } from "../../api-client.ts";
import { showToast } from "../../ui/toast.tsx";
import type { RoomSource } from "../contract.ts";
import { pastOf } from "../contract.ts";
import { askAhead, behindMs, findPast, positionFor, steadySeconds } from "./rewind.ts";

vi.mock(import("../../api-client.ts"), async (original) => ({ ...(await original()), callApi: vi.fn() }));
vi.mock(import("../../ui/toast.tsx"), async (original) => ({ ...(await original()), showToast: vi.fn() }));

beforeEach(() => {
  vi.mocked(callApi).mockReset();
  vi.mocked(showToast).mockReset();
});

afterEach(() => {
  vi.useRealTimers();
});

const startTime = 1_800_000_000_000;
const track = (id: string, start: number) => ({ id, start }) as ReplayDetailsView["tracks"][number];
const replay = {
  id: "first",
  url: "/replay/first",
  name: "Late",
  performer: null,
  room: null,
  startTime,
  endTime: null,
  duration: 600_000,
  opus: "/replay/first.opus",
  opusBytes: 9_600_000,
  mp3: null,
  // 30 s are missing after the first minute.
  gaps: [{ at: 60_000, duration: 30_000 }],
  tracks: [track("one", 0), track("two", 300_000)],
} as unknown as ReplayDetailsView;

const heardAt = startTime + 30_000 + 400_000;

test("seconds are counted from what is heard, and a gap is not heard again", () => {
  expect(positionFor({ ms: 10_000 }, replay, heardAt, null)).toBe(390_000);
  expect(positionFor({ ms: 350_000 }, replay, heardAt, null)).toBe(50_000);
  expect(positionFor({ ms: 30_000 }, replay, startTime + 10_000, null)).toBe(0);
});

test("the start of the track is what the room says, otherwise what the recording says", () => {
  expect(positionFor("track", replay, heardAt, startTime + 30_000 + 350_000)).toBe(350_000);
  expect(positionFor("track", replay, heardAt, null)).toBe(300_000);
  // Right after its start, it is that of the track before.
  expect(positionFor("track", replay, startTime + 30_000 + 301_000, null)).toBe(0);
  expect(positionFor("set", replay, heardAt, null)).toBe(0);
});

const room: RoomSource = {
  kind: "stage",
  id: "hall",
  name: "Hall",
  href: "/room/hall",
  image: null,
  onAir: { ...offAir, online: true, status: "live", performance: "set-1" },
};

test("the past of a room is a replay that leads back to it", async () => {
  vi.mocked(callApi).mockResolvedValue(replay);
  const past = await findPast(room, { ms: 30_000 }, heardAt, null);
  expect(vi.mocked(callApi).mock.calls[0]?.[1]).toEqual({ replay: "set-1" });
  expect(past).toMatchObject({
    at: 370_000,
    source: { kind: "replay", id: "first", name: "Hall", href: "/room/hall", isGrowing: true, live: room },
  });
});

test("what was asked for ahead is not asked for again, and has grown by the time that has passed", async () => {
  vi.useFakeTimers({ now: heardAt });
  vi.mocked(callApi).mockResolvedValue(replay);
  askAhead(room, null);
  vi.setSystemTime(heardAt + 6_000);
  const past = await findPast(room, { ms: 10_000 }, heardAt + 6_000, null);
  expect(past).toMatchObject({ at: 396_000, source: { duration: 606_000, opusBytes: 9_696_000 } });
  expect(callApi).toHaveBeenCalledTimes(1);
  // Too old: tracks that were played since are not in it.
  vi.setSystemTime(heardAt + 30_000);
  await findPast(room, { ms: 10_000 }, heardAt + 30_000, null);
  expect(callApi).toHaveBeenCalledTimes(2);
});

test("what could not be asked for ahead is asked for again", async () => {
  const other = { ...room, onAir: { ...room.onAir, performance: "set-2" } };
  vi.mocked(callApi).mockRejectedValueOnce(new TypeError("Failed to fetch")).mockResolvedValue(replay);
  askAhead(other, null);
  await Promise.resolve();
  expect(await findPast(other, "set", heardAt, null)).toMatchObject({ at: 0 });
  expect(showToast).not.toHaveBeenCalled();
});

test("where nothing is recorded, a message says so", async () => {
  vi.mocked(callApi).mockRejectedValue(new ApiFailure("There is no such replay.", 404, "not-found"));
  expect(await findPast(room, "set", heardAt, null)).toBeNull();
  const silent = { ...room, onAir: { ...room.onAir, performance: null } };
  expect(await findPast(silent, "set", heardAt, null)).toBeNull();
  expect(vi.mocked(showToast).mock.calls.map(([, words]) => words)).toEqual([
    "This broadcast is not recorded, so you cannot rewind it.",
    "This broadcast is not recorded, so you cannot rewind it.",
  ]);
  vi.mocked(callApi).mockRejectedValue(new TypeError("Failed to fetch"));
  expect(await findPast(room, "set", heardAt, null)).toBeNull();
  expect(vi.mocked(showToast).mock.calls.at(-1)?.[0]).toBe("error");
});

test("the past of a room is what is heard of that room, and of no other", async () => {
  vi.mocked(callApi).mockResolvedValue(replay);
  const live: RoomSource = {
    kind: "stage",
    id: "main",
    name: "Main",
    href: "/room/main",
    image: null,
    onAir: { ...offAir, performance: "first" },
  };
  const past = (await findPast(live, { ms: 10_000 }, heardAt, null))?.source ?? null;
  expect(past).not.toBeNull();
  expect(pastOf(past, live)).toBe(past);
  expect(pastOf(past, { kind: "profile", id: "main" })).toBeNull();
  expect(pastOf(past, { kind: "stage", id: "other" })).toBeNull();
  expect(pastOf(live, live)).toBeNull();
  expect(pastOf(past && { ...past, live: null }, live)).toBeNull();
});

test("how far behind live it is counts what was not recorded, and does not flicker", () => {
  const source = { startTime, gaps: replay.gaps } as unknown as Parameters<typeof behindMs>[0];
  expect(behindMs(source, 400_000, startTime + 500_000)).toBe(70_000);
  expect(behindMs(source, 400_000, startTime)).toBe(0);
  expect(steadySeconds(null, 84_990)).toBe(84);
  for (const ms of [84_990, 85_010, 83_990]) expect(steadySeconds(84, ms)).toBe(84);
  expect(steadySeconds(84, 95_200)).toBe(95);
});
