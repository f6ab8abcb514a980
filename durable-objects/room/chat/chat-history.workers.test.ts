/** The messages of a broadcast, for its replay. */
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { addPerformer, addStage, Listener, report, viewer } from "#tests/helpers/rooms.ts";
import { storageOf } from "#tests/helpers/storage.ts";

/** A stage that is on air, with the performance's name. */
async function onAir(id: string) {
  const room = await addStage(id);
  const ann = await Listener.open(room, viewer("ann"));
  await ann.say("before it starts");
  await room.streamChanged(report("stage", id));
  const stored = await storageOf(room);
  const performance = /\\"performance\\":\\"([^\\]+)/.exec(stored)?.[1] ?? "";
  return { room, ann, performance };
}

const idOf = (reply: Awaited<ReturnType<Listener["say"]>>) =>
  reply.event === "ack" ? (reply.data as { _id: string })._id : "";

test("a replay has what was said while it was on air, oldest first, after the chat shows it no longer", async () => {
  const { room, ann, performance } = await onAir("history");
  const bob = await Listener.open(room, viewer("bob"));
  await ann.say("one");
  await bob.say("two");
  const { messages } = (await ann.event("snapshot")).data;
  expect(messages.map(({ message }) => message)).not.toContain("one");
  await evictDurableObject(room);
  const kept = await room.replayChat(performance);
  expect(kept.map(({ message, userId }) => [userId, message])).toEqual([
    ["ann", "one"],
    ["bob", "two"],
  ]);
  expect(kept[0]).toMatchObject({ user: "name of ann", badge: null, profile: null });
  expect(await room.replayChat("another")).toEqual([]);
  await room.streamChanged(
    report("stage", "history", { state: "down", disconnectedAt: Date.now() - 30_000 }),
  );
  await ann.event("room set", ({ data }) => !data.online);
  await ann.say("afterwards");
  expect(await room.replayChat(performance)).toHaveLength(2);
  await room.forgetReplay(performance);
  expect(await room.replayChat(performance)).toEqual([]);
});

test("what is deleted in the chat is deleted in the replay, also when the chat shows it no longer", async () => {
  const { room, ann, performance } = await onAir("deleted-history");
  const texts = async () => (await room.replayChat(performance)).map(({ message }) => message);
  const bob = await Listener.open(room, viewer("bob"));
  const bad = idOf(await ann.say("a bad word"));
  await bob.say("from bob");
  expect(await room.deleteMessages({ messageIds: [bad] })).toEqual(["ann"]);
  expect(await texts()).toEqual(["from bob"]);
  // As if many had written since.
  const old = idOf(await ann.say("an old bad word"));
  await runInDurableObject(room, (_, { storage }) => {
    storage.sql.exec("update chat set seq = -seq");
    storage.sql.exec("delete from journal");
    storage.sql.exec("delete from mentions");
  });
  await evictDurableObject(room);
  expect(await texts()).toEqual(["from bob", "an old bad word"]);
  expect(await room.messagesOf("ann")).toMatchObject([{ id: old, message: "an old bad word" }]);
  expect(await room.deleteMessages({ messageIds: [old] })).toEqual(["ann"]);
  expect(await room.deleteMessages({ messageIds: [old] })).toEqual([]);
  expect(await room.deleteMessages({ user: "bob" })).toEqual(["bob"]);
  expect(await texts()).toEqual([]);
  const stored = await storageOf(room);
  for (const text of ["bad word", "from bob"]) expect(stored).not.toContain(text);
});

test("a ban and an erased account take what they wrote out of the replay", async () => {
  await addPerformer("history-cem");
  const { room, ann, performance } = await onAir("banned-history");
  const cem = await Listener.open(room, viewer("history-cem"));
  await ann.say("from ann");
  await cem.say("from cem");
  await room.restrict("ann", { until: null });
  expect((await room.replayChat(performance)).map(({ message }) => message)).toEqual(["from cem"]);
  await room.forgetUser("history-cem");
  expect(await room.replayChat(performance)).toEqual([]);
  expect(await storageOf(room)).not.toContain("from cem");
});
