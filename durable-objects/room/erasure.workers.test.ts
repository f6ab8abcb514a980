import { env, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { openDb } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { erased } from "#packages/durable/erase-object.ts";
import {
  addPerformer,
  addSet,
  addStage,
  Listener,
  report,
  Uplink,
  until,
  viewer,
} from "#tests/helpers/rooms.ts";
import { storageOf } from "#tests/helpers/storage.ts";
import { relayShard } from "../stubs.ts";

const db = openDb(env.DB);
const idOf = (reply: Awaited<ReturnType<Listener["say"]>>) =>
  reply.event === "ack" ? (reply.data as { _id: string })._id : "";

test("a deleted message is removed from open pages, new snapshots and resumed sockets", async () => {
  const room = await addStage("deleting");
  const [ann, bob] = [await Listener.open(room, viewer("ann")), await Listener.open(room, viewer("bob"))];
  const { seq } = await bob.event("snapshot");
  const bad = idOf(await ann.say("a bad word", "bad"));
  await ann.say("a good word");
  expect(await room.deleteMessages({ messageIds: [bad] })).toEqual(["ann"]);
  expect((await bob.event("message deleted")).data).toEqual({ _id: bad });
  expect(await room.deleteMessages({ messageIds: [bad] })).toEqual([]);
  expect(await room.deleteMessages({ messageIds: ["no such message"] })).toEqual([]);
  await evictDurableObject(room);
  const late = await Listener.open(room);
  expect((await late.event("snapshot")).data.messages.map(({ message }) => message)).toEqual(["a good word"]);
  const resumed = await Listener.open(room, viewer(null), seq);
  await until(() => resumed.events.length === 3);
  expect(resumed.events.map((event) => [event.seq, event.event])).toEqual([
    [seq + 1, "message deleted"],
    [seq + 2, "room message"],
    [seq + 3, "message deleted"],
  ]);
  expect(await storageOf(room)).not.toContain("a bad word");
  // The answer was lost: a repetition does not post it again.
  expect(await ann.say("a bad word", "bad")).toMatchObject({ event: "ack", data: { _id: bad } });
  expect(ann.events.filter(({ event }) => event === "room message")).toHaveLength(2);
});

test("an erased user leaves no data in a stage, its shards or open pages", async () => {
  const id = "gone-performer-01";
  await addPerformer(id);
  const room = await addStage("forgetful", { isInstant: false });
  const now = Date.now();
  await addSet("their set", {
    stageId: "forgetful",
    performerId: id,
    startsAt: now - 60_000,
    endsAt: now + 60_000,
  });
  await room.refresh();
  await room.streamChanged(report("performer", id, { title: { artist: "A", title: "B", at: now } }));
  const bob = await Listener.open(room, viewer("bob"));
  const shard = relayShard(env, "stage/forgetful", 0);
  const { seq } = await bob.event("snapshot");
  await runInDurableObject(room, (_, { storage }) => {
    storage.sql.exec("insert into memory (name, json) values ('shards', '1')");
  });
  await evictDurableObject(room);
  const onShard = await Listener.open(shard, viewer(id));
  expect(await onShard.say("remember me")).toMatchObject({ event: "ack" });
  await room.cheer({ userId: id, username: "Gone", trackId: null, playId: null, mediaAt: null });
  await bob.say("who was that?");
  expect(await storageOf(room)).toContain(id);

  await db.delete(users);
  await room.forgetUser(id);
  expect(await until(() => onShard.closeCode)).toBe(4401);
  expect(await storageOf(room)).not.toContain(id);
  expect(await storageOf(room)).not.toContain("remember me");
  await bob.event("message deleted");
  await bob.event("room set", ({ data }) => data.currentDj === null && !data.online);
  await vi.waitFor(async () => {
    expect(await storageOf(shard)).not.toContain(id);
    expect(await storageOf(shard)).not.toContain("remember me");
  });
  await evictDurableObject(room);
  const late = await Listener.open(room, viewer(null), seq);
  const { data } = await late.event("snapshot");
  expect(data.messages.map(({ message }) => message)).toEqual(["who was that?"]);
  expect(JSON.stringify(data)).not.toContain(id);
  await room.forgetUser(id);
  expect(await bob.say("and on it goes")).toMatchObject({ event: "ack" });
  expect(
    (await bob.event("room message", (event) => event.data.message === "and on it goes")).seq,
  ).toBeGreaterThan(seq);
});

test("an erased profile goes off air, closes its sockets and stores nothing", async () => {
  await addPerformer("erased-01");
  const room = env.PROFILE_ROOM.getByName("erased-01");
  await room.streamChanged(report("performer", "erased-01"));
  const uplink = await Uplink.open(room, "stream-erased-01");
  const ann = await Listener.open(room, viewer("ann"));
  await ann.send("profileChat", { msg: "anybody there?" });
  await db.delete(users);
  await erased(room.erase());
  await ann.event("room set", ({ data }) => !data.online);
  expect(await until(() => ann.closeCode)).toBe(4404);
  await until(() => uplink.closeCode);
  const again = env.PROFILE_ROOM.getByName("erased-01");
  expect(await storageOf(again)).not.toMatch(/erased-01|ann|anybody there/);
  expect(await runInDurableObject(again, (_, { storage }) => storage.getAlarm())).toBeNull();
  await expect(Listener.open(again)).rejects.toThrow("404");
  expect(await again.streamChanged(report("performer", "erased-01"))).toEqual({ wants: false });
});
