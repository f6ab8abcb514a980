import { env } from "cloudflare:test";
import { and, eq, sql } from "drizzle-orm";
import { ulid } from "ulidx";
import { afterEach, beforeEach, expect, test } from "vitest";
import { recordGrants } from "#app/domains/value/awards/grant.server.ts";
import { openDb } from "#db/client.ts";
import * as tables from "#db/schema/index.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { recordingDatabase, wholeTableScans } from "#tests/helpers/query-plan.ts";
import { makeStage, operate } from "#tests/helpers/stages.ts";
import { addClaim, hear, makeMember, runClaims, setDrift, tokenContext } from "#tests/helpers/tokens.ts";
import { grantClaims } from "./grant-claims.ts";

const db = openDb(env.DB);
const { tokenClaims } = tables;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A Wednesday noon, so that the days before it are of the same week. */
const noon = Math.floor((Date.now() / dayMs - 6) / 7) * 7 * dayMs + 6 * dayMs + 12 * hourMs;

const claimsOf = (person: { id: string }) =>
  db
    .select()
    .from(tokenClaims)
    .where(eq(tokenClaims.userId, person.id))
    .orderBy(tokenClaims.kind, tokenClaims.source);
const kindsOf = async (person: { id: string }) =>
  (await claimsOf(person)).map(({ kind, amount }) => `${kind} ${amount}`);

beforeEach(async () => {
  await db.delete(tokenClaims);
  await db.delete(tables.tokenReviews);
});
afterEach(() => setDrift());

test("listening brings the welcome and the week, once, however often the job runs", async () => {
  const person = await makeMember();
  await hear(person, noon, noon - dayMs, noon - 2 * dayMs);
  await grantClaims(env);
  await Promise.all([grantClaims(env), runClaims(), runClaims()]);
  expect(await kindsOf(person)).toEqual(["steady 15", "welcome 50"]);
  const [steady] = await claimsOf(person);
  expect(steady).toMatchObject({ state: "waiting", ripeAt: expect.any(Number) });
  expect((steady?.expiresAt ?? 0) - (steady?.ripeAt ?? 0)).toBe(180 * dayMs);
  expect(await db.$count(tables.tokenReviews)).toBe(0);
});

test("replays, listeners without an account, one's own performances and a single performance bring nothing", async () => {
  const person = await makeMember();
  const days = [noon, noon - dayMs, noon - 2 * dayMs];
  for (const at of days) {
    await db.insert(tables.listens).values([
      { performance: ulid(), listener: `page ${person.id}`, performerId: "x", listenedAt: at },
      { performance: ulid(), listener: person.id, performerId: person.id, listenedAt: at },
    ]);
    await db
      .insert(tables.listens)
      .values({ performance: `one ${person.id}`, listener: person.id, performerId: "x", listenedAt: at })
      .onConflictDoNothing();
  }
  await runClaims();
  expect(await kindsOf(person)).toEqual([]);
  // Three in one night, over midnight, are three performances on two days, and not a steady week.
  const midnight = Math.floor(noon / dayMs) * dayMs;
  await hear(person, midnight - 1, midnight, midnight + 1);
  await runClaims();
  expect(await kindsOf(person)).toEqual(["welcome 50"]);
});

test("a young account is looked at again when it is old enough, without another listen", async () => {
  const createdAt = Date.now() - 2 * hourMs;
  const person = await makePerson({ createdAt, emailVerifiedAt: createdAt });
  await hear(person, noon, noon - dayMs, noon - 2 * dayMs);
  await runClaims();
  expect(await kindsOf(person)).toEqual(["steady 15"]);
  await runClaims(tokenContext({ now: () => createdAt + dayMs - 1 }));
  expect(await kindsOf(person)).toEqual(["steady 15"]);
  await runClaims(tokenContext({ now: () => createdAt + dayMs }));
  expect(await kindsOf(person)).toEqual(["steady 15", "welcome 50"]);
});

test("what was heard before the address was confirmed counts once it is; suspended people earn nothing", async () => {
  const [person, banned] = [await makePerson({ createdAt: 1 }), await makeMember({ bannedAt: 1 })];
  for (const each of [person, banned]) await hear(each, noon, noon - dayMs, noon - 2 * dayMs);
  await runClaims();
  expect(await kindsOf(person)).toEqual([]);
  await db.update(tables.users).set({ emailVerifiedAt: 2 }).where(eq(tables.users.id, person.id));
  await runClaims();
  expect(await kindsOf(person)).toEqual(["steady 15", "welcome 50"]);
  expect(await kindsOf(banned)).toEqual([]);
});

test("awards of Cue's rules bring tokens by tier; those of a stage or an operator bring none", async () => {
  const [earner, favorite, local] = [await makeMember(), await makeMember(), await makeMember()];
  const stage = await makeStage(earner);
  const at = Date.now();
  const grant = (person: Person, awardId: string, stageId: string | null = null) => ({
    userId: person.id,
    awardId,
    stageId,
    at,
  });
  await recordGrants(tokenContext(), [
    grant(earner, "first-set"),
    grant(earner, "keen-ear"),
    grant(earner, "pioneer"),
    grant(local, "regular-slot", stage.id),
    grant(local, "first-set", stage.id),
  ]);
  await operate("grant-award", { user: favorite.id, award: "pioneer" });
  await operate("grant-award", { user: favorite.id, award: "Resident" });
  await runClaims();
  await runClaims();
  // An award for being there brings nothing until its owner has listened.
  expect((await kindsOf(earner)).toSorted()).toEqual(["award 10", "award 50"]);
  await hear(earner, noon, noon, noon - dayMs);
  await runClaims();
  expect((await kindsOf(earner)).toSorted()).toEqual(["award 10", "award 200", "award 50", "welcome 50"]);
  const paid = (await claimsOf(earner)).filter(({ kind }) => kind === "award");
  expect(paid.every(({ reason }) => reason !== "")).toBe(true);
  expect(await kindsOf(favorite)).toEqual([]);
  expect(await kindsOf(local)).toEqual([]);
});

test("a referral pays both; those over 20 a month wait for an operator", async () => {
  const referrer = await makeMember();
  const newcomers = [];
  for (let n = 0; n < 23; n++) {
    const newcomer = await makeMember({ referrerId: referrer.id });
    newcomers.push(newcomer);
    await hear(newcomer, noon, noon - 8 * dayMs, noon - 16 * dayMs);
    if (n === 4) await runClaims();
  }
  await runClaims();
  await runClaims();
  const paid = await claimsOf(referrer);
  expect(paid.map(({ amount }) => amount)).toEqual(Array(23).fill(25));
  const held = paid.filter(({ heldAt }) => heldAt !== null);
  expect(held).toHaveLength(3);
  expect(held.every(({ ripeAt }) => ripeAt === null)).toBe(true);
  const halves = await db
    .select()
    .from(tokenClaims)
    .where(and(eq(tokenClaims.kind, "referral"), sql`source glob '*/newcomer'`));
  expect(halves).toHaveLength(23);
  expect(halves.filter(({ heldAt }) => heldAt !== null)).toHaveLength(3);
});

test("the day's tokens go to the oldest claims, and the rest waits for tomorrow", async () => {
  const person = await makeMember();
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const unripe = { ripeAt: null, expiresAt: null };
  for (const [index, amount] of [40, 30, 30, 10].entries())
    await addClaim(person, { ...unripe, amount, source: `c${index}`, createdAt: 10 - index });
  // More than any day has: it stops no one.
  await addClaim(person, { ...unripe, amount: 500, source: "huge", createdAt: 1 });
  await addClaim(person, { ...unripe, amount: 10, source: "held", createdAt: 2, heldAt: 5 });
  const run = (at: number) => runClaims(tokenContext({ tokensPerDay: 75, now: () => at }));
  const ripe = async () =>
    (await claimsOf(person)).filter(({ ripeAt }) => ripeAt !== null).map(({ source }) => source);
  await Promise.all([run(today + hourMs), run(today + hourMs), run(today + hourMs)]);
  expect(await ripe()).toEqual(["c2", "c3", "c1"].toSorted());
  await run(today + 23 * hourMs);
  expect(await ripe()).toHaveLength(3);
  await run(today + dayMs);
  expect(await ripe()).toEqual(["c0", "c1", "c2", "c3"]);
});

test("young accounts share a part of the day, and stop no one", async () => {
  const old = await makeMember();
  const young = await Promise.all(
    Array.from({ length: 4 }, () => makeMember({ createdAt: Date.now() - 2 * dayMs })),
  );
  const unripe = { ripeAt: null, expiresAt: null, amount: 10 };
  for (const [index, person] of young.entries())
    for (let n = 0; n < 4; n++)
      await addClaim(person, { ...unripe, source: `y${index}-${n}`, createdAt: index * 4 + n });
  await addClaim(old, { ...unripe, amount: 70, source: "old", createdAt: 100 });
  // What an operator grants is no matter of age.
  await addClaim(young[0] as Person, { ...unripe, amount: 5, kind: "grant", source: "gift", createdAt: 101 });
  const ctx = tokenContext({ tokensPerDay: 100 });
  await Promise.all([runClaims(ctx), runClaims(ctx)]);
  await runClaims(ctx);
  const ripe = await db.select().from(tokenClaims).where(sql`ripe_at is not null`);
  expect(ripe.map(({ source }) => source).toSorted()).toEqual(["gift", "old", "y0-0", "y0-1"]);
});

test("while the books do not agree nothing is earned or ripens, and nothing is lost", async () => {
  const person = await makeMember();
  await hear(person, noon, noon - dayMs, noon - 2 * dayMs);
  await setDrift("the supply differs by 1");
  expect(await runClaims()).toMatchObject({ isPaused: true, ripened: 0 });
  expect(await kindsOf(person)).toEqual([]);
  await setDrift();
  expect(await runClaims()).toMatchObject({ isPaused: false, earned: 2, ripened: 2 });
});

test("200 fake accounts get no more than the tokens of a day", async () => {
  for (let n = 0; n < 200; n++) {
    const fake = await makeMember();
    await hear(fake, noon, noon - dayMs, noon - 2 * dayMs);
  }
  const today = Math.floor(Date.now() / dayMs) * dayMs + dayMs;
  for (const hour of [1, 2, 3])
    await runClaims(tokenContext({ tokensPerDay: 1_000, now: () => today + hour * hourMs }));
  const [sum] = await db.all<{ amount: number; all: number }>(
    sql`select sum(case when ripe_at is not null then amount end) as amount, sum(amount) as "all" from token_claims`,
  );
  expect(sum?.all).toBe(200 * 65);
  expect(sum?.amount).toBeLessThanOrEqual(1_000);
  expect(sum?.amount).toBeGreaterThan(900);
});

test("history that is written during a review is not lost, and a failed review is repeated", async () => {
  const person = await makeMember();
  await hear(person, noon, noon - dayMs);
  const ctx = tokenContext();
  let heard = false;
  // Writes as soon as the review asks for an id or the time after it has begun.
  const broken = {
    ...ctx,
    ids: {
      next: () => {
        throw new Error("no ids");
      },
    },
  };
  await hear(person, noon - 2 * dayMs);
  await runClaims(broken);
  expect(await kindsOf(person)).toEqual([]);
  const late = {
    ...ctx,
    ids: {
      next: () => {
        heard = true;
        return ctx.ids.next();
      },
    },
  };
  const running = runClaims(late);
  await hear(person, noon - 7 * dayMs, noon - 8 * dayMs, noon - 9 * dayMs);
  await running;
  await runClaims();
  expect(heard).toBe(true);
  expect(await kindsOf(person)).toEqual(["steady 15", "steady 15", "welcome 50"]);
});

test("no query of a run reads a whole history", async () => {
  const person = await makeMember({ referrerId: (await makeMember()).id });
  await hear(person, noon, noon - dayMs, noon - 2 * dayMs);
  const { database, statements } = recordingDatabase();
  await grantClaims({ ...env, DB: database });
  expect(statements.size).toBeGreaterThan(6);
  const scans = await Promise.all([...statements].map(wholeTableScans));
  const own =
    /^SCAN (person|item|added|each|done|value|json_each|token_check|\(subquery-\d+\)|token_reviews)\b/;
  expect(scans.flat().filter((step) => !own.test(step))).toEqual([]);
});
