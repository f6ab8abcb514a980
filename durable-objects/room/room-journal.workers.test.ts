/** The stored part of a room's journal: its rows, its numbers after an eviction, and tables of earlier versions. */
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { addStage, Listener, until, viewer } from "#tests/helpers/rooms.ts";

const snapshotOf = async (room: Awaited<ReturnType<typeof addStage>>) => {
  const listener = await Listener.open(room, viewer("reader"));
  return (await listener.event("snapshot")).data;
};

test("messages of an earlier version stay in the chat and in replays", async () => {
  const room = await addStage("former");
  const ann = await Listener.open(room, viewer("ann"));
  await ann.say("of this version");
  await runInDurableObject(room, (_, { storage: { sql } }) => {
    sql.exec("create table messages (id text primary key, seq integer not null, json text not null)");
    sql.exec(
      "create table chat_history (id text primary key, performance text not null, at integer not null, user_id text not null, json text not null)",
    );
    const rows = sql.exec<{ seq: number; json: string }>("select seq, json from chat").toArray();
    const [now] = rows.map(({ seq, json }) => ({ seq, message: JSON.parse(json) }));
    for (const [id, at, isShown] of [
      ["old", 1_000, false],
      ["shown", 2_000, true],
    ] as const) {
      const json = JSON.stringify({ ...now?.message, _id: id, message: id, time: at });
      sql.exec("insert into chat_history values (?, 'then', ?, 'ann', ?)", id, at, json);
      if (isShown) sql.exec("insert into messages values (?, ?, ?)", id, (now?.seq ?? 0) + 1, json);
    }
    sql.exec("insert into messages values (?, ?, ?)", now?.message._id, now?.seq ?? 0, rows[0]?.json ?? "");
    sql.exec("delete from chat");
    sql.exec("delete from journal");
  });
  await evictDurableObject(room);
  const { messages } = await snapshotOf(room);
  expect(messages.map(({ message }) => message)).toEqual(["shown", "of this version"]);
  expect((await room.replayChat("then")).map(({ message }) => message)).toEqual(["old", "shown"]);
  const bob = await Listener.open(room, viewer("bob"));
  await bob.say("afterwards");
  expect((await snapshotOf(room)).messages.map(({ message }) => message)).toEqual([
    "afterwards",
    "shown",
    "of this version",
  ]);
});

test("numbers of events that were only counted are not used again after an eviction", async () => {
  const room = await addStage("counted");
  const ann = await Listener.open(room, viewer("ann"));
  await ann.send("listen", { class: "live" });
  const count = await until(() => ann.events.find(({ event }) => event === "room listeners"));
  await evictDurableObject(room);
  const bob = await Listener.open(room, viewer("bob"), count.seq - 1);
  const first = await until(() => bob.events[0]);
  expect(first.event).toBe("snapshot");
  await bob.say("after the eviction");
  const said = await until(() => bob.events.find(({ event }) => event === "room message"));
  expect(said.seq).toBeGreaterThan(count.seq);
  expect(said.seq).toBe(first.seq + 1);
});

test("a room that is quiet forgets no number, and its messages resume where the page was", async () => {
  const room = await addStage("quiet");
  const ann = await Listener.open(room, viewer("ann"));
  await ann.say("one");
  const one = await until(() => ann.events.find(({ event }) => event === "room message"));
  await ann.say("two");
  await evictDurableObject(room);
  const bob = await Listener.open(room, viewer("bob"), one.seq);
  const [missed] = await until(() => bob.events.length > 0 && bob.events);
  expect(missed).toMatchObject({ event: "room message", seq: one.seq + 1, data: { message: "two" } });
  await room.deleteMessages({ user: "ann" });
  await evictDurableObject(room);
  await bob.say("three");
  const three = await until(() =>
    bob.events.find(
      ({ event, data }) => event === "room message" && (data as { message: string }).message === "three",
    ),
  );
  expect(three.seq).toBeGreaterThan(one.seq + 2);
});
