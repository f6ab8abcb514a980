import { env, evictDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { applyLiveUpdate, LiveSet } from "#app/domains/air/stages/live/set-updates.ts";
import { openDb } from "#db/client.ts";
import { cheers, favorites, plays, sets, stageManagers } from "#db/schema/index.ts";
import {
  addManager,
  addPerformer,
  addSet,
  addStage,
  Listener,
  report,
  until,
  viewer,
} from "#tests/helpers/rooms.ts";

const db = openDb(env.DB);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const titled = (artist: string, title: string) => ({ title: { artist, title, at: Date.now() } });

/** A stage with Ada's current set, Bob's next one, and a manager. */
async function openStage(id: string, { endsInMs = 600_000 } = {}) {
  const room = await addStage(id, { isInstant: false });
  const now = Date.now();
  await addSet(`${id}-ada`, {
    stageId: id,
    performerId: "ada",
    startsAt: now - 60_000,
    endsAt: now + endsInMs,
  });
  await addSet(`${id}-bob`, {
    stageId: id,
    performerId: "bob",
    startsAt: now + endsInMs,
    endsAt: now + endsInMs + 600_000,
  });
  await addManager(id, "theo");
  return room;
}

/** Subscribes to a set: the first state, and a function that returns the current one. */
async function follow(room: Awaited<ReturnType<typeof openStage>>, who: string, set: string) {
  const socket = await Listener.open(room, viewer(who));
  const reply = await socket.send("room updates join", { set });
  if (reply.event !== "ack") throw new Error(`refused: ${reply.code}`);
  const first = LiveSet.parse(reply.data);
  return { socket, first, now: () => socket.updates.reduce(applyLiveUpdate, first) };
}

const cheerOf = (userId: string, playId: string | null = null, mediaAt: number | null = null) => ({
  userId,
  username: userId,
  trackId: null,
  playId,
  mediaAt,
});

let isPeopled = false;
beforeEach(async () => {
  if (isPeopled) return;
  isPeopled = true;
  for (const id of ["ada", "bob", "theo", "ann", "eve", "kim"]) await addPerformer(id);
});

describe("the live feed of a set", () => {
  test("sends its performer and managers each track, cheer and listener once", async () => {
    const room = await openStage("told");
    const [ada, theo] = [await follow(room, "ada", "told-ada"), await follow(room, "theo", "told-ada")];
    expect(ada.first).toMatchObject({ set: "told-ada", air: null, listeners: 0, tracks: [], cheers: [] });

    await room.streamChanged(report("performer", "ada", titled("Nina", "Sinnerman")));
    await until(() => ada.now().tracks.length === 1);
    const [play] = ada.now().tracks;
    const ann = await Listener.open(room, viewer("ann"));
    await ann.send("listen", { class: "normal" });
    const cheer = await room.cheer(cheerOf("ann", play?.id));
    expect(cheer).toMatchObject({ ok: true });
    expect(await room.cheer(cheerOf("ann", play?.id))).toMatchObject({ ok: false, code: "cheer-cooldown" });
    await until(() => theo.now().listeners === 1 && theo.now().totalCheers === 1);
    const state = ada.now();
    expect(state).toEqual(theo.now());
    expect(state.air).toMatchObject({ status: "live" });
    expect(state.tracks).toEqual([
      expect.objectContaining({
        track: expect.objectContaining({ artist: "Nina", title: "Sinnerman" }),
        cheerCount: 1,
        favoriteCount: 0,
      }),
    ]);
    expect(state.cheers).toEqual(cheer.ok ? [cheer.at] : []);
    expect(state.peakListeners).toBe(1);
    // Other listeners receive no updates.
    expect(ann.updates).toEqual([]);
    expect(theo.socket.updates.map(({ n }) => n)).toEqual(
      theo.socket.updates.map(({ n }) => n).toSorted((a, b) => a - b),
    );
  });

  test("sends favorites and their removal as stored in the database", async () => {
    const room = await openStage("marked");
    await room.streamChanged(report("performer", "ada", titled("Nina", "Sinnerman")));
    const ada = await follow(room, "ada", "marked-ada");
    const play = await until(() => ada.now().tracks[0]);
    const mark = {
      playId: play.id,
      trackId: play.track.id ?? "",
      setId: "marked-ada",
      createdAt: Date.now(),
    };
    const told = {
      trackId: mark.trackId,
      setId: mark.setId,
      favoriteCount: 1,
      trackFavoriteCount: 1,
      mediaAt: null,
      heart: null,
    };
    await db.insert(favorites).values({ ...mark, userId: "ann" });
    await db.insert(favorites).values({ ...mark, userId: "eve" });
    // Late, early or repeated events: the stored count is what matters.
    await Promise.all([room.favorited(told), room.favorited(told), room.favorited(told)]);
    await until(() => ada.now().totalFavorites === 2);
    expect(ada.now().tracks[0]?.favoriteCount).toBe(2);
    await db.delete(favorites).where(eq(favorites.userId, "ann"));
    await room.favorited(told);
    await until(() => ada.now().totalFavorites === 1);
    expect(ada.now().tracks[0]?.favoriteCount).toBe(1);
    expect((await follow(room, "theo", "marked-ada")).first).toMatchObject({ totalFavorites: 1 });
  });

  test("sends the full state to a new subscriber without loss or repetition", async () => {
    const room = await openStage("again");
    await room.streamChanged(report("performer", "ada", titled("Nina", "Sinnerman")));
    const before = await follow(room, "ada", "again-ada");
    const play = await until(() => before.now().tracks[0]);
    await room.cheer(cheerOf("ann", play.id));
    before.socket.close();
    await room.cheer(cheerOf("eve", play.id));
    await room.streamChanged(report("performer", "ada", titled("Bill", "Lovely Day")));
    await wait(200);
    const after = await follow(room, "ada", "again-ada");
    expect(after.first.totalCheers).toBe(2);
    expect(after.first.tracks.map(({ track, cheerCount }) => [track.title, cheerCount])).toEqual([
      ["Sinnerman", 2],
      ["Lovely Day", 0],
    ]);
    // Once it has reached the database, it is the same.
    await expect.poll(() => db.$count(cheers, eq(cheers.setId, "again-ada"))).toBe(2);
    await expect.poll(() => db.$count(plays, eq(plays.setId, "again-ada"))).toBe(2);
    await evictDurableObject(room);
    const { n: _, ...settled } = (await follow(room, "theo", "again-ada")).first;
    expect(after.first).toMatchObject(settled);
  });

  test("continues on open sockets after an eviction, with the full state first", async () => {
    const room = await openStage("slept");
    await room.streamChanged(report("performer", "ada", titled("Nina", "Sinnerman")));
    const ada = await follow(room, "ada", "slept-ada");
    await until(() => ada.now().tracks.length === 1);
    await evictDurableObject(room);
    await room.cheer(cheerOf("ann", ada.now().tracks[0]?.id));
    await until(() => ada.socket.updates.some(({ event }) => event === "live state"));
    await room.cheer(cheerOf("eve", ada.now().tracks[0]?.id));
    await until(() => ada.now().totalCheers === 2);
    await wait(100);
    expect(ada.now()).toMatchObject({ totalCheers: 2, tracks: [{ cheerCount: 2 }] });
    expect(ada.now().cheers).toHaveLength(2);
  });

  test("reports that the set was moved or cancelled", async () => {
    const room = await openStage("moved");
    const ada = await follow(room, "ada", "moved-ada");
    await db.update(sets).set({ name: "Later" }).where(eq(sets.id, "moved-ada"));
    await room.refresh();
    await until(() => ada.now().name === "Later");
    await db.update(sets).set({ status: "cancelled" }).where(eq(sets.id, "moved-ada"));
    await room.refresh();
    await until(() => ada.now().isCancelled);
  });
});

describe("at a handover", () => {
  test("reactions count for the set whose sound was heard", async () => {
    const room = await openStage("turn", { endsInMs: 1_500 });
    await room.streamChanged(report("performer", "ada", titled("Nina", "Sinnerman")));
    await room.streamChanged(report("performer", "bob", titled("Bill", "Lovely Day")));
    const ada = await follow(room, "theo", "turn-ada");
    const bob = await follow(room, "bob", "turn-bob");
    await until(() => ada.now().tracks.length === 1);
    await room.cheer(cheerOf("ann", ada.now().tracks[0]?.id));
    await until(() => bob.now().air !== null && bob.now().tracks.length === 1, 8_000);
    expect(ada.now().air).toBeNull();
    // With a delay of two seconds, a listener still hears the previous set.
    await room.cheer(cheerOf("eve", null, (bob.now().air?.since ?? 0) - 500));
    await room.cheer(cheerOf("kim", null, Date.now()));
    await until(() => bob.now().totalCheers === 1 && ada.now().totalCheers === 2);
    expect(ada.now().tracks).toMatchObject([{ track: { title: "Sinnerman" }, cheerCount: 2 }]);
    expect(bob.now().tracks).toMatchObject([{ track: { title: "Lovely Day" }, cheerCount: 1 }]);
    await expect.poll(() => db.$count(cheers, eq(cheers.setId, "turn-ada"))).toBe(2);
  }, 15_000);
});

describe("the live feed of a set", () => {
  test("is refused for visitors, other performers, listeners and other stages", async () => {
    const room = await openStage("closed");
    const other = await openStage("elsewhere");
    const refusalOf = async (socket: Listener, set: string) =>
      (await socket.send("room updates join", { set })) as { event: string; code?: string };
    const nobody = await Listener.open(room);
    expect(await refusalOf(nobody, "closed-ada")).toMatchObject({ event: "error", code: "authorization" });
    const bob = await Listener.open(room, viewer("bob"));
    expect(await refusalOf(bob, "closed-ada")).toMatchObject({ event: "error", code: "not-found" });
    const ann = await Listener.open(room, viewer("ann"));
    expect(await refusalOf(ann, "closed-ada")).toMatchObject({ event: "error", code: "not-found" });
    const ada = await Listener.open(room, viewer("ada"));
    expect(await refusalOf(ada, "elsewhere-ada")).toMatchObject({ event: "error", code: "not-found" });
    expect(await refusalOf(ada, "no-such-set")).toMatchObject({ event: "error", code: "not-found" });
    const elsewhere = await Listener.open(other, viewer("ada"));
    expect(await refusalOf(elsewhere, "elsewhere-ada")).toMatchObject({ event: "ack" });
    await room.streamChanged(report("performer", "ada", titled("Nina", "Sinnerman")));
    await wait(200);
    for (const socket of [nobody, bob, ann, ada]) expect(socket.updates).toEqual([]);
  });

  test("is refused for a frame without a set", async () => {
    const room = await openStage("misspelt");
    const ada = await Listener.open(room, viewer("ada"));
    for (const data of [undefined, null, {}, { set: 7 }, { set: "" }, { set: "x".repeat(65) }, "set"]) {
      expect(await ada.send("room updates join", data)).toMatchObject({ event: "error", code: "bad-input" });
    }
  });

  test("ends for the set that was unsubscribed, and only for that one", async () => {
    const room = await openStage("left");
    const ada = await follow(room, "ada", "left-ada");
    expect(await ada.socket.send("room updates leave", { set: "another" })).toMatchObject({ event: "ack" });
    await room.streamChanged(report("performer", "ada", titled("Nina", "Sinnerman")));
    await until(() => ada.now().tracks.length === 1);
    expect(await ada.socket.send("room updates leave", { set: "left-ada" })).toMatchObject({ event: "ack" });
    expect(await ada.socket.send("room updates leave", { set: "left-ada" })).toMatchObject({ event: "ack" });
    const told = ada.socket.updates.length;
    await evictDurableObject(room);
    await room.cheer(cheerOf("ann"));
    await wait(200);
    expect(ada.socket.updates).toHaveLength(told);
  });

  test("ends for a manager who loses that role", async () => {
    const room = await openStage("demoted");
    const theo = await follow(room, "theo", "demoted-ada");
    await db.delete(stageManagers).where(eq(stageManagers.stageId, "demoted"));
    await room.refresh();
    const reply = await until(() => theo.socket.replies.find(({ event }) => event === "error"));
    expect(reply).toMatchObject({ id: null, code: "not-found" });
    await room.streamChanged(report("performer", "ada", titled("Nina", "Sinnerman")));
    await wait(200);
    expect(theo.now().tracks).toEqual([]);
  });
});
