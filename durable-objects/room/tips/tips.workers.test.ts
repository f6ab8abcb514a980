/** Tips in a room: whom they go to, shown and counted once, and what is left of them. */
import { env, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { applyLiveUpdate, LiveSet } from "#app/domains/air/stages/live/set-updates.ts";
import { putRestriction } from "#app/domains/air/stages/queries/moderation.ts";
import type { TipNews } from "#app/domains/value/tokens/port.ts";
import { openDb } from "#db/client.ts";
import { chatPlaces, tips, users, wallets } from "#db/schema/index.ts";
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
import { storageOf } from "#tests/helpers/storage.ts";
import { profileRoom } from "../../stubs.ts";

const db = openDb(env.DB);
const minuteMs = 60_000;

let isPeopled = false;
beforeEach(async () => {
  if (isPeopled) return;
  isPeopled = true;
  for (const id of ["ada", "bob", "theo", "ann"]) await addPerformer(id);
});

/** A booking stage with Ada's current set, on air. */
async function onAir(id: string) {
  const room = await addStage(id, { isInstant: false });
  const now = Date.now();
  await addSet(`${id}-set`, {
    stageId: id,
    performerId: "ada",
    startsAt: now - minuteMs,
    endsAt: now + 10 * minuteMs,
  });
  await addManager(id, "theo");
  await room.refresh();
  await room.streamChanged(report("performer", "ada"));
  return room;
}

type Room = Awaited<ReturnType<typeof onAir>>;

const asked = (change: Partial<Parameters<Room["tipTarget"]>[0]> = {}) => ({
  userId: "ann",
  performer: "ada",
  playId: null,
  mediaAt: null,
  ...change,
});

const person = (userId: string) => ({ userId, username: `name of ${userId}`, badge: null });

let tipNumber = 0;

/** Returns what the wallet of the sender would tell, of a tip that this room has placed. */
async function newsOf(
  room: Pick<Room, "tipTarget">,
  change: Partial<TipNews> = {},
  performer = "ada",
): Promise<TipNews> {
  const from = change.from ?? person("ann");
  const target = await room.tipTarget(asked({ userId: from.userId, performer }));
  if (!target.ok) throw new Error(target.code);
  tipNumber += 1;
  return {
    tip: `tip-${tipNumber}`,
    amount: 25,
    from,
    to: person(performer),
    isHidden: false,
    place: target.place,
    at: Date.now(),
    ...change,
  };
}

const tipped = (listener: Listener) => listener.events.filter(({ event }) => event === "tipped");
const rowsIn = (listener: Listener) =>
  listener.events.filter(({ event }) => event === "room tipped" || event === "profile tipped");

async function follow(room: Room, who: string, set: string) {
  const socket = await Listener.open(room, viewer(who));
  const reply = await socket.send("room updates join", { set });
  if (reply.event !== "ack") throw new Error(reply.code);
  const first = LiveSet.parse(reply.data);
  return { first, now: () => socket.updates.reduce(applyLiveUpdate, first) };
}

test("a tip goes to whom was heard, and no one else's, one's own, unwelcome or silent ones are taken", async () => {
  const room = await onAir("targets");
  const target = await room.tipTarget(asked());
  expect(target).toMatchObject({
    ok: true,
    performerId: "ada",
    place: {
      room: "stage/targets",
      stageId: "targets",
      setId: "targets-set",
      performance: expect.any(String),
    },
  });
  expect(await room.tipTarget(asked({ performer: "bob" }))).toMatchObject({ code: "performer-changed" });
  expect(await room.tipTarget(asked({ userId: "ada" }))).toMatchObject({ code: "tip-self" });
  for (const until of [null, Date.now() + minuteMs]) {
    await putRestriction(db, { stageId: "targets", userId: "ann", until, createdAt: Date.now() }, 2);
    await room.restrict("ann", { until });
    expect(await room.tipTarget(asked())).toMatchObject({ code: "not-welcome" });
  }
  const past = { stageId: "targets", userId: "ann", until: Date.now() - 1 };
  await putRestriction(db, { ...past, createdAt: Date.now() }, 2);
  await room.restrict("ann", { until: Date.now() - 1 });
  const heardAt = Date.now();
  // Her encoder is gone: who is behind still hears her.
  const bob = await Listener.open(room, viewer("bob"));
  await room.streamChanged(
    report("performer", "ada", { state: "down", disconnectedAt: heardAt - 3 * minuteMs }),
  );
  await bob.event("room set", ({ data }) => !data.online);
  expect(await room.tipTarget(asked({ mediaAt: heardAt - 10 }))).toMatchObject({
    ok: true,
    performerId: "ada",
  });
  expect(await room.tipTarget(asked())).toMatchObject({ code: "not-live" });
});

test("a profile takes tips at any time, for no set, and none of blocked people", async () => {
  const room = profileRoom(env, "bob");
  expect(await room.tipTarget(asked({ performer: "bob" }))).toMatchObject({
    ok: true,
    performerId: "bob",
    place: { room: "profile/bob", stageId: null, setId: null, broadcastId: null, performance: null },
  });
  expect(await room.tipTarget(asked())).toMatchObject({ code: "performer-changed" });
  const bob = await Listener.open(room, viewer("bob"));
  const news = await newsOf(room, {}, "bob");
  for (let time = 0; time < 2; time++) await room.tipped(news);
  expect((await bob.event("profile tipped")).data).toMatchObject({ _id: news.tip, toId: "bob", amount: 25 });
  expect((await bob.event("tipped")).data).toMatchObject({ totalTips: 25, user: "name of ann" });
  expect(rowsIn(bob)).toHaveLength(1);
  await room.setBlocked("ann", true);
  await runInDurableObject(room, (_, { storage }) => {
    storage.sql.exec("insert or ignore into blocked (user_id) values ('ann')");
  });
  await evictDurableObject(room);
  expect(await room.tipTarget(asked({ performer: "bob" }))).toMatchObject({ code: "not-welcome" });
});

test("a tip is shown and counted once, however often, however late and after whichever eviction it is told", async () => {
  const room = await onAir("once");
  const bob = await Listener.open(room, viewer("bob"));
  const dashboard = await follow(room, "ada", "once-set");
  expect(dashboard.first).toMatchObject({ totalTips: 0, tips: [] });
  const [first, second] = [await newsOf(room), await newsOf(room, { amount: 100 })];
  await room.tipped(first);
  await Promise.all([room.tipped(first), room.tipped(second), room.tipped(first)]);
  await evictDurableObject(room);
  await room.tipped(first);
  // Days later: neither the chat nor the feed of the set has it any more.
  await runInDurableObject(room, (_, { storage }) => {
    for (const table of ["journal", "tip_messages", "set_ledger"]) storage.sql.exec(`delete from ${table}`);
  });
  await evictDurableObject(room);
  await room.tipped(second);
  await bob.say("after all of them");
  await bob.event("room message");
  expect(tipped(bob).map(({ data }) => data)).toEqual([
    { mediaAt: first.place.mediaAt, tip: first.tip, amount: 25, user: "name of ann", totalTips: 25 },
    { mediaAt: second.place.mediaAt, tip: second.tip, amount: 100, user: "name of ann", totalTips: 125 },
  ]);
  expect(rowsIn(bob).map(({ data }) => data)).toMatchObject([
    { _id: first.tip, fromId: "ann", fromUsername: "name of ann", toUsername: "name of ada", amount: 25 },
    { _id: second.tip },
  ]);
});

test("the dashboard gets each tip once, from the room and from the database", async () => {
  const room = await onAir("desk");
  const early = await newsOf(room);
  await room.tipped(early);
  const ada = await follow(room, "ada", "desk-set");
  expect(ada.first).toMatchObject({ totalTips: 25, tips: [{ id: early.tip, fromId: "ann" }] });
  const hidden = await newsOf(room, { amount: 7, isHidden: true, from: person("bob") });
  await room.tipped(hidden);
  await room.tipped(hidden);
  await until(() => ada.now().totalTips === 32);
  expect(ada.now().tips).toMatchObject([
    { id: hidden.tip, amount: 7, fromUsername: "Anonymous", fromId: "" },
    { id: early.tip },
  ]);
  // The copies that the wallets write, one of them given back in part.
  await db.insert(wallets).values({ id: "w-ann", userId: "ann", createdAt: 0 });
  const copy = (news: TipNews) => ({
    id: news.tip,
    fromWallet: "w-ann",
    toWallet: "w-ada",
    amount: news.amount,
    setId: "desk-set",
    isHidden: news.isHidden,
    tippedAt: news.at,
  });
  await db.insert(tips).values([{ ...copy(early), reversed: 5 }, copy(hidden)]);
  await evictDurableObject(room);
  const again = await follow(room, "theo", "desk-set");
  expect(again.first).toMatchObject({
    totalTips: 27,
    tips: [
      { id: hidden.tip, fromId: "", fromUsername: "Anonymous" },
      { id: early.tip, amount: 20, fromId: "ann", fromUsername: "name of ann" },
    ],
  });
});

test("a hidden tip says nowhere whose it is, and a performer who hides statistics shows no total", async () => {
  const room = await onAir("hidden");
  const bob = await Listener.open(room, viewer("bob"));
  await db.update(users).set({ hideProfileStats: true }).where(eq(users.id, "ada"));
  await room.refresh();
  const news = await newsOf(room, {
    isHidden: true,
    from: { userId: "secret-id", username: "Secret", badge: "b" },
  });
  await room.tipped(news);
  expect((await bob.event("room tipped")).data).toEqual({
    _id: news.tip,
    time: news.at,
    mediaAt: news.place.mediaAt,
    fromUsername: "Anonymous",
    fromId: "",
    fromBadge: null,
    toUsername: "name of ada",
    toId: "ada",
    toBadge: null,
    amount: 25,
  });
  expect((await bob.event("tipped")).data).toMatchObject({ user: "Anonymous", totalTips: null });
  expect(await storageOf(room)).not.toMatch(/secret/i);
  await db.update(users).set({ hideProfileStats: false }).where(eq(users.id, "ada"));
});

test("a tip of a set that is over by then counts in that set, and its replay has it", async () => {
  const room = await onAir("late");
  const news = await newsOf(room);
  await room.streamChanged(
    report("performer", "ada", { state: "down", disconnectedAt: Date.now() - 30_000 }),
  );
  const bob = await Listener.open(room, viewer("bob"));
  await vi.waitFor(async () => expect((await room.onAir()).online).toBe(false));
  await room.tipped(news);
  expect((await bob.event("tipped")).data).toMatchObject({ mediaAt: news.place.mediaAt, totalTips: 25 });
  expect((await follow(room, "ada", "late-set")).first.totalTips).toBe(25);
  const { performance } = news.place;
  expect(await room.replayTips(performance ?? "")).toMatchObject([
    { _id: news.tip, mediaAt: news.place.mediaAt },
  ]);
  const late = await Listener.open(room);
  expect((await late.event("snapshot")).data.tips).toMatchObject([{ _id: news.tip }]);
  await room.forgetReplay(performance ?? "");
  expect(await room.replayTips(performance ?? "")).toEqual([]);
  await room.tipped(news);
  expect(rowsIn(bob)).toHaveLength(1);
});

test("a ban takes the rows of the banned out of the chat, and leaves what they gave in the totals", async () => {
  const room = await onAir("banning-tips");
  const bob = await Listener.open(room, viewer("bob"));
  const news = await newsOf(room);
  await room.tipped(news);
  await room.restrict("ann", { until: null });
  expect((await bob.event("message deleted")).data).toEqual({ _id: news.tip });
  expect(await room.replayTips(news.place.performance ?? "")).toEqual([]);
  const late = await Listener.open(room);
  expect((await late.event("snapshot")).data.tips ?? []).toEqual([]);
  await room.restrict("ann", null);
  await room.tipped(await newsOf(room));
  expect(tipped(bob).at(-1)?.data).toMatchObject({ totalTips: 50 });
  expect((await follow(room, "ada", "banning-tips-set")).first).toMatchObject({
    totalTips: 50,
    tips: [{}, {}],
  });
});

test("an erased sender is named nowhere, and what they gave stays counted", async () => {
  await addPerformer("gone-sender-01");
  const room = await onAir("erasing-tips");
  const ada = await follow(room, "ada", "erasing-tips-set");
  const news = await newsOf(room, { from: person("gone-sender-01") });
  await room.tipped(news);
  await until(() => ada.now().totalTips === 25);
  // So that the erasure of their account comes here.
  const places = () => db.select().from(chatPlaces).where(eq(chatPlaces.userId, "gone-sender-01"));
  await vi.waitFor(async () => expect(await places()).toMatchObject([{ room: "stage/erasing-tips" }]));
  await db.delete(users).where(eq(users.id, "gone-sender-01"));
  await room.forgetUser("gone-sender-01");
  expect(await storageOf(room)).not.toContain("gone-sender-01");
  await until(() => ada.now().tips[0]?.fromUsername === "Anonymous");
  expect(ada.now()).toMatchObject({ totalTips: 25, tips: [{ fromId: "", amount: 25 }] });
  const late = await Listener.open(room);
  expect((await late.event("snapshot")).data.tips ?? []).toEqual([]);
});
