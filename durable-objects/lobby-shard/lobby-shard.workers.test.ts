import { env, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LobbyEvent } from "#app/domains/air/stages/lobby-protocol.ts";
import { lobbyEntry as entry } from "#tests/helpers/lobby.ts";
import { openSocket, type TestSocket, viewer } from "#tests/helpers/socket.ts";
import { storageOf } from "#tests/helpers/storage.ts";
import { Lobby } from "../lobby/lobby.ts";
import { ProfileRoom } from "../room/profile-room.ts";
import { StageRoom } from "../room/stage-room.ts";
import { everyLobbyShard, lobby, lobbyShard, lobbyShardName } from "../stubs.ts";
import { LobbyShard } from "./lobby-shard.ts";

const open = (key: string, query = "", who = viewer(null)) =>
  openSocket(lobbyShard(env, key), `/realtime/lobby${query}`, who, LobbyEvent);

/** Two keys whose sockets are in different shards. */
const [here, there] = ["ada", "bob"] as const;

let version = 0;
/** The lobby is one for all tests: each change is newer than all before. */
const change = (id: string, options: Parameters<typeof entry>[2] = {}) =>
  lobby(env).roomChanged(entry(id, ++version, options));

/** A page that has got its snapshot, and the number of the last event. */
async function openPage(key: string, who = viewer(null)) {
  const page = await open(key, "", who);
  const { seq } = await page.next();
  return { page, seq };
}

/** The next frame that is no number of listeners: those of earlier tests may still come. */
async function nextEvent(page: TestSocket<LobbyEvent>): Promise<LobbyEvent> {
  for (;;) {
    const event = await page.next();
    if (event.event !== "listeners") return event;
  }
}

beforeEach(() => {
  expect(lobbyShardName(here)).not.toBe(lobbyShardName(there));
});
afterEach(() => {
  vi.restoreAllMocks();
});

test("pages in all shards see a room go on and off the air, with or without a session", async () => {
  const pages = [(await openPage(here, viewer(here))).page, (await openPage(there)).page];
  await change("main");
  for (const page of pages)
    expect(await nextEvent(page)).toMatchObject({
      event: "room changed",
      data: { id: "main", onAir: { online: true } },
    });
  for (const key of [here, there, "someone whose shard has no pages"])
    expect((await lobbyShard(env, key).live()).map(({ id }) => id)).toContain("main");
  await change("main", { online: false });
  for (const page of pages)
    expect(await nextEvent(page)).toMatchObject({ data: { onAir: { online: false } } });
  for (const key of [here, there])
    expect((await lobbyShard(env, key).live()).map(({ id }) => id)).not.toContain("main");
});

test("numbers of listeners reach pages and lists, and are no event", async () => {
  await change("counted");
  const { page, seq } = await openPage(here);
  await change("counted", { listeners: 5 });
  const counts = await page.next();
  expect(counts).toMatchObject({ event: "listeners", seq });
  expect(counts.event === "listeners" && counts.data).toContainEqual({
    kind: "stage",
    id: "counted",
    currentListeners: 5,
  });
  const listed = (await lobbyShard(env, here).live()).find(({ id }) => id === "counted");
  expect(listed?.onAir.currentListeners).toBe(5);
  // Who resumes may have missed them.
  const resumed = await open(here, `?since=${seq}`);
  expect(await resumed.next()).toMatchObject({ event: "listeners", seq });
});

test("a page that connects after a change of the timetable is told when that was", async () => {
  const { page } = await openPage(here);
  await lobby(env).upcomingChanged();
  const { at } = await nextEvent(page);
  await change("a");
  await evictDurableObject(lobby(env));
  for (const key of [here, "someone whose shard has no pages"]) {
    const late = await open(key);
    expect(await late.next()).toMatchObject({ event: "snapshot", upcomingChangedAt: at });
  }
});

test("a resumed socket continues without gap or repetition in any shard, or starts with a snapshot", async () => {
  const { seq } = await openPage(here);
  for (let n = 1; n <= 5; n++) await change("a", { title: `t${n}` });
  await evictDurableObject(lobby(env));
  await evictDurableObject(lobbyShard(env, there));
  for (const key of [here, there]) {
    const socket = await open(key, `?since=${seq + 3}`);
    expect([(await nextEvent(socket)).seq, (await nextEvent(socket)).seq]).toEqual([seq + 4, seq + 5]);
    // An earlier one is read from the lobby.
    const earlier = await open(key, `?since=${seq + 1}`);
    expect((await nextEvent(earlier)).seq).toBe(seq + 2);
    const future = await open(key, `?since=${seq + 77}`);
    expect(await future.next()).toMatchObject({ event: "snapshot", seq: seq + 5 });
  }
});

test("open pages miss nothing when their shard and the lobby were evicted", async () => {
  const { page, seq } = await openPage(here);
  for (const title of ["one", "two", "three"]) {
    await evictDurableObject(lobbyShard(env, here));
    await evictDurableObject(lobby(env));
    await change("evicted", { title });
  }
  expect([await nextEvent(page), await nextEvent(page), await nextEvent(page)]).toMatchObject([
    { seq: seq + 1, data: { onAir: { currentTitle: "one" } } },
    { seq: seq + 2, data: { onAir: { currentTitle: "two" } } },
    { seq: seq + 3, data: { onAir: { currentTitle: "three" } } },
  ]);
});

test("what a shard was not told reaches its pages with what it is told next, in order", async () => {
  const { page, seq } = await openPage(here);
  const lost = vi.spyOn(LobbyShard.prototype, "news").mockResolvedValue(true);
  await change("lost", { title: "one" });
  await change("lost", { title: "two" });
  await vi.waitFor(() => expect(lost.mock.calls.some(([news]) => news.seq === seq + 2)).toBe(true));
  lost.mockRestore();
  await change("lost", { title: "three" });
  const seen = [await nextEvent(page), await nextEvent(page), await nextEvent(page)];
  expect(seen.map((event) => event.seq)).toEqual([seq + 1, seq + 2, seq + 3]);
  expect(seen.at(-1)).toMatchObject({ data: { onAir: { currentTitle: "three" } } });
});

test("a hundred pages that connect at the same time cost the lobby one question for each shard", async () => {
  const { seq } = await openPage(here);
  await evictDurableObject(lobbyShard(env, here));
  const asked = vi.spyOn(Lobby.prototype, "follow");
  const pages = await Promise.all(
    Array.from({ length: 100 }, (_, n) => open(here, n % 2 === 0 ? "" : `?since=${seq}`)),
  );
  expect(asked.mock.calls.length).toBeLessThanOrEqual(2);
  for (const page of pages) page.raw.close();
});

test("a page whose shard cannot reach the lobby connects again", async () => {
  await evictDurableObject(lobbyShard(env, here));
  vi.spyOn(Lobby.prototype, "follow").mockRejectedValueOnce(new Error("restarting"));
  expect(await (await open(here)).closed).toBe(1013);
  expect(await (await open(here)).next()).toMatchObject({ event: "snapshot" });
});

test("dropping a user closes their lobby sockets and reaches all their rooms, with retries", async () => {
  const dropped: string[] = [];
  let isAway = true;
  vi.spyOn(StageRoom.prototype, "dropUser").mockImplementation(async (userId: string) => {
    if (isAway) throw new Error("the room is restarting");
    dropped.push(`stage ${userId}`);
  });
  vi.spyOn(ProfileRoom.prototype, "dropUser").mockImplementation(async (userId: string) => {
    dropped.push(`profile ${userId}`);
  });
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const stub = lobbyShard(env, "ada");
  const [hers, his, nobodys] = [
    await open("ada", "", viewer("ada")),
    await open("ada", "", viewer("bob")),
    await open("ada"),
  ];
  await stub.userJoined("stage/main", "ada");
  await stub.userJoined("profile/bob", "ada");
  await stub.userJoined("stage/other", "ada");
  await stub.userLeft("stage/other", "ada");
  await stub.userJoined("stage/main", "bob");

  await stub.dropUser("ada");
  expect(await hers.closed).toBe(4401);
  expect(dropped).toEqual(["profile ada"]);
  isAway = false;
  await vi.waitFor(() => expect(dropped).toEqual(["profile ada", "stage ada"]), { timeout: 4_000 });
  expect([his.raw.readyState, nobodys.raw.readyState]).toEqual([WebSocket.OPEN, WebSocket.OPEN]);
});

test("who is in a room is known of its shards too, and not of rooms with longer names", async () => {
  const stub = lobbyShard(env, "eve");
  await stub.userJoined("stage/hall/2" as "stage/hall", "eve");
  expect(await stub.isPresent("stage/hall", "eve")).toBe(true);
  expect(await stub.isPresent("stage/hall", "ada")).toBe(false);
  expect(await stub.isPresent("stage/hal", "eve")).toBe(false);
  expect(await stub.present("stage/hall")).toEqual(["eve"]);
  await stub.userLeft("stage/hall/2" as "stage/hall", "eve");
  expect(await stub.isPresent("stage/hall", "eve")).toBe(false);
});

test("an erased profile leaves every open page and the memory of every shard", async () => {
  await change("main");
  await lobby(env).roomChanged({ ...entry("gone-01", 1), kind: "profile" as const });
  for (const shard of [here, there]) await lobbyShard(env, shard).userJoined("profile/gone-01", shard);
  await lobbyShard(env, "gone-01").userJoined("stage/main", "gone-01");
  const { page, seq } = await openPage(there);
  await lobby(env).forgetUser("gone-01");
  expect(await nextEvent(page)).toMatchObject({ event: "upcoming changed", seq: seq + 1 });
  const snapshot = await nextEvent(page);
  expect(snapshot).toMatchObject({ event: "snapshot", seq: seq + 1 });
  expect(JSON.stringify(snapshot)).not.toContain("gone-01");
  for (const shard of [lobby(env), ...everyLobbyShard(env)])
    expect(await storageOf(shard)).not.toContain("gone-01");
  const resumed = await (await open(there, `?since=${seq - 1}`)).next();
  expect(resumed).toMatchObject({ event: "snapshot", seq: seq + 1 });
  expect(JSON.stringify(await lobbyShard(env, there).live())).not.toContain("gone-01");
});

test("a user is not erased while a room still has their sockets", async () => {
  const stub = lobbyShard(env, "gone-02");
  let isAway = true;
  vi.spyOn(StageRoom.prototype, "dropUser").mockImplementation(async () => {
    if (isAway) throw new Error("the room is restarting");
  });
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await stub.userJoined("stage/main", "gone-02");
  await stub.dropUser("gone-02");
  const isForgotten = async () => {
    try {
      await lobby(env).forgetUser("gone-02");
      return true;
    } catch {
      return false;
    }
  };
  expect(await isForgotten()).toBe(false);
  expect(await storageOf(stub)).toContain("gone-02");
  isAway = false;
  await vi.waitFor(async () => expect(await isForgotten()).toBe(true), { timeout: 5_000, interval: 200 });
  expect(await storageOf(stub)).not.toContain("gone-02");
});

test("when the number of shards has changed, a shard keeps the places of its own users only", async () => {
  const own = "eve";
  const stub = lobbyShard(env, own);
  await stub.userJoined("stage/main", own);
  await stub.userJoined("stage/main", there);
  await runInDurableObject(stub, (_, { storage }) => {
    storage.sql.exec("update shards set number = 16");
  });
  await evictDurableObject(stub);
  expect(await stub.present("stage/main")).toEqual([own]);
});
