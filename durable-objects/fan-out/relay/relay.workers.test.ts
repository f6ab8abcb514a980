import { env, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { applyLiveUpdate, LiveSet } from "#app/domains/air/stages/live/set-updates.ts";
import { putRestriction } from "#app/domains/air/stages/queries/moderation.ts";
import { openDb } from "#db/client.ts";
import {
  addManager,
  addPerformer,
  addSet,
  addStage,
  Listener,
  report,
  Uplink,
  until,
  viewer,
} from "#tests/helpers/rooms.ts";
import { type SocketViewer, viewerHeader } from "../../contract.ts";
import { type Region, regionHeader } from "../../regions.ts";
import { encodeViewer } from "../../sockets.ts";
import { everyLobbyShard, relayShard, stageRoom } from "../../stubs.ts";
import { readShardName } from "../shard-name.ts";
import { ownBudget, restrictionHeader, shardHeader } from "../shards.ts";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A stage on air whose room and shards each carry one listener. */
async function crowd(id: string) {
  const room = await addStage(id);
  await room.streamChanged(report("stage", id));
  await runInDurableObject(room, (_, { storage }) => {
    storage.sql.exec("insert into memory (name, json) values (?, '1')", ownBudget.name);
  });
  const uplink = await Uplink.open(room, `stream-${id}`);
  return { room, uplink };
}

/** Connects as the Worker does: to the place that the room returns. */
async function join(
  id: string,
  who: SocketViewer,
  since?: number,
  region?: Region,
): Promise<{ listener: Listener; shard: string | null }> {
  const headers = new Headers({ upgrade: "websocket", [viewerHeader]: encodeViewer(who) });
  if (region !== undefined) headers.set(regionHeader, region);
  const query = since === undefined ? "" : `?since=${since}`;
  const response = await stageRoom(env, id).fetch(`https://room/${query}`, { headers });
  const shard = response.headers.get(shardHeader);
  if (response.webSocket) return { listener: new Listener(response.webSocket), shard };
  headers.set(restrictionHeader, response.headers.get(restrictionHeader) ?? "null");
  const name = readShardName(shard ?? "");
  if (name === null) throw new Error(`not a shard: ${shard}`);
  const { webSocket } = await relayShard(env, `stage/${id}`, name).fetch(`https://room/${query}`, {
    headers,
  });
  if (webSocket === null) throw new Error("the shard does not take this listener");
  return { listener: new Listener(webSocket), shard };
}

test("listeners above the room's limit are placed on shards with the same behavior", async () => {
  const { uplink } = await crowd("star");
  const joined = [];
  for (const name of ["ann", "bob", "eve"]) joined.push(await join("star", viewer(name)));
  expect(joined.map(({ shard }) => shard)).toEqual([null, "0", "1"]);
  const all = joined.map(({ listener }) => listener);
  const [ann, bob, eve] = all;
  if (!ann || !bob || !eve) throw new Error("three listeners");
  const snapshots = await Promise.all(all.map((each) => each.event("snapshot")));
  expect(snapshots[1]?.data).toEqual(snapshots[0]?.data);
  await ann.send("listen", { class: "normal" });
  await bob.send("listen", { class: "normal" });
  await eve.send("listen", { class: "live" });
  const stop = uplink.play();
  expect(await bob.say("from a shard", "b1")).toMatchObject({ event: "ack", id: "b1" });
  expect(await bob.say("from a shard", "b1")).toMatchObject({ event: "ack", id: "b1" });
  expect(await eve.say("")).toMatchObject({ event: "error", code: "chat-empty" });
  await ann.say("from the room");
  const said = (each: Listener) =>
    each.events.flatMap((event) => (event.event === "room message" ? [[event.seq, event.data]] : []));
  await until(() => all.every((each) => said(each).length === 2));
  expect(said(bob)).toEqual(said(ann));
  expect(said(eve)).toEqual(said(ann));
  await until(() => all.every((each) => each.packets.length > 20));
  stop();
  await wait(150);
  for (const each of all) {
    const seqs = each.packets.map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, i) => (seqs[0] ?? 0) + i));
    const known = new Map(ann.packets.map(({ seq, text, at }) => [seq, { text, at }]));
    for (const { seq, text } of each.packets) if (known.has(seq)) expect(known.get(seq)?.text).toBe(text);
  }
  await until(() =>
    ann.events.some(({ event, data }) => event === "room listeners" && data.currentListeners === 3),
  );
});

test("a broken line to a shard reconnects, and its listeners miss nothing", async () => {
  const { room, uplink } = await crowd("called");
  const { listener: ann } = await join("called", viewer("ann"));
  const { listener: bob, shard } = await join("called", viewer("bob"));
  expect(shard).toBe("0");
  await bob.send("listen", { class: "normal" });
  await ann.event("room listeners");
  await runInDurableObject(room, (_, state) => {
    for (const socket of state.getWebSockets("shard")) socket.close(1001);
  });
  await ann.say("while the line was cut");
  await bob.event("room message");
  uplink.send(10);
  await until(() => bob.packets.length === 10);
  await evictDurableObject(room);
  expect(await bob.say("after the room was evicted")).toMatchObject({ event: "ack" });
  const isLast = ({ data }: { data: { message: string } }) => data.message === "after the room was evicted";
  await Promise.all([ann.event("room message", isLast), bob.event("room message", isLast)]);
  const seqs = bob.events.map(({ seq }) => seq);
  expect(seqs).toEqual(seqs.map((_, i) => (seqs[0] ?? 0) + i));
  await wait(1_500);
  expect((await room.onAir()).currentListeners).toBe(1);
});

test("a new shard has earlier sound for listeners with smooth playback", async () => {
  const { uplink } = await crowd("filled");
  await join("filled", viewer("ann"));
  uplink.send(300);
  await wait(50);
  const { listener: bob, shard } = await join("filled", viewer("bob"));
  expect(shard).toBe("0");
  await bob.send("listen", { class: "normal", behind: 25_000 });
  uplink.send(3);
  await until(() => bob.packets.length === 303);
  const seqs = bob.packets.map(({ seq }) => seq);
  expect(seqs).toEqual(seqs.map((_, i) => (seqs[0] ?? 0) + i));
});

test("a listener on a shard is present in the room until they leave the shard or the room", async () => {
  await crowd("visited");
  const { listener: ann } = await join("visited", viewer("ann"));
  const { listener: bob } = await join("visited", viewer("bob"));
  const { listener: eve } = await join("visited", viewer("eve"));
  const isPresent = (...names: string[]) =>
    vi.waitFor(
      async () => {
        const present = everyLobbyShard(env).map((shard) => shard.present("stage/visited"));
        expect((await Promise.all(present)).flat().toSorted()).toEqual(names);
      },
      { timeout: 4_000 },
    );
  await isPresent("ann", "bob", "eve");
  bob.close();
  await isPresent("ann", "eve");
  ann.close();
  await isPresent("eve");
  eve.close();
  await isPresent();
});

test("dropping a user also closes their sockets on shards", async () => {
  const { room } = await crowd("dropped");
  await join("dropped", viewer("ann"));
  const { listener: bob } = await join("dropped", viewer("bob"));
  await room.dropUser("bob");
  expect(await until(() => bob.closeCode)).toBe(4401);
});

test("a set can be followed from a shard, also after a broken line or an eviction", async () => {
  const { room } = await crowd("watched");
  for (const id of ["ada", "theo", "ann", "eve", "kim"]) await addPerformer(id);
  await addManager("watched", "theo");
  await addSet("played", {
    stageId: "watched",
    performerId: "ada",
    startsAt: Date.now() - 60_000,
    endsAt: Date.now() + 600_000,
  });
  await env.DB.prepare("update stages set is_instant = 0 where id = 'watched'").run();
  await room.refresh();
  await room.streamChanged(report("performer", "ada"));
  await join("watched", viewer("ann"));
  const { listener: theo, shard } = await join("watched", viewer("theo"));
  const { listener: eve } = await join("watched", viewer("eve"));
  expect(shard).toBe("0");
  expect(await eve.send("room updates join", { set: "played" })).toMatchObject({ code: "not-found" });
  const reply = await theo.send("room updates join", { set: "played" });
  const first = LiveSet.parse(reply.event === "ack" ? reply.data : null);
  const now = () => theo.updates.reduce(applyLiveUpdate, first);
  const cheerOf = (userId: string) => ({
    userId,
    username: userId,
    trackId: null,
    playId: null,
    mediaAt: null,
  });
  await room.cheer(cheerOf("ann"));
  await until(() => now().totalCheers === 1);
  await runInDurableObject(room, (_, state) => {
    for (const socket of state.getWebSockets("shard")) socket.close(1001);
  });
  await room.cheer(cheerOf("eve"));
  await until(() => now().totalCheers === 2);
  await evictDurableObject(room);
  await room.cheer(cheerOf("kim"));
  await until(() => now().totalCheers === 3);
  expect(now().cheers).toHaveLength(3);
  expect(eve.updates).toEqual([]);
});

test("a listener on a shard is told when they connect that they are timed out of the chat, and when it is lifted", async () => {
  const { room } = await crowd("quieted");
  await join("quieted", viewer("ann"));
  await addPerformer("bob");
  const restriction = { until: Date.now() + 480_000 };
  await putRestriction(
    openDb(env.DB),
    { stageId: "quieted", userId: "bob", ...restriction, createdAt: Date.now() },
    2,
  );
  await room.restrict("bob", restriction);
  const told = ({ texts }: Listener) =>
    texts.map((text) => JSON.parse(text)).filter(({ event }) => event === "chat restricted");
  const { listener: bob, shard } = await join("quieted", viewer("bob"));
  expect(shard).toBe("0");
  await until(() => told(bob).length === 1);
  expect(told(bob)).toEqual([{ event: "chat restricted", data: restriction }]);
  await env.DB.prepare("delete from stage_restrictions").run();
  await room.restrict("bob", null);
  await until(() => told(bob).length === 2);
  expect(told(bob)[1]).toEqual({ event: "chat restricted", data: null });
  const { listener: eve } = await join("quieted", viewer("eve"));
  await eve.event("snapshot");
  expect(told(eve)).toEqual([]);
});

test("listeners of a region share its shards, and all of a room's shards are reached after an eviction", async () => {
  const { room, uplink } = await crowd("abroad");
  await join("abroad", viewer("ann"));
  const joined = [
    await join("abroad", viewer("bob"), undefined, "apac"),
    await join("abroad", viewer("eve"), undefined, "weur"),
    await join("abroad", viewer("kim"), undefined, "apac"),
    await join("abroad", viewer("lou")),
  ];
  expect(joined.map(({ shard }) => shard)).toEqual(["apac/0", "weur/0", "apac/1", "0"]);
  const [bob, , , lou] = joined.map(({ listener }) => listener);
  if (!bob || !lou) throw new Error("four listeners");
  for (const { listener } of joined) await listener.send("listen", { class: "normal" });
  uplink.send(10);
  await until(() => joined.every(({ listener }) => listener.packets.length === 10));
  await evictDurableObject(room);
  expect(await bob.say("from afar", "b1")).toMatchObject({ event: "ack", id: "b1" });
  await until(() =>
    joined.every(({ listener }) => listener.events.some(({ event }) => event === "room message")),
  );
  await room.dropUser("kim");
  await room.dropUser("lou");
  await until(() => joined[2]?.listener.closeCode === 4401 && lou.closeCode === 4401);
});

test("the shards that the last release has used are still reached", async () => {
  const { room } = await crowd("former");
  const bob = await Listener.open(relayShard(env, "stage/former", 0), viewer("bob"));
  await runInDurableObject(room, (_, { storage }) => {
    storage.sql.exec("insert into memory (name, json) values ('shards', '1')");
  });
  await evictDurableObject(room);
  await stageRoom(env, "former").dropUser("bob");
  expect(await until(() => bob.closeCode)).toBe(4401);
});
