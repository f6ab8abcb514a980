import { env, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runAlarm } from "#tests/helpers/alarms.ts";
import { addPerformer, addStage, Listener, report, viewer } from "#tests/helpers/rooms.ts";
import type { SocketViewer } from "../../contract.ts";
import { pageKey } from "../../listener-key.ts";
import { profileRoom } from "../../stubs.ts";
import type { StageRoom } from "../stage-room.ts";

type Room = DurableObjectStub<StageRoom>;
const minuteMs = 60_000;
let room: Room;
let stage: string;
let stages = 0;

beforeEach(async () => {
  stages += 1;
  stage = `listened-${stages}`;
  room = await addStage(stage);
});

afterEach(() => {
  vi.useRealTimers();
});

/** Moves the clock, and lets the room do what is due. */
async function pass(ms: number): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
  await runAlarm(room);
}

async function play(title: string): Promise<void> {
  await room.streamChanged(report("stage", stage, { title: { artist: "Ana", title, at: Date.now() } }));
  await vi.waitUntil(async () => (await room.onAir()).currentTitle === title);
}

const page = (network: string) => ({ ...viewer(null), listenerKey: pageKey(network, crypto.randomUUID()) });

async function listen(who: SocketViewer, data: { past?: boolean } = {}): Promise<Listener> {
  const listener = await Listener.open(room, who);
  await listener.send("listen", { class: "normal", ...data });
  return listener;
}

async function leave(listener: Listener): Promise<void> {
  await listener.send("unlisten", {});
}

/** The stored number of a play, once it has ended. */
async function listenersOf(title: string): Promise<number> {
  const row = env.DB.prepare(
    "select plays.listeners, plays.ended_at as ended from plays join tracks on tracks.id = plays.track_id where stage_id = ? and title = ?",
  ).bind(stage, title);
  let found: { listeners: number; ended: number | null } | null = null;
  await vi.waitUntil(
    async () => {
      await runAlarm(room);
      found = await row.first();
      return found?.ended != null;
    },
    { timeout: 10_000 },
  );
  return (found as { listeners: number } | null)?.listeners ?? -1;
}

const stored = () =>
  runInDurableObject(room, (_, { storage }) =>
    storage.sql
      .exec<{ name: string; json: string }>("select * from memory where name = 'play-listeners'")
      .toArray()
      .map(({ json }) => json)
      .join(),
  );

test("everyone who hears any part of a play is counted once, however they come and go", async () => {
  const waiting = await listen(viewer("ann"));
  await play("First");
  await listen(viewer("ann"));
  await leave(await listen(page("home")));
  // The same person, as their page was reloaded: of this network one listens at a time.
  await leave(await listen(page("home")));
  await Promise.all([listen(page("office")), listen(page("office"))]);
  await leave(await listen(viewer("bob")));
  await pass(minuteMs);
  await listen(viewer("bob"));
  await leave(waiting);
  await play("Second");
  expect(await listenersOf("First")).toBe(5);
  await listen(viewer("eve"));
  await play("Third");
  // Ann, Bob, Eve, and two in the office, who all still listen.
  expect(await listenersOf("Second")).toBe(5);
});

test("a listener of the past is one of the room, and of no play until they are back", async () => {
  await play("First");
  const [user, anonymous] = [await listen(viewer("ann"), { past: true }), page("home")];
  const back = await listen(anonymous, { past: true });
  await listen(viewer("bob"));
  await pass(1_100);
  expect((await room.onAir()).currentListeners).toBe(3);
  await play("Second");
  expect(await listenersOf("First")).toBe(1);
  await back.send("listen", { class: "normal" });
  // And gone again: they have heard a part of it.
  await back.send("listen", { class: "normal", past: true });
  await play("Third");
  expect(await listenersOf("Second")).toBe(2);
  await leave(user);
  await play("Fourth");
  expect(await listenersOf("Third")).toBe(1);
});

test("a listener who logs in is one, and the performer is none", async () => {
  await play("First");
  const before = page("home");
  await listen(before);
  await listen(page("home"));
  await listen({ ...viewer("ann"), formerKey: before.listenerKey ?? undefined });
  await play("Second");
  expect(await listenersOf("First")).toBe(2);

  await addPerformer("own");
  const own = profileRoom(env, "own") as unknown as Room;
  const title = (name: string) =>
    own.streamChanged(report("performer", "own", { title: { artist: "Own", title: name, at: Date.now() } }));
  const at = async (name: string) => {
    await title(name);
    await vi.waitUntil(async () => (await own.onAir()).currentTitle === name);
  };
  await at("One");
  for (const who of ["own", "ann"]) {
    const listener = await Listener.open(own, viewer(who));
    await listener.send("listen", { class: "normal" });
  }
  await at("Two");
  const row = env.DB.prepare("select max(listeners) as n from plays where performer_id = 'own'");
  await vi.waitUntil(async () => {
    await runAlarm(own);
    return (await row.first<{ n: number }>())?.n === 1;
  });
});

test("those who have left are still counted after an eviction, and forgotten with the end of the play", async () => {
  await play("First");
  await leave(await listen(viewer("gone")));
  await leave(await listen(page("home")));
  await listen(viewer("ann"));
  await pass(11_000);
  expect(await stored()).toContain('"home"');
  expect(await stored()).not.toMatch(/gone|ann"/);
  await evictDurableObject(room);
  await listen(viewer("bob"));
  await room.streamChanged(report("stage", stage, { state: "down", disconnectedAt: Date.now() }));
  await pass(20_000);
  expect(await listenersOf("First")).toBe(4);
  expect(await stored()).toBe("null");
});
