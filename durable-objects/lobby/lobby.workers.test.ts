import { env, evictDurableObject, runInDurableObject } from "cloudflare:test";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { offAir } from "#app/domains/air/stages/contract/stages.ts";
import { LobbyEvent } from "#app/domains/air/stages/lobby-protocol.ts";
import { hasColumn } from "#packages/durable/columns.ts";
import { openSocket, viewer } from "#tests/helpers/socket.ts";
import { storageOf } from "#tests/helpers/storage.ts";
import { ProfileRoom } from "../room/profile-room.ts";
import { StageRoom } from "../room/stage-room.ts";

const lobbyNamed = (name: string) => env.LOBBY.getByName(name);

function entry(
  id: string,
  version: number,
  options: { online?: boolean; listeners?: number; title?: string } = {},
) {
  const { online = true, listeners = 0, title = null } = options;
  return {
    kind: "stage" as const,
    id,
    version,
    onAir: {
      ...offAir,
      online,
      status: online ? ("live" as const) : ("offline" as const),
      currentListeners: listeners,
      currentTitle: title,
    },
  };
}

const open = (name: string, query = "", who = viewer(null)) =>
  openSocket(lobbyNamed(name), `/realtime/lobby${query}`, who, LobbyEvent);

afterEach(() => {
  vi.restoreAllMocks();
});

test("a page sees a room go on and off the air, with or without a session", async () => {
  const stub = lobbyNamed("on-off");
  const socket = await open("on-off");
  expect(await socket.next()).toMatchObject({ event: "snapshot", data: [] });
  await stub.roomChanged(entry("main", 1));
  expect(await socket.next()).toMatchObject({
    event: "room changed",
    data: { id: "main", onAir: { online: true } },
  });
  expect(await stub.live()).toMatchObject([{ kind: "stage", id: "main" }]);
  await stub.roomChanged(entry("main", 2, { online: false }));
  expect(await socket.next()).toMatchObject({ data: { onAir: { online: false } } });
  expect(await stub.live()).toEqual([]);
});

test("the newest of a room's reports is kept in any order of arrival, also after an eviction", async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 12 }),
      fc.nat({ max: 11 }),
      async (versions, evictAt) => {
        const stub = lobbyNamed(`order-${run++}`);
        for (const [index, version] of versions.entries()) {
          if (index === evictAt + 1) await evictDurableObject(stub);
          await stub.roomChanged(entry("main", version, { title: `v${version}`, listeners: version }));
        }
        const newest = Math.max(...versions);
        expect(await stub.live()).toMatchObject([
          { onAir: { currentTitle: `v${newest}`, currentListeners: newest } },
        ]);
      },
    ),
    { numRuns: 15 },
  );
});

test("rooms of an earlier version stay, without the column that nothing reads", async () => {
  const stub = lobbyNamed("earlier");
  await stub.roomChanged(entry("main", 1, { listeners: 3 }));
  await runInDurableObject(stub, (_, { storage }) =>
    storage.sql.exec(`
      alter table rooms rename to former;
      create table rooms (
        kind text not null, id text not null, version integer not null, on_air text not null,
        is_online integer not null, listeners integer not null, told_listeners integer not null,
        changed_at integer not null, primary key (kind, id)
      ) without rowid;
      insert into rooms select kind, id, version, on_air, is_online, listeners, listeners, changed_at from former;
      drop table former;
    `),
  );
  await evictDurableObject(stub);
  expect(await stub.live()).toMatchObject([{ id: "main", onAir: { currentListeners: 3 } }]);
  await stub.roomChanged(entry("other", 1));
  expect(await stub.live()).toHaveLength(2);
  await runInDurableObject(stub, (_, { storage }) =>
    expect(hasColumn(storage.sql, "rooms", "told_listeners")).toBe(false),
  );
});

test("listener counts are sent together, at most once a second", async () => {
  const stub = lobbyNamed("counts");
  for (const id of ["a", "b"]) await stub.roomChanged(entry(id, 1));
  const socket = await open("counts", "?since=2");
  const versions = Array.from({ length: 28 }, (_, i) => i + 2);
  // In parallel, because sequentially they can take longer than a second on a busy machine.
  await Promise.all(
    versions.flatMap((version) =>
      ["a", "b"].map((id) => stub.roomChanged(entry(id, version, { listeners: version }))),
    ),
  );
  expect(socket.waiting()).toBe(0);
  expect(await socket.next()).toMatchObject({
    event: "listeners",
    data: [
      { id: "a", currentListeners: 29 },
      { id: "b", currentListeners: 29 },
    ],
    seq: 3,
  });
  await stub.roomChanged(entry("a", 30, { listeners: 5, title: "New" }));
  expect(await socket.next()).toMatchObject({
    event: "room changed",
    data: { onAir: { currentListeners: 5 } },
  });
  await stub.roomChanged(entry("a", 31, { listeners: 5, title: "New" }));
  await stub.upcomingChanged();
  expect(await socket.next()).toMatchObject({ event: "upcoming changed", seq: 5 });
});

test("changes of the timetable that follow each other closely reach pages as one more", async () => {
  const stub = lobbyNamed("busy-timetable");
  const socket = await open("busy-timetable");
  await socket.next();
  for (let change = 0; change < 30; change++) await stub.upcomingChanged();
  expect(await socket.next()).toMatchObject({ event: "upcoming changed", seq: 1 });
  expect(socket.waiting()).toBe(0);
  expect(await socket.next()).toMatchObject({ event: "upcoming changed", seq: 2 });
  await stub.roomChanged(entry("a", 1));
  expect(await socket.next()).toMatchObject({ event: "room changed", seq: 3 });
});

test("a page that connects after a change of the timetable is told when that was", async () => {
  const stub = lobbyNamed("late");
  const early = await open("late");
  expect(await early.next()).toMatchObject({ event: "snapshot", upcomingChangedAt: null });
  await stub.upcomingChanged();
  const { at } = await early.next();
  await stub.roomChanged(entry("a", 1));
  await evictDurableObject(stub);
  const late = await open("late");
  expect(await late.next()).toMatchObject({ event: "snapshot", upcomingChangedAt: at });
});

test("a resumed socket continues without gap or repetition, or starts with a snapshot", async () => {
  const stub = lobbyNamed("resume");
  for (let version = 1; version <= 5; version++)
    await stub.roomChanged(entry("a", version, { title: `t${version}` }));
  await evictDurableObject(stub);
  const socket = await open("resume", "?since=3");
  expect([(await socket.next()).seq, (await socket.next()).seq]).toEqual([4, 5]);
  const future = await open("resume", "?since=77");
  expect(await future.next()).toMatchObject({ event: "snapshot", seq: 5 });
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
  const stub = lobbyNamed("drop");
  const [hers, his, nobodys] = [
    await open("drop", "", viewer("ada")),
    await open("drop", "", viewer("bob")),
    await open("drop"),
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

test("an erased profile is removed from the list, the log and every open page", async () => {
  const stub = lobbyNamed("forget");
  const gone = { ...entry("gone-01", 1), kind: "profile" as const };
  await stub.roomChanged(entry("main", 1));
  await stub.roomChanged(gone);
  await stub.userJoined("stage/main", "gone-01");
  const socket = await open("forget", "?since=2");
  await stub.forgetUser("gone-01");
  expect(await socket.next()).toMatchObject({ event: "upcoming changed", seq: 3 });
  const left = { event: "snapshot", data: [{ id: "main" }], seq: 3 };
  expect(await socket.next()).toMatchObject(left);
  expect(await storageOf(stub)).not.toContain("gone-01");
  await evictDurableObject(stub);
  expect(await (await open("forget", "?since=1")).next()).toMatchObject(left);
  expect((await stub.live()).map(({ id }) => id)).toEqual(["main"]);
});

test("a user is not erased while a room still has their sockets", async () => {
  const stub = lobbyNamed("still");
  let isAway = true;
  vi.spyOn(StageRoom.prototype, "dropUser").mockImplementation(async () => {
    if (isAway) throw new Error("the room is restarting");
  });
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await stub.userJoined("stage/main", "gone-02");
  await stub.dropUser("gone-02");
  const isForgotten = async () => {
    try {
      await stub.forgetUser("gone-02");
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
