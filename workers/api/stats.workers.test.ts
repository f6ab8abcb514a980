import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { ulid } from "ulidx";
import { describe, expect, test } from "vitest";
import type { CueStatsView, PerformerRankView } from "#app/domains/value/stats/contract.ts";
import { getCountry } from "#app/domains/value/stats/country.server.ts";
import { listPerformersSince } from "#app/domains/value/stats/queries/stats.ts";
import { listTopPerformers, rankingLimits } from "#app/domains/value/stats/rankings.server.ts";
import { openDb } from "#db/client.ts";
import { broadcasts, cheers, favorites, sets, tracks } from "#db/schema/index.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makeStage } from "#tests/helpers/stages.ts";
import { createAppContext } from "#workers/context.ts";

const requestFrom = (country: unknown) =>
  new Request("http://localhost:8787/api/stats/getCountry", { cf: { country } as CfProperties });

test("the country comes from the edge, and is null when the edge does not name one", async () => {
  const answer = await SELF.fetch(requestFrom("PT"));
  expect(await answer.json()).toEqual({ country: "PT", name: "Portugal" });
  const countryOf = (country: unknown) => getCountry(createAppContext(requestFrom(country), env, null));
  // Tor and networks without a country, an unassigned code, and values that are no code.
  for (const none of ["T1", "XX", undefined, 5, "Portugal", "pt"])
    expect(countryOf(none)).toEqual({ country: null, name: null });
  expect(countryOf("QZ")).toEqual({ country: "QZ", name: null });
});

describe("performer rankings", () => {
  const dayMs = 24 * 3_600_000;
  const db = openDb(env.DB);
  let as: Person;
  let stageId: string;
  const ask = async (path: string) =>
    (await answerOf<PerformerRankView[]>(request(`/api/${path}`, { as }))).map(({ user }) => user.username);

  async function makeBroadcast(
    performer: Person,
    daysAgo: number,
    peakListeners: number,
    on: string | null = stageId,
    performance: string | null = null,
  ): Promise<void> {
    const startedAt = Date.now() - daysAgo * dayMs;
    await db.insert(broadcasts).values({
      id: ulid(),
      streamId: "stream",
      stageId: on,
      performerId: performer.id,
      performance,
      startedAt,
      endedAt: startedAt + 3_600_000,
      peakListeners,
    });
  }

  test("sort by all listeners, by those of the last week, and by newest performer", async () => {
    as = await makePerson();
    stageId = (await makeStage(as)).id;
    const once = await makePerformer({ username: "Once great", createdAt: 1 });
    const now = await makePerformer({ username: "Great now", createdAt: 2 });
    const fresh = await makePerformer({ username: "Fresh", createdAt: 3 });
    const unheard = await makePerformer({ username: "Unheard", createdAt: 0 });
    const banned = await makePerformer({ username: "Gone", bannedAt: 1 });
    const hiding = await makePerformer({ username: "Hiding", createdAt: 4, hideProfileStats: true });
    await makePerformer({ username: "Untested", hasPassedTest: false });
    await makeBroadcast(once, 30, 101);
    await makeBroadcast(unheard, 30, 0);
    await makeBroadcast(now, 1, 40);
    // Their encoder reconnected twice: the same performance, and the same listeners.
    await makeBroadcast(now, 1, 38, stageId, "performance");
    await makeBroadcast(now, 1, 60, stageId, "performance");
    await makeBroadcast(now, 1, 59, stageId, "performance");
    await makeBroadcast(banned, 1, 500);
    await makeBroadcast(hiding, 1, 300);
    await makeBroadcast(fresh, 1, 200, null);
    const cheer = { userId: as.id, performerId: now.id, stageId, cheeredAt: Date.now() };
    await db.insert(cheers).values([
      { id: ulid(), ...cheer },
      { id: ulid(), ...cheer, cheeredAt: Date.now() - 30 * dayMs },
      { id: ulid(), ...cheer, stageId: null },
    ]);
    // A performer who hides statistics is in no ranking by numbers, and broadcasts on a profile do not count.
    expect(await ask("djs/top")).toEqual(["Once great", "Great now", "Unheard", "Fresh"]);
    expect(await ask("djs/newest")).toEqual(["Hiding", "Fresh", "Great now", "Once great", "Unheard"]);
    const newest = await answerOf<PerformerRankView[]>(request("/api/djs/newest", { as }));
    const none = { listens: 0, setsPlayed: 0, favorites: 0, cheers: 0 };
    const hidden = { listens: null, setsPlayed: null, favorites: null, cheers: null };
    expect(newest).toMatchObject([
      hidden,
      none,
      { ...none, listens: 100, cheers: 2 },
      { listens: 101 },
      none,
    ]);
    expect(await ask("stats/weeklyDJs")).toEqual(["Great now"]);
    const [week] = await answerOf<PerformerRankView[]>(request("/api/stats/weeklyDJs", { as }));
    expect(week).toMatchObject({ listens: 100, cheers: 1, favorites: 0, setsPlayed: 0 });
  });

  test("are decided between equal listeners by sets played, then favorites, then cheers, also at the last place", async () => {
    const equal = 1_000;
    const make = (username: string, createdAt: number) => makePerformer({ username, createdAt });
    const cheered = await make("Cheered", 103);
    const loved = await make("Loved", 102);
    const booked = await make("Booked", 101);
    const plain = await make("Plain", 100);
    for (const performer of [cheered, loved, booked, plain]) await makeBroadcast(performer, 1, equal);
    const time = { startsAt: 1, endsAt: 2, createdAt: 1 };
    await db.insert(sets).values({ id: "a-set", stageId, performerId: booked.id, name: "A set", ...time });
    await db.update(broadcasts).set({ setId: "a-set" }).where(eq(broadcasts.performerId, booked.id));
    const track = { id: ulid(), key: "tie", title: "Tie", artist: "Break", createdAt: 1 };
    await db.insert(tracks).values(track);
    const mark = { userId: as.id, trackId: track.id, stageId, createdAt: Date.now() };
    await db.insert(favorites).values({ ...mark, performerId: loved.id, isHeard: true });
    const given = { performerId: cheered.id, stageId, cheeredAt: Date.now(), userId: as.id };
    await db.insert(cheers).values([
      { id: ulid(), ...given, isHeard: true },
      { id: ulid(), ...given, userId: loved.id, isHeard: true },
    ]);
    // Calls of someone who has not listened, or of the performer, lift nobody.
    const unheard = [ulid(), ulid(), ulid()].map((trackId) => ({ ...mark, trackId, performerId: plain.id }));
    await db.insert(favorites).values(unheard);
    const own = { ...mark, userId: plain.id, performerId: plain.id, isHeard: true };
    await db.insert(favorites).values(own);
    const calls = [ulid(), ulid(), ulid()].map((id) => ({ ...given, id, performerId: plain.id }));
    await db.insert(cheers).values(calls);
    const ctx = createAppContext(new Request("http://localhost:8787/"), env, null);
    const order = ["Booked", "Loved", "Cheered", "Plain"];
    for (const limit of [1, 2, 3, 4]) {
      const top = await listTopPerformers(ctx, limit);
      expect(top.map(({ username }) => username)).toEqual(order.slice(0, limit));
    }
    const weekly = await listPerformersSince(db, Date.now() - 7 * dayMs, 4);
    expect(weekly.map(({ user }) => user.username)).toEqual(order);
  });

  test("are cached for fifteen seconds for all callers", async () => {
    const before = await ask("djs/top");
    await makePerformer({ username: "Just now" });
    expect(await ask("djs/top")).toEqual(before);
    const response = await request("/api/djs/top", { as: await makePerson() });
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect((await response.json<PerformerRankView[]>()).map(({ user }) => user.username)).toEqual(before);
    expect(rankingLimits.keptMs).toBe(15_000);
  });

  test("add up to the totals of the instance", async () => {
    const { cueStats } = await answerOf<CueStatsView>(request("/api/stats/get", { as }));
    expect(cueStats).toMatchObject({ djs: 10, sets: 1, tracks: 1 });
    expect(cueStats.users).toBe(13);
  });
});
