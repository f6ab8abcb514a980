import { env, evictDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { openDb } from "#db/client.ts";
import { blocks } from "#db/schema/index.ts";
import { addPerformer, Listener, report, viewer } from "#tests/helpers/rooms.ts";
import { relayShard } from "../../stubs.ts";

const db = openDb(env.DB);
const cheerOf = (userId: string) => ({
  userId,
  username: userId,
  trackId: null,
  playId: null,
  mediaAt: null,
});
const refusal = { event: "error", code: "not-welcome", error: "You cannot contact this person." };

async function onAirProfile(owner: string) {
  for (const id of [owner, `${owner}-troll`, `${owner}-fan`]) await addPerformer(id);
  const room = env.PROFILE_ROOM.getByName(owner);
  await room.streamChanged(report("performer", owner));
  const open = (id: string) => Listener.open(room, viewer(`${owner}-${id}`));
  return { room, troll: await open("troll"), fan: await open("fan") };
}

const block = (userId: string, blockedId: string) =>
  db.insert(blocks).values({ userId, blockedId, createdAt: Date.now() });

test("a user who is blocked on an open profile can read and listen, but neither write nor cheer", async () => {
  const { room, troll, fan } = await onAirProfile("ada");
  expect(await troll.send("profileChat", { msg: "before" })).toMatchObject({ event: "ack" });
  await block("ada", "ada-troll");
  await room.setBlocked("ada-troll", true);
  for (let life = 0; life < 2; life++) {
    expect(await troll.send("profileChat", { msg: "after" })).toMatchObject(refusal);
    expect(await room.cheer(cheerOf("ada-troll"))).toEqual({ ok: false, code: "not-welcome" });
    await evictDurableObject(room);
  }
  expect(await fan.send("profileChat", { msg: "hello" })).toMatchObject({ event: "ack" });
  expect(await room.cheer(cheerOf("ada-fan"))).toMatchObject({ ok: true });
  await troll.event("profile message", ({ data }) => data.message === "hello");
  expect(await troll.send("listen", { class: "normal" })).toMatchObject({ event: "ack" });
  expect(fan.events.some(({ data }) => "message" in data && data.message === "after")).toBe(false);
});

test("a user who is unblocked can write and cheer immediately", async () => {
  const { room, troll } = await onAirProfile("bea");
  await block("bea", "bea-troll");
  await room.setBlocked("bea-troll", true);
  expect(await troll.send("profileChat", { msg: "no" })).toMatchObject(refusal);
  await db.delete(blocks);
  await room.setBlocked("bea-troll", false);
  expect(await troll.send("profileChat", { msg: "yes" })).toMatchObject({ event: "ack" });
  expect(await room.cheer(cheerOf("bea-troll"))).toMatchObject({ ok: true });
});

test("a profile that starts later reads its owner's blocks from the database", async () => {
  await addPerformer("cleo");
  await addPerformer("cleo-troll");
  await block("cleo", "cleo-troll");
  const room = env.PROFILE_ROOM.getByName("cleo");
  await room.setBlocked("cleo-troll", true);
  await room.streamChanged(report("performer", "cleo"));
  const troll = await Listener.open(room, viewer("cleo-troll"));
  expect(await troll.send("profileChat", { msg: "hi" })).toMatchObject(refusal);
  expect(await room.cheer(cheerOf("cleo-troll"))).toEqual({ ok: false, code: "not-welcome" });
});

test("a block without an event takes effect when the room refreshes", async () => {
  const { room, troll } = await onAirProfile("dee");
  await block("dee", "dee-troll");
  await room.refresh();
  expect(await troll.send("profileChat", { msg: "hi" })).toMatchObject(refusal);
});

test("a blocked user is also refused from a shard of the profile", async () => {
  const { room, troll } = await onAirProfile("eve");
  troll.close();
  await block("eve", "eve-troll");
  await room.setBlocked("eve-troll", true);
  const there = await Listener.open(relayShard(env, "profile/eve", 0), viewer("eve-troll"));
  expect(await there.send("profileChat", { msg: "hi" })).toMatchObject(refusal);
});
