import { env } from "cloudflare:test";
import { count, eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { checkUsername } from "#app/domains/people/accounts/rules.ts";
import { lookOfUsername } from "#app/domains/people/accounts/usernames.ts";
import { openDb } from "./client.ts";
import { personIds } from "./demo-people.ts";
import { type DemoPerformance, demoBroadcastId, stageIds } from "./demo-performances.ts";
import {
  broadcasts,
  cheers,
  favorites,
  follows,
  plays,
  sets,
  stages,
  tracklistEvidence,
  userAwards,
  users,
} from "./schema/index.ts";
import { type SeedMakers, seedDemo } from "./seed.ts";

const make: SeedMakers = {
  hashPassword: (password) => `hash of ${password}`,
  toUsernameColumns: (username) => ({ username, usernameKey: username, usernameLook: username }),
  newMount: (kind) => `${kind}-${crypto.randomUUID()}`,
  newPassword: () => crypto.randomUUID(),
  newStreamId: () => crypto.randomUUID(),
};
const hourMs = 3_600_000;

test("seeding again changes only the end of the schedule", async () => {
  const db = openDb(env.DB);
  const tally = async () => ({
    users: (await db.select({ n: count() }).from(users))[0]?.n,
    stages: (await db.select({ n: count() }).from(stages))[0]?.n,
    sets: (await db.select({ n: count() }).from(sets))[0]?.n ?? 0,
  });
  const now = Date.UTC(2026, 10, 21, 11, 30);
  const first = await seedDemo(db, make, now);
  const before = await tally();
  expect(await seedDemo(db, make, now + 60_000)).toEqual(first);
  expect(await tally()).toEqual(before);

  await seedDemo(db, make, now + 24 * hourMs);
  const after = await tally();
  expect(after.users).toBe(before.users);
  expect(after.sets).toBeGreaterThan(before.sets);
});

test("the demo performer always has a current set, and sets never overlap", async () => {
  const db = openDb(env.DB);
  const now = Date.UTC(2026, 10, 22, 3, 59);
  const { bookingStageId } = await seedDemo(db, make, now);
  const rows = (await db.select().from(sets))
    .filter((set) => set.stageId === bookingStageId)
    .sort((a, b) => a.startsAt - b.startsAt);
  expect(rows.some((set) => set.startsAt <= now && now < set.endsAt)).toBe(true);
  for (const [index, set] of rows.slice(1).entries())
    expect(set.startsAt).toBeGreaterThanOrEqual(rows[index]?.endsAt ?? Number.POSITIVE_INFINITY);
});

test("profiles are complete, users follow each other, and two performers display an award", async () => {
  const db = openDb(env.DB);
  const now = Date.UTC(2026, 10, 23);
  await seedDemo(db, make, now);
  const rows = await db.select().from(users);
  expect(rows.filter(({ bio, location, first }) => bio === "" || location === "" || first === "")).toEqual(
    [],
  );
  expect(rows.map(({ username }) => checkUsername(username).ok)).not.toContain(false);
  expect(new Set(rows.map(({ username }) => lookOfUsername(username))).size).toBe(rows.length);
  expect(Math.max(...rows.map(({ tags }) => tags.length))).toBeLessThanOrEqual(5);
  const worn = rows.filter(({ isPerformer }) => isPerformer).map(({ title, badge }) => ({ title, badge }));
  expect(worn).toEqual([
    { title: "House Favorite", badge: "/badges/house-favorite.svg" },
    { title: "Pioneer", badge: "/badges/pioneer.svg" },
  ]);
  expect(await db.$count(follows)).toBeGreaterThan(10);
  // No one did or got anything before they came.
  const joinedAt = Math.max(...rows.map(({ createdAt }) => createdAt));
  const times = [
    ...(await db.select({ at: follows.createdAt }).from(follows)),
    ...(await db.select({ at: userAwards.awardedAt }).from(userAwards)),
  ];
  expect(Math.min(...times.map(({ at }) => at))).toBeGreaterThan(joinedAt);
});

test("an account or stage that was deleted is not seeded again", async () => {
  const db = openDb(env.DB);
  const now = Date.UTC(2026, 10, 24);
  const { bookingStageId, performer } = await seedDemo(db, make, now);
  expect(performer).toBeDefined();
  const [gone, left] = ["AdaMarlow", "NellHart"];
  await db.delete(users).where(inArray(users.username, [gone, left]));
  const before = await db.$count(users);
  await seedDemo(db, make, now + 24 * hourMs);
  expect(await db.$count(users)).toBe(before);
  expect(await db.$count(sets, eq(sets.stageId, bookingStageId))).toBe(0);
});

test("what was on air before the first start is there once, and its sets are over", async () => {
  const db = openDb(env.DB);
  const now = Date.UTC(2026, 10, 25, 12);
  // As at the first start.
  await db.delete(users).where(inArray(users.id, Object.values(personIds)));
  await db.delete(stages).where(inArray(stages.id, Object.values(stageIds)));
  const past = (name: string, set: { name: string; description: string } | null): DemoPerformance => ({
    name,
    set,
    stage: "glasshouse",
    performer: "ada",
    startsAt: now - 24 * hourMs,
    endsAt: now - 23 * hourMs,
    plays: [
      {
        track: { key: `${name} key`, keyVersion: 1, artist: "Ana Mo", title: name },
        artists: [{ key: "ana mo", name: "Ana Mo" }],
        playedAt: now - 24 * hourMs,
      },
    ],
    cheers: [["nell", now - 24 * hourMs + 5_000]],
    favorites: [["nell", now - 24 * hourMs + 6_000]],
    listeners: ["nell", "theo"],
  });
  const performances = [past("AAAAAAA", { name: "Yesterday", description: "" }), past("BBBBBBB", null)];
  await seedDemo(db, make, now, performances);
  await seedDemo(db, make, now + hourMs, performances);
  const rows = await db
    .select()
    .from(broadcasts)
    .where(
      inArray(
        broadcasts.id,
        performances.map(({ name }) => demoBroadcastId(name)),
      ),
    );
  expect(rows.map(({ setId, performance, id }) => [performance === (setId ?? id), setId !== null])).toEqual([
    [true, true],
    [true, false],
  ]);
  const ids = rows.map(({ id }) => id);
  const heard = await db.select().from(plays).where(inArray(plays.broadcastId, ids));
  expect(heard).toHaveLength(2);
  for (const { id } of heard) {
    expect(await db.$count(cheers, eq(cheers.playId, id))).toBe(1);
    expect(await db.$count(favorites, eq(favorites.playId, id))).toBe(1);
    // The editor of a tracklist shows what its evidence says.
    const [said] = await db.select().from(tracklistEvidence).where(eq(tracklistEvidence.id, id));
    expect(said).toMatchObject({ kind: "encoder", startsAt: now - 24 * hourMs, endsAt: now - 23 * hourMs });
  }
});
