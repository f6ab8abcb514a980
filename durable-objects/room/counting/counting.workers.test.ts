import { env, evictDurableObject, runInDurableObject } from "cloudflare:test";
import type { Connection } from "partyserver";
import { afterEach, expect, test, vi } from "vitest";
import { runAlarm } from "#tests/helpers/alarms.ts";
import { addPerformer, addSet, addStage, Listener, report, Uplink, viewer } from "#tests/helpers/rooms.ts";
import type { SocketViewer } from "../../contract.ts";
import { Audience, audienceLimits } from "../../fan-out/audience.ts";
import { pingLimits, SocketEars } from "../../fan-out/socket-ears.ts";
import { localNetwork, pageKey, playerKey } from "../../listener-key.ts";
import { stageRoom } from "../../stubs.ts";
import type { StageRoom } from "../stage-room.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Moves the clock, and with it every playhead. */
function pass(ms: number): void {
  const now = Date.now() + ms;
  vi.useFakeTimers({ toFake: ["Date"], now });
}

async function onAir(id: string) {
  const room = await addStage(id);
  await room.streamChanged(report("stage", id));
  return { room, uplink: await Uplink.open(room, `stream-${id}`) };
}

const page = (network: string) => ({ ...viewer(null), listenerKey: pageKey(network, crypto.randomUUID()) });

async function listen(
  room: DurableObjectStub<StageRoom>,
  who: SocketViewer = page("home"),
): Promise<Listener> {
  const listener = await Listener.open(room, who);
  await listener.send("listen", { class: "normal" });
  return listener;
}

/** The stored row of the broadcast on air. */
const peakOf = (room: DurableObjectStub<StageRoom>) =>
  runInDurableObject(room, (_, { storage }) => {
    const { json } = storage.sql
      .exec<{ json: string }>("select json from memory where name = 'broadcast'")
      .one();
    return (JSON.parse(json) as { peakListeners: number }).peakListeners;
  });

async function notifyNow(room: DurableObjectStub<StageRoom>): Promise<number> {
  pass(1_100);
  await runAlarm(room);
  return (await room.onAir()).currentListeners;
}

test("only a report of the stream on air is answered with the listener count", async () => {
  const { room } = await onAir("counted");
  expect(await room.streamChanged(report("stage", "counted"))).toMatchObject({ listeners: 0 });
  await Promise.all(Array.from({ length: 3 }, () => listen(room)));
  expect(await room.streamChanged(report("stage", "counted"))).toMatchObject({ listeners: 3 });
  expect((await room.streamChanged(report("performer", "somebody-else"))).listeners).toBeUndefined();
});

test("the peak is the highest count at any moment, including unreported ones and those before an eviction", async () => {
  const { room } = await onAir("peak");
  const crowd = await Promise.all(Array.from({ length: 7 }, () => listen(room)));
  await Promise.all(crowd.slice(1).map((each) => each.send("unlisten", {})));
  expect(await peakOf(room)).toBe(7);
  await evictDurableObject(room);
  await Promise.all(crowd.slice(1, 3).map((each) => each.send("listen", { class: "live" })));
  expect([await peakOf(room), await notifyNow(room)]).toEqual([7, 3]);
  await room.streamChanged(report("stage", "peak", { state: "down", disconnectedAt: Date.now() }));
  pass(20_000);
  const row = env.DB.prepare("select peak_listeners as peak from broadcasts where stage_id = 'peak'");
  await vi.waitUntil(async () => {
    await runAlarm(room);
    return (await row.first<{ peak: number }>())?.peak === 7;
  });
});

test("awards count those who listen for five seconds, and a few of each network", async () => {
  const { room } = await onAir("steady");
  const guests = await Promise.all(Array.from({ length: 12 }, () => listen(room)));
  await listen(room, viewer("ann"));
  await notifyNow(room);
  await Promise.all(guests.slice(6).map((guest) => guest.send("unlisten", {})));
  pass(audienceLimits.minHeardMs);
  await notifyNow(room);
  await room.streamChanged(report("stage", "steady", { state: "down", disconnectedAt: Date.now() }));
  pass(20_000);
  const columns = "peak_listeners as peak, steady_peak as steady, ended_at as endedAt";
  const row = env.DB.prepare(`select ${columns} from broadcasts where stage_id = 'steady'`);
  const ended = await vi.waitUntil(async () => {
    await runAlarm(room);
    const broadcast = await row.first<{ peak: number; steady: number; endedAt: number | null }>();
    return broadcast?.endedAt ? broadcast : undefined;
  });
  expect(ended).toMatchObject({ peak: 13, steady: audienceLimits.steadyPerNetwork + 1 });
});

test("a listener who logs in counts as one throughout, also in the peak", async () => {
  const { room } = await onAir("logs-in");
  const before = page("home");
  await listen(room, before);
  await listen(room, { ...viewer("logged-in"), formerKey: before.listenerKey });
  expect([await peakOf(room), await notifyNow(room)]).toEqual([1, 1]);
});

test("a reconnected encoder continues its performance, and after half an hour starts a new one", async () => {
  const { room } = await onAir("drops");
  await listen(room, viewer("ann"));
  const performanceOf = async () => {
    pass(audienceLimits.minHeardMs);
    return (await room.hearing({ userId: "ann", network: "elsewhere" }))?.performance;
  };
  const goAndComeBackAfter = async (ms: number) => {
    await room.streamChanged(report("stage", "drops", { state: "down", disconnectedAt: Date.now() }));
    pass(20_000);
    await runAlarm(room);
    expect((await room.onAir()).status).toBe("offline");
    pass(ms - 20_000);
    await room.streamChanged(report("stage", "drops"));
  };
  const first = await performanceOf();
  expect(first).toBeDefined();
  await goAndComeBackAfter(29 * 60_000);
  expect(await performanceOf()).toBe(first);
  await evictDurableObject(room);
  await listen(room, viewer("ann"));
  await goAndComeBackAfter(60_000);
  expect(await performanceOf()).toBe(first);
  await goAndComeBackAfter(31 * 60_000);
  const second = await performanceOf();
  expect(second).not.toBe(first);
  const rows = env.DB.prepare(
    "select performance from broadcasts where stage_id = 'drops' order by started_at",
  );
  await vi.waitUntil(
    async () => {
      await runAlarm(room);
      const { results } = await rows.all<{ performance: string }>();
      return results.map(({ performance }) => performance).join() === [first, first, first, second].join();
    },
    { timeout: 15_000 },
  );
});

test("the peak of a broadcast starts with the listeners who are present", async () => {
  const room = await addStage("waited");
  await listen(room);
  await listen(room, viewer("ann"));
  await room.streamChanged(report("stage", "waited"));
  expect(await peakOf(room)).toBe(2);
});

test("a listener without a network stops counting, counts again with the next sign, and is cut after six seconds", () => {
  vi.useFakeTimers({ now: 0 });
  const audience = new Audience();
  let pingAt: number | null = null;
  let told = 0;
  const cut: unknown[] = [];
  const ears = new SocketEars({
    audience,
    lastPingAt: () => pingAt,
    changed: () => told++,
    cut: (socket) => {
      cut.push(socket);
      ears.close(socket);
    },
  });
  const [gone, silent] = [{} as Connection, {} as Connection];
  ears.open(gone, { key: "ann", since: 0, pings: true });
  ears.open(silent, { key: "bob", since: 0, pings: false });
  vi.advanceTimersByTime(1_500);
  pingAt = 1_500;
  vi.advanceTimersByTime(3_000);
  expect([audience.count(), told]).toEqual([2, 2]);
  vi.advanceTimersByTime(1_000);
  expect([Date.now() - pingAt <= 5_000, audience.count(), told]).toEqual([true, 1, 3]);
  pingAt = Date.now();
  vi.advanceTimersByTime(pingLimits.lookEveryMs);
  expect([audience.count(), told]).toEqual([2, 4]);
  vi.advanceTimersByTime(5_000);
  expect([audience.count(), cut]).toEqual([1, []]);
  vi.advanceTimersByTime(1_000);
  expect(cut).toEqual([gone]);
  ears.close(gone);
  expect([audience.count(), vi.getTimerCount()]).toEqual([1, 0]);
});

test("a room without listeners after a crash resets its count by an alarm within half a minute", async () => {
  const { room } = await onAir("crashed");
  await Promise.all([listen(room, viewer("ann")), listen(room)]);
  expect(await notifyNow(room)).toBe(2);
  await runInDurableObject(room, (_, state) => state.abort("crash")).catch(() => undefined);
  const next = stageRoom(env, "crashed");
  const due = await runInDurableObject(next, (_, { storage }) =>
    storage.sql.exec<{ at: number }>("select at from due where name = 'listeners'").one(),
  );
  expect(due.at - Date.now()).toBeLessThanOrEqual(30_000);
  expect(await notifyNow(next)).toBe(0);
});

test("a performer does not count as a listener while performing", async () => {
  const now = Date.now();
  await addPerformer("ada");
  const room = await addStage("own", { isInstant: false });
  await addSet("hers", { stageId: "own", performerId: "ada", startsAt: now - 60_000, endsAt: now + 600_000 });
  await room.refresh();
  await listen(room, viewer("ada"));
  await listen(room, viewer("ann"));
  expect(await notifyNow(room)).toBe(2);
  await room.streamChanged(report("performer", "ada"));
  expect([await notifyNow(room), await peakOf(room)]).toEqual([1, 1]);
  pass(audienceLimits.minHeardMs);
  const hearing = (userId: string) => room.hearing({ userId, network: "elsewhere" });
  expect(await hearing("ada")).toBeNull();
  expect(await hearing("ann")).toMatchObject({ performance: "hers", performerId: "ada", listeners: ["ann"] });
});

test("a player counts after five seconds of sound, once per program and network, and immediately on return", async () => {
  const { room, uplink } = await onAir("players");
  const key = (program: string) => playerKey(localNetwork, program);
  const open = async (program: string | null) => {
    const sound = await room.listenProgressive("stream-players", {
      format: "ogg",
      hasIcy: false,
      key: program && key(program),
    });
    if (sound === null) throw new Error("not on air");
    const reader = sound.getReader();
    const reading = (async () => {
      while (!(await reader.read()).done);
    })().catch(() => undefined);
    return { leave: () => reader.cancel().then(() => reading) };
  };
  const vlc = await open("vlc");
  const twice = await open("vlc");
  const radio = await open("radio");
  await open(null);
  const hear = async (ms: number) => {
    uplink.send(10);
    await new Promise((resolve) => setTimeout(resolve, 50));
    pass(ms);
    return notifyNow(room);
  };
  const hears = (count: number) => vi.waitUntil(async () => (await hear(500)) === count, { timeout: 5_000 });
  expect([await hear(500), await hear(audienceLimits.minHeardMs - 4_000)]).toEqual([0, 0]);
  await hears(2);
  await twice.leave();
  expect(await hear(500)).toBe(2);
  await vlc.leave();
  await hears(1);
  const back = Date.now();
  await open("vlc");
  await hears(2);
  expect(Date.now() - back).toBeLessThan(audienceLimits.minHeardMs);
  await radio.leave();
  const rows = env.DB.prepare("select listener from listens where stage_id = 'players'");
  await vi.waitUntil(async () => (await rows.all()).results.length === 2, { timeout: 3_000 });
});
