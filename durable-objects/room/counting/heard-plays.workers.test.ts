import { env } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { HeardTrack } from "#app/domains/people/deliveries/port.ts";
import { openDb } from "#db/client.ts";
import { linkedAccounts } from "#db/schema/index.ts";
import { Deliveries } from "#durable-objects/deliveries/deliveries.ts";
import { runAlarm } from "#tests/helpers/alarms.ts";
import { addPerformer, addStage, Listener, report, viewer } from "#tests/helpers/rooms.ts";
import { profileRoom, stageRoom } from "../../stubs.ts";
import type { StageRoom } from "../stage-room.ts";

const minuteMs = 60_000;
type Room = DurableObjectStub<StageRoom>;
let heard: HeardTrack[];
let isAway: boolean;

beforeEach(() => {
  heard = [];
  isAway = false;
  vi.spyOn(Deliveries.prototype, "heard").mockImplementation(async (listen) => {
    if (isAway) throw new Error("away");
    heard.push(listen);
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Moves the clock, and lets the room do what is due. */
async function pass(room: Room, ms: number): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
  await runAlarm(room);
}

async function addKeeper(id: string, change: { refusedAt?: number; pausedAt?: number } = {}): Promise<void> {
  await addPerformer(id);
  const account = { userId: id, party: "listenbrainz" as const, name: id, token: "sealed", uploadTags: [] };
  await openDb(env.DB)
    .insert(linkedAccounts)
    .values({ ...account, linkedAt: 1, ...change });
}

async function play(room: Room, ownerId: string, title: string, kind: "stage" | "performer" = "stage") {
  await room.streamChanged(report(kind, ownerId, { title: { artist: "Ana", title, at: Date.now() } }));
  await vi.waitUntil(async () => (await room.onAir()).currentTitle === title);
}

async function listen(room: Room, who: string | null): Promise<Listener> {
  const listener = await Listener.open(room, viewer(who));
  await listener.send("listen", { class: "normal" });
  return listener;
}

const titles = () => heard.map(({ title }) => title);
const told = async (room: Room, count: number) => {
  await vi.waitUntil(async () => {
    await runAlarm(room);
    return heard.length >= count;
  });
  expect(heard).toHaveLength(count);
};

test("a listener who keeps listens has heard half of a track, once, and others are not asked about", async () => {
  const room = await addStage("keeps");
  await addKeeper("keeper");
  await addKeeper("refused", { refusedAt: 5 });
  await addKeeper("pauser", { pausedAt: 1 });
  await addPerformer("plain");
  await play(room, "keeps", "First");
  const startedAt = Date.now();
  for (const who of ["keeper", "refused", "pauser", "plain", null]) await listen(room, who);
  await pass(room, minuteMs);
  await play(room, "keeps", "Second");
  await told(room, 1);
  expect(heard[0]).toMatchObject({ artist: "Ana", title: "First", durationMs: null });
  expect(Math.abs((heard[0]?.heardAt ?? 0) - startedAt)).toBeLessThan(5_000);
  // Too short.
  await pass(room, 20_000);
  await play(room, "keeps", "Third");
  await pass(room, minuteMs);
  await room.streamChanged(report("stage", "keeps", { state: "down", disconnectedAt: Date.now() }));
  await pass(room, 20_000);
  await told(room, 2);
  expect(titles()).toEqual(["First", "Third"]);
});

test("four minutes of a track without an end are enough, also for someone who has left", async () => {
  const room = await addStage("long");
  await addKeeper("stays");
  await addKeeper("leaves");
  await addKeeper("comes-late");
  await play(room, "long", "A whole set");
  await listen(room, "stays");
  const leaves = await listen(room, "leaves");
  for (let minute = 0; minute < 4; minute++) await pass(room, minuteMs);
  await listen(room, "comes-late");
  await leaves.send("unlisten", {});
  await pass(room, 50_000);
  await told(room, 2);
  for (let minute = 0; minute < 2; minute++) await pass(room, minuteMs);
  await play(room, "long", "The next");
  await pass(room, 1_000);
  // Half of seven minutes it was not.
  expect(titles()).toEqual(["A whole set", "A whole set"]);
});

test("on a profile too, but not by its performer, and nothing without artist and title", async () => {
  await addKeeper("plays-here");
  await addKeeper("hears-here");
  const room = profileRoom(env, "plays-here") as unknown as Room;
  await play(room, "plays-here", "Own", "performer");
  await listen(room, "plays-here");
  await listen(room, "hears-here");
  await pass(room, minuteMs);
  await room.streamChanged(
    report("performer", "plays-here", { title: { artist: "", title: "Talk", at: Date.now() } }),
  );
  await vi.waitUntil(async () => (await room.onAir()).currentTitle === "Talk");
  await told(room, 1);
  await pass(room, minuteMs);
  await play(room, "plays-here", "After", "performer");
  await pass(room, 1_000);
  expect(titles()).toEqual(["Own"]);
});

test("a listen that could not be handed over is handed over later", async () => {
  await addStage("retries");
  const room = stageRoom(env, "retries");
  await addKeeper("patient");
  await play(room, "retries", "First");
  await listen(room, "patient");
  isAway = true;
  await pass(room, minuteMs);
  await play(room, "retries", "Second");
  await pass(room, 1_000);
  expect(heard).toEqual([]);
  isAway = false;
  await pass(room, 31_000);
  await told(room, 1);
});
