import { env } from "cloudflare:test";
import { count } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDb } from "./client.ts";
import { sets, stages, users } from "./schema/index.ts";
import { type SeedMakers, seedDemo } from "./seed.ts";

const make: SeedMakers = {
  hashPassword: (password) => `hash of ${password}`,
  toUsernameColumns: (username) => ({ username, usernameKey: username, usernameLook: username }),
  newMount: (kind) => `${kind}-${crypto.randomUUID()}`,
  newPassword: () => crypto.randomUUID(),
  newStreamId: () => crypto.randomUUID(),
};
const hourMs = 3_600_000;

test("seeding again changes nothing but the end of the schedule", async () => {
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

test("the demo performer's set is on at every moment, and sets never overlap", async () => {
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
