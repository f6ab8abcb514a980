/**
 * The number of requests that each object gets from a crowd with Home open: counted for a small one, computed for a
 * large one.
 */
import { env } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { LobbyEvent } from "#app/domains/air/stages/lobby-protocol.ts";
import { lobbyEntry } from "#tests/helpers/lobby.ts";
import { openSocket, viewer } from "#tests/helpers/socket.ts";
import { Lobby } from "../lobby/lobby.ts";
import { lobby, lobbyShard, lobbyShardName, lobbyShards } from "../stubs.ts";
import { LobbyShard } from "./lobby-shard.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** The requests of each object from now on: the lobby's, and the shards' by their name. */
function countRequests() {
  const counts = new Map<string, number>();
  const count = (object: string) => counts.set(object, (counts.get(object) ?? 0) + 1);
  for (const name of ["follow", "roomChanged", "live"] as const) {
    const original = Lobby.prototype[name] as (...args: unknown[]) => Promise<never>;
    vi.spyOn(Lobby.prototype, name).mockImplementation(function (this: Lobby, ...args: unknown[]) {
      count("lobby");
      return original.apply(this, args);
    });
  }
  for (const name of ["fetch", "news", "live", "userJoined", "userLeft"] as const) {
    const original = LobbyShard.prototype[name] as (...args: unknown[]) => Promise<never>;
    vi.spyOn(LobbyShard.prototype, name).mockImplementation(function (this: LobbyShard, ...args: unknown[]) {
      count(this.name);
      return original.apply(this, args);
    });
  }
  return {
    /** Returns the counts so far, and starts over. */
    take() {
      const shards = Array.from({ length: lobbyShards }, (_, number) => counts.get(String(number)) ?? 0);
      const taken = { lobby: counts.get("lobby") ?? 0, shards };
      counts.clear();
      return taken;
    },
  };
}

const people = (count: number) =>
  Array.from({ length: count }, (_, n) => `01JBTQ4M7Z000${String(n).padStart(13, "0")}`);

function perShard(of: string[]): number[] {
  const counts = Array.from({ length: lobbyShards }, () => 0);
  for (const person of of) counts[Number(lobbyShardName(person))]! += 1;
  return counts;
}

const sum = (of: number[]) => of.reduce((total, each) => total + each, 0);

test("100,000 pages of 200 stages on air send no object 200 requests a second", async () => {
  const requests = countRequests();
  const crowd = people(640);
  const pages = [];
  for (const person of crowd) {
    await lobbyShard(env, person).live();
    pages.push(await openSocket(lobbyShard(env, person), "/realtime/lobby", viewer(person), LobbyEvent));
  }
  const opening = requests.take();
  // A page is one request for its list and one for its socket; the lobby is asked once for each shard.
  expect(opening.shards).toEqual(perShard(crowd).map((count) => 2 * count));
  expect(opening.lobby).toBe(lobbyShards);

  for (const page of pages) expect((await page.next()).event).toBe("snapshot");
  await lobby(env).roomChanged(lobbyEntry("main", 1, { title: "one" }));
  for (const page of pages) expect((await page.next()).event).toBe("room changed");
  const title = requests.take();
  expect(title.lobby).toBe(1);
  expect(title.shards).toEqual(Array(lobbyShards).fill(1));

  for (let listeners = 1; listeners <= 10; listeners++)
    await lobby(env).roomChanged(lobbyEntry("main", 1 + listeners, { title: "one", listeners }));
  for (const page of pages) expect((await page.next()).event).toBe("listeners");
  const counts = requests.take();
  expect(counts.lobby).toBe(10);
  expect(counts.shards).toEqual(Array(lobbyShards).fill(1));

  for (const person of crowd) await lobbyShard(env, person).userJoined("stage/main", person);
  const joining = requests.take();
  expect(sum(joining.shards)).toBe(crowd.length);
  expect(joining.lobby).toBe(0);

  // The same for a crowd: each page stays for five minutes, a quarter of the people listen for 40, and then they leave.
  const [sockets, stages] = [100_000, 200];
  const most = Math.max(...perShard(people(sockets)));
  const titles = stages / 180;
  const shard = {
    pages: (most / 300) * (Math.max(...opening.shards) / Math.max(...perShard(crowd)) + 1),
    places: ((most / 4 / 2_400) * 2 * sum(joining.shards)) / crowd.length,
    titles: titles * Math.max(...title.shards),
    counts: Math.max(...counts.shards) / 3,
  };
  const whole = { reports: stages / 2, titles: titles * title.lobby };
  console.info(
    `${sockets} sockets, ${most} at most in one of ${lobbyShards} shards; requests a second:`,
    JSON.stringify({ shard, lobby: whole }, (_, each) =>
      typeof each === "number" ? Math.round(each * 10) / 10 : each,
    ),
  );
  expect(sum(Object.values(shard))).toBeLessThanOrEqual(200);
  expect(sum(Object.values(whole))).toBeLessThanOrEqual(200);
  for (const page of pages) page.raw.close();
});
