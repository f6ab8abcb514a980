/**
 * Random histories, split into runs, in any order and with simultaneous runs: each user gets the same awards as from
 * one review of the whole history, once and with one notification. `AWARD_HISTORIES` sets the number of histories.
 */
import { env, runInDurableObject } from "cloudflare:test";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { AppContext } from "#app/context.ts";
import { type Db, openDb } from "#db/client.ts";
import * as tables from "#db/schema/index.ts";
import { replay } from "#tests/helpers/award-replay.ts";
import { act, makeAwardWorld, store, toHistory } from "#tests/helpers/award-world.ts";
import { sqliteAsD1 } from "#tests/helpers/sqlite-d1.ts";
import { createAppContext } from "#workers/context.ts";
import { toHours } from "../stats/rules.ts";
import { requestAllReviews, reviewAwards } from "./review.server.ts";
import type { AwardRule } from "./rules.ts";

const histories = Number(env.AWARD_HISTORIES || 25);
const halfHourMs = 1_800_000;

/** Existing awards with lower thresholds. */
const rules: readonly AwardRule[] = [
  { award: "first-set", count: "setsPlayed", atLeast: 1 },
  { award: "ten-sets", count: "setsPlayed", atLeast: 3 },
  { award: "ten-hours", count: "onAirMs", atLeast: 2 * halfHourMs },
  { award: "hundred-hours", count: "onAirMs", atLeast: 7 * halfHourMs },
  { award: "hundred-listeners", count: "peakListeners", atLeast: 2 },
  { award: "thousand-listeners", count: "peakListeners", atLeast: 9 },
  { award: "hundred-favorites", count: "favoritesReceived", atLeast: 2 },
  { award: "hundred-cheers", count: "cheersReceived", atLeast: 2 },
  { award: "ten-finds", count: "favoritesGiven", atLeast: 1 },
  { award: "keen-ear", count: "favoritesGiven", atLeast: 3 },
  { award: "front-row", count: "cheersGiven", atLeast: 2 },
  { award: "early-doors", count: "setsHeard", atLeast: 1 },
  { award: "night-owl", count: "setsHeard", atLeast: 3 },
  { award: "stage-hopper", count: "stagesSubscribed", atLeast: 2 },
  { award: "word-of-mouth", count: "referrals", atLeast: 1 },
  { award: "regular-slot", count: "setsPlayed", atLeast: 2, isOfStage: true },
  { award: "packed-room", count: "peakListeners", atLeast: 4, isOfStage: true },
  { award: "local", count: "setsHeard", atLeast: 2, isOfStage: true },
  { award: "home-crowd", count: "cheersGiven", atLeast: 2, isOfStage: true },
  { award: "pioneer", count: "pioneerDays", atLeast: 1 },
];

/**
 * A context with only the database, and inboxes that fail every third time; like the real ones they deliver a key once.
 */
function contextOf(db: Db, told: Set<string>): AppContext {
  let knocks = 0;
  const notify = async ({ key }: { key: string }) => {
    knocks += 1;
    if (knocks % 3 === 0) throw new Error("not now");
    told.add(key);
  };
  const base = createAppContext(new Request("http://localhost:8787/"), env, null);
  return {
    ...base,
    db,
    config: { ...base.config, pioneersUntil: 1_020 },
    inboxes: { ...base.inboxes, of: () => ({ notify }) as never },
    log: { info: () => {}, warn: () => {}, error: () => {} },
  };
}

async function drain(ctx: AppContext): Promise<void> {
  for (let left = 1, told = 1; left > 0 || told > 0; )
    ({ left, told } = await reviewAwards(ctx, { people: 50, notices: 50 }, rules));
  // Delivers the last notification, if its inbox failed at the end.
  await reviewAwards(ctx, { people: 1, notices: 50 }, rules);
}

async function readGrants(db: Db) {
  const rows = await db.select().from(tables.userAwards);
  return rows.map((row) => {
    const { id, awardId, userId, stageId, awardedAt, toldAt, isManual: _, ...stats } = row;
    return {
      id,
      toldAt,
      grant: { userId, awardId, stageId },
      asOf: { at: awardedAt, ...stats },
    };
  });
}
const inOrder = (items: unknown[]) => items.map((item) => JSON.stringify(item)).toSorted();

test("incremental reviews in any order grant the same awards once as one review of the whole history", {
  timeout: 30_000 + histories * 2_000,
}, async () => {
  let granted = 0;
  await runInDurableObject(env.LIMITER.getByName("award histories"), async (_, { storage }) => {
    for (const { queries } of env.TEST_MIGRATIONS) for (const query of queries) storage.sql.exec(query);
    const db = openDb(sqliteAsD1(storage, async () => {}));
    const chunks = fc.array(
      fc.record({
        size: fc.integer({ min: 1, max: 12 }),
        runs: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
      }),
      { minLength: 1, maxLength: 6 },
    );
    const acts = fc.array(act, { minLength: 5, maxLength: 45, size: "max" });
    const property = fc.asyncProperty(
      acts,
      chunks,
      fc.boolean(),
      fc.scheduler(),
      async (some, cuts, isInOrder, scheduler) => {
        for (const table of [
          "user_awards",
          "favorites",
          "cheers",
          "listens",
          "broadcasts",
          "sets",
          "stages",
          "users",
        ])
          storage.sql.exec(`delete from ${table}`);
        const world = await makeAwardWorld(db);
        const history = toHistory(some, world);
        const expected = replay(
          [
            { kind: "registration", user: world.people[0] ?? "", referrer: null, isVerified: false, at: 1 },
            ...history,
          ],
          rules,
          1_020,
        );
        const told = new Set<string>();
        const theirs = openDb(sqliteAsD1(storage, () => scheduler.schedule(Promise.resolve())));
        const ctx = contextOf(theirs, told);

        // Late arrivals come in reverse order.
        const arriving = isInOrder ? [...history] : history.toReversed();
        const storeNext = async (size: number) => {
          for (const deed of arriving.splice(0, size)) await store(theirs, deed);
        };
        for (const { size, runs } of cuts)
          await scheduler.waitFor(
            Promise.all([
              storeNext(size),
              ...runs.map((people) => reviewAwards(ctx, { people, notices: 2 }, rules)),
            ]),
          );
        await scheduler.waitFor(storeNext(arriving.length));
        const quiet = contextOf(db, told);
        await drain(quiet);

        const grants = await readGrants(db);
        expect(inOrder(grants.map(({ grant }) => grant))).toEqual(
          inOrder(expected.map(({ userId, awardId, stageId }) => ({ userId, awardId, stageId }))),
        );
        expect(inOrder([...told])).toEqual(inOrder(grants.map(({ id }) => `award:${id}`)));
        if (isInOrder)
          expect(inOrder(grants.map(({ grant, asOf }) => ({ ...grant, ...asOf })))).toEqual(
            inOrder(
              expected.map(({ stats: { onAirMs, ...counts }, at, userId, awardId, stageId }) => {
                const { setsPlayed, listens, favorites, cheers, referrals } = counts;
                return {
                  userId,
                  awardId,
                  stageId,
                  at,
                  setsPlayed,
                  hours: toHours(onAirMs),
                  listens,
                  favorites,
                  cheers,
                  referrals,
                };
              }),
            ),
          );

        // Reviewing everyone again changes nothing, even after half of the counted rows are deleted.
        await requestAllReviews(quiet);
        await drain(quiet);
        storage.sql.exec("delete from favorites where rowid % 2 = 0");
        await requestAllReviews(quiet);
        await drain(quiet);
        expect(await readGrants(db)).toEqual(grants);
        expect(told.size).toBe(grants.length);
        granted += grants.length;
      },
    );
    await fc.assert(property, { numRuns: histories, seed: 7, endOnFailure: true });
  });
  // Histories without a grant prove nothing.
  expect(granted).toBeGreaterThan(histories * 5);
});
