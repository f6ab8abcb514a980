import { env, evictDurableObject } from "cloudflare:test";
import { ulid } from "ulidx";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { webhookEventNames } from "#app/domains/people/deliveries/event-names.ts";
import type { OwnEvent } from "#app/domains/people/deliveries/events.ts";
import { openDb } from "#db/client.ts";
import { webhooks } from "#db/schema/index.ts";
import { erased } from "#packages/durable/erase-object.ts";
import { runAlarm } from "#tests/helpers/alarms.ts";
import { addPerformer, addSet, addStage, report } from "#tests/helpers/rooms.ts";
import { Deliveries } from "../../deliveries/deliveries.ts";
import { profileRoom, stageRoom } from "../../stubs.ts";

const db = openDb(env.DB);
const noon = Date.parse("2030-05-01T12:00:00Z");
const minute = 60_000;

let told: { owner: string; event: OwnEvent }[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
  told = [];
  vi.spyOn(Deliveries.prototype, "happened").mockImplementation(async function (
    this: Deliveries,
    event: OwnEvent,
  ) {
    told.push({ owner: (this as unknown as { ctx: DurableObjectState }).ctx.id.name ?? "", event });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function addHook(owner: { userId: string } | { stageId: string }, kinds: OwnEvent["kind"][]) {
  const events = kinds.map((kind) => webhookEventNames[kind]);
  const row = {
    id: ulid(),
    ...owner,
    url: "https://example.com/",
    secret: "sealed",
    events,
    createdAt: noon,
  };
  await db.insert(webhooks).values(row);
}

/** Runs the room's due tasks for this long. */
async function go(room: DurableObjectStub, ms: number): Promise<void> {
  const until = Date.now() + ms;
  while (Date.now() < until) {
    vi.setSystemTime(Math.min(until, Date.now() + 60_000));
    await runAlarm(room);
  }
}
const kinds = () => told.map(({ owner, event }) => `${event.kind} ${owner}`);
/** Waits until these are told; on a busy machine the room's reads of D1 end after an alarm that runs at their time. */
const untilTold = (room: DurableObjectStub, expected: readonly string[]) =>
  vi.waitFor(async () => {
    await runAlarm(room);
    expect(kinds()).toEqual(expected);
  });
const up = (id: string, change = {}) =>
  report("performer", id, { connectedAt: Date.now() - 100, firstAudioAt: Date.now(), ...change });
const down = (id: string) =>
  report("performer", id, { state: "down", connection: null, disconnectedAt: Date.now() });

test("a set is told of once, across drops and long breaks, and ends with its time", async () => {
  await addPerformer("gil");
  const stage = await addStage("bar", { isInstant: false });
  const endsAt = noon + 60 * minute;
  await addSet("tonight", { stageId: "bar", performerId: "gil", startsAt: noon - 1_000, endsAt });
  await addHook({ userId: "gil" }, ["live", "ended"]);
  await addHook({ stageId: "bar" }, ["live", "ended", "track"]);
  await stage.refresh();
  for (let turn = 0; turn < 3; turn++) {
    const title = { artist: "Miriam", title: `Song ${turn}`, at: Date.now() };
    await stage.streamChanged(up("gil", { title }));
    await go(stage, 2 * minute);
    expect((await stage.onAir()).online).toBe(true);
    const tracks = Array.from({ length: turn + 1 }, () => "track stage/bar");
    await untilTold(stage, ["live user/gil", "live stage/bar", ...tracks]);
    await stage.streamChanged(down("gil"));
    await go(stage, 12 * minute);
    expect((await stage.onAir()).online).toBe(false);
    await evictDurableObject(stage);
  }
  expect(kinds()).toEqual([
    "live user/gil",
    "live stage/bar",
    "track stage/bar",
    "track stage/bar",
    "track stage/bar",
  ]);
  const set = { id: "tonight", name: "set tonight", startsAt: noon - 1_000, endsAt };
  const performer = { id: "gil", username: "name of gil" };
  const { event: live } = told[0] ?? {};
  expect(live).toMatchObject({
    kind: "live",
    key: "tonight",
    path: "/room/bar",
    performer,
    set,
    stage: { id: "bar", name: "stage bar" },
  });
  const tracks = told.slice(2).map(({ event }) => event);
  expect(tracks).toMatchObject(
    [0, 1, 2].map((turn) => ({
      broadcast: live?.kind === "live" && live.broadcast,
      performer,
      set,
      track: { artist: "Miriam", title: `Song ${turn}` },
    })),
  );
  told = [];
  await go(stage, endsAt - Date.now());
  expect(told).toEqual([]);
  await go(stage, 2 * minute);
  expect(kinds()).toEqual(["ended user/gil", "ended stage/bar"]);
  expect(told[0]?.event).toMatchObject({ key: "tonight", performer, set, replay: null });
});

test("on a profile, half an hour off the air ends it; who has no webhook causes no call", async () => {
  await addPerformer("eve");
  await addPerformer("quiet");
  await addHook({ userId: "eve" }, ["live", "ended"]);
  const room = profileRoom(env, "eve");
  await room.streamChanged(up("eve", { title: { artist: "a", title: "b", at: Date.now() } }));
  await go(room, 2 * minute);
  await untilTold(room, ["live user/eve"]);
  await room.streamChanged(down("eve"));
  await go(room, 25 * minute);
  // The go-live rule announces it again; it is the same performance.
  await room.streamChanged(up("eve"));
  await go(room, 2 * minute);
  await room.streamChanged(down("eve"));
  const endedAt = Date.now();
  await go(room, 29 * minute);
  expect(kinds()).toEqual(["live user/eve"]);
  await go(room, 2 * minute);
  expect(kinds()).toEqual(["live user/eve", "ended user/eve"]);
  expect(told[1]?.event.at).toBeLessThanOrEqual(endedAt + minute);
  expect(told[1]?.event).toMatchObject({ path: "/profile/eve", stage: null, set: null });

  const quiet = profileRoom(env, "quiet");
  await quiet.streamChanged(up("quiet", { title: { artist: "a", title: "b", at: Date.now() } }));
  await go(quiet, 2 * minute);
  expect(told).toHaveLength(2);
});

test("each performer on a stage is told of, also right after another, and what was not delivered is repeated", async () => {
  for (const id of ["one", "two"]) await addPerformer(id);
  const stage = await addStage("hall", { isInstant: false });
  const boundary = noon + 10 * minute;
  await addSet("first", { stageId: "hall", performerId: "one", startsAt: noon, endsAt: boundary });
  await addSet("second", {
    stageId: "hall",
    performerId: "two",
    startsAt: boundary,
    endsAt: boundary + 60 * minute,
  });
  await addHook({ stageId: "hall" }, ["live", "ended"]);
  await addHook({ userId: "two" }, ["live"]);
  await stage.refresh();
  await stage.streamChanged(up("one"));
  await stage.streamChanged(up("two"));
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(Deliveries.prototype, "happened").mockRejectedValueOnce(new Error("restarting"));
  await go(stage, 9 * minute);
  await go(stage, 4 * minute);
  expect(kinds()).toEqual(["live stage/hall", "live user/two", "live stage/hall", "ended stage/hall"]);
  expect(told.map(({ event }) => event.key)).toEqual(["first", "second", "second", "first"]);

  // A deleted stage has ended.
  await erased(stageRoom(env, "hall").erase());
  expect(kinds().at(-1)).toBe("ended stage/hall");
  expect(told.at(-1)?.event.key).toBe("second");
});
