import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { hasColumn } from "#packages/durable/columns.ts";
import { lobbyEntry as entry } from "#tests/helpers/lobby.ts";
import { storageOf } from "#tests/helpers/storage.ts";
import type { LobbyNews } from "../contract.ts";
import { LobbyShard } from "../lobby-shard/lobby-shard.ts";

const lobbyNamed = (name: string) => env.LOBBY.getByName(name);

/** Receives, instead of the shards, whatever they are told from now on. */
function tellings(answer: () => Promise<boolean> = async () => true) {
  const told: LobbyNews[] = [];
  vi.spyOn(LobbyShard.prototype, "news").mockImplementation(async (news) => {
    const isUsed = await answer();
    told.push(news);
    return isUsed;
  });
  return told;
}

const events = (told: LobbyNews[]) =>
  told.flatMap(({ frames }) => frames.map(({ text }) => JSON.parse(text) as { event: string; seq: number }));

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("the list has a room from its start to its end", async () => {
  const stub = lobbyNamed("on-off");
  await stub.roomChanged(entry("main", 1));
  expect(await stub.live()).toMatchObject([{ kind: "stage", id: "main" }]);
  await stub.roomChanged(entry("main", 2, { online: false }));
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

test("rooms of an earlier version stay, without what nothing reads, and places of users are gone", async () => {
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
      create table presence (user_id text not null, room text not null);
      insert into presence values ('an earlier user', 'stage/main');
    `),
  );
  await evictDurableObject(stub);
  expect(await stub.live()).toMatchObject([{ id: "main", onAir: { currentListeners: 3 } }]);
  await stub.roomChanged(entry("other", 1));
  expect(await stub.live()).toHaveLength(2);
  await runInDurableObject(stub, (_, { storage }) =>
    expect(hasColumn(storage.sql, "rooms", "told_listeners")).toBe(false),
  );
  expect(await storageOf(stub)).not.toContain("an earlier user");
});

test("only shards that follow are told, each of every event in its order and once", async () => {
  const told = tellings();
  const stub = lobbyNamed("followed");
  await stub.roomChanged(entry("main", 1));
  expect(told).toEqual([]);
  expect(await stub.follow(7, null)).toMatchObject({ seq: 1, entries: [{ id: "main" }], missed: null });
  for (let version = 2; version <= 20; version++)
    await stub.roomChanged(entry("main", version, { title: `t${version}` }));
  await vi.waitFor(() =>
    expect(events(told).map(({ seq }) => seq)).toEqual([...Array(19).keys()].map((n) => n + 2)),
  );
  expect(told.at(-1)).toMatchObject({ seq: 20, frames: [{ entry: { onAir: { currentTitle: "t20" } } }] });
  expect((await stub.follow(7, 18)).missed).toHaveLength(2);
  await evictDurableObject(stub);
  await stub.upcomingChanged();
  await vi.waitFor(() => expect(events(told).at(-1)).toMatchObject({ event: "upcoming changed", seq: 21 }));
});

test("a shard that does not respond is told later, while others are told", async () => {
  let isAway = true;
  const told = tellings(async () => {
    if (isAway) throw new Error("the shard is restarting");
    return true;
  });
  const stub = lobbyNamed("away");
  await stub.follow(7, null);
  await stub.roomChanged(entry("main", 1));
  await stub.roomChanged(entry("main", 2, { title: "two" }));
  isAway = false;
  await vi.waitFor(() => expect(events(told).map(({ seq }) => seq)).toEqual([1, 2]), { timeout: 4_000 });
});

test("a shard in which no one is interested is told for an hour", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const told = tellings(async () => false);
  const stub = lobbyNamed("unused");
  await stub.follow(7, null);
  let version = 0;
  const change = async () => {
    version += 1;
    await stub.roomChanged(entry("main", version, { title: `t${version}` }));
  };
  const count = () => vi.waitFor(() => expect(told.length).toBeGreaterThan(0)).then(() => told.length);
  await change();
  expect(await count()).toBe(1);
  vi.setSystemTime(Date.now() + 3_600_001);
  await change();
  await vi.waitFor(() => expect(told).toHaveLength(2));
  await vi.waitFor(async () => expect(await storageOf(stub)).toContain("followers: []"));
  await change();
  await stub.live();
  expect(told).toHaveLength(2);
});

test("numbers of listeners are told together, as no event", async () => {
  const told = tellings();
  const stub = lobbyNamed("counts");
  for (const id of ["a", "b"]) await stub.roomChanged(entry(id, 1));
  await stub.follow(7, null);
  const versions = Array.from({ length: 28 }, (_, i) => i + 2);
  // In parallel, because sequentially they can take longer than the interval on a busy machine.
  await Promise.all(
    versions.flatMap((version) =>
      ["a", "b"].map((id) => stub.roomChanged(entry(id, version, { listeners: version }))),
    ),
  );
  // Another lobby may tell its shard of nothing once more.
  const withCounts = () => told.filter(({ counts }) => counts.length > 0);
  await vi.waitFor(() => expect(withCounts()).toHaveLength(1), { timeout: 5_000 });
  expect(withCounts()[0]).toMatchObject({
    seq: 2,
    frames: [],
    counts: [
      { id: "a", currentListeners: 29 },
      { id: "b", currentListeners: 29 },
    ],
  });
});

test("rooms report their numbers of listeners each two seconds, and less often where there are hundreds", async () => {
  const stub = lobbyNamed("pace");
  expect(await stub.roomChanged(entry("first", 1))).toEqual({ countsEveryMs: 2_000 });
  for (let room = 0; room < 400; room++) await stub.roomChanged(entry(`room-${room}`, 1));
  const counted = Array.from({ length: 400 }, (_, room) =>
    stub.roomChanged(entry(`room-${room}`, 2, { listeners: 1 })),
  );
  expect((await Promise.all(counted)).at(-1)).toEqual({ countsEveryMs: 2_500 });
});

test("changes of the timetable that follow each other closely are told as one more", async () => {
  const told = tellings();
  const stub = lobbyNamed("busy-timetable");
  await stub.follow(7, null);
  for (let change = 0; change < 30; change++) await stub.upcomingChanged();
  await vi.waitFor(() => expect(events(told)).toMatchObject([{ event: "upcoming changed", seq: 1 }]));
  await vi.waitFor(
    () => expect(events(told)).toMatchObject([{ seq: 1 }, { event: "upcoming changed", seq: 2 }]),
    {
      timeout: 4_000,
    },
  );
  await stub.roomChanged(entry("a", 1));
  await vi.waitFor(() => expect(events(told).at(-1)).toMatchObject({ event: "room changed", seq: 3 }));
});

test("an erased profile is removed from the list and the log, and shards read both again", async () => {
  const told = tellings();
  const stub = lobbyNamed("forget");
  await stub.roomChanged(entry("main", 1));
  await stub.roomChanged({ ...entry("gone-01", 1), kind: "profile" as const });
  await stub.follow(7, null);
  await stub.forgetUser("gone-01");
  await vi.waitFor(() => expect(told.at(-1)).toMatchObject({ seq: 3, deleted: "pages" }));
  expect(events(told)).toMatchObject([{ event: "upcoming changed", seq: 3 }]);
  expect(await storageOf(stub)).not.toContain("gone-01");
  expect((await stub.live()).map(({ id }) => id)).toEqual(["main"]);
  expect(await stub.follow(7, 1)).toMatchObject({ missed: null });
});

test("a room that is off the air is removed after a day, and without rooms nothing is due", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const stub = lobbyNamed("sweep");
  await stub.roomChanged(entry("main", 1, { online: false }));
  vi.setSystemTime(Date.now() + 25 * 3_600_000);
  expect(await runDurableObjectAlarm(stub)).toBe(true);
  const stored = await storageOf(stub);
  expect(stored).toContain("rooms: []");
  expect(stored).toContain("due: []");
});
