import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { ulid } from "ulidx";
import { expect, test } from "vitest";
import type { ReviewAnswer } from "#app/domains/outside/operator/contract/commands.ts";
import type { EarnedAwardView } from "#app/domains/value/awards/contract.ts";
import { openDb } from "#db/client.ts";
import * as tables from "#db/schema/index.ts";
import { inbox } from "#durable-objects/stubs.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { recordingDatabase, wholeTableScans } from "#tests/helpers/query-plan.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makeSet, makeStage, operate } from "#tests/helpers/stages.ts";
import { grantAwards } from "./grant-awards.ts";

const db = openDb(env.DB);
const hourMs = 3_600_000;
const run = (instance: Partial<Env> = {}) => grantAwards({ ...env, ...instance }, () => {});
const awardsOf = (person: Person) =>
  answerOf<EarnedAwardView[]>(request("/api/awards/getMyAwards", { as: person }));

/** A past set that was on air for an hour. */
async function playSet(
  stage: { id: string },
  performer: Person,
  facts: { peak?: number; endedAt?: number } = {},
) {
  const { id: setId } = await makeSet(stage, performer, hourMs * (1 + Math.round(Math.random() * 1e6)));
  const endedAt = facts.endedAt ?? Date.now() - hourMs;
  await db.insert(tables.broadcasts).values({
    id: ulid(),
    streamId: "s",
    stageId: stage.id,
    performerId: performer.id,
    setId,
    startedAt: endedAt - hourMs,
    endedAt,
    peakListeners: facts.peak ?? 0,
    steadyPeak: facts.peak ?? 0,
  });
}

/** The room has known them as a listener of a performance, whose name is returned. */
async function hear(
  listener: { id: string },
  of: { performer?: { id: string }; stage?: { id: string }; performance?: string; at?: number } = {},
): Promise<string> {
  const { performer = { id: "someone" }, performance = ulid(), at: listenedAt = Date.now() } = of;
  const listen = { performance, listener: listener.id, performerId: performer.id, stageId: of.stage?.id };
  await db.insert(tables.listens).values({ ...listen, listenedAt });
  return performance;
}

/** Favorites of as many tracks, as the call stores them for a listener. */
const mark = (
  person: { id: string },
  count: number,
  of: Partial<typeof tables.favorites.$inferInsert> = {},
): Promise<unknown> =>
  Promise.all(
    Array.from({ length: count }, () =>
      db
        .insert(tables.favorites)
        .values({ userId: person.id, trackId: ulid(), createdAt: Date.now(), isHeard: true, ...of }),
    ),
  );

test("what nobody has heard brings no award, whatever was called", async () => {
  const [person, performer] = [await makePerson(), await makePerformer()];
  const stage = await makeStage(await makePerson());
  const endedAt = Date.now() - hourMs;
  const [early, late] = [ulid(), ulid()];
  await db.insert(tables.broadcasts).values({
    id: ulid(),
    streamId: "s",
    stageId: stage.id,
    performerId: performer.id,
    performance: "long night",
    startedAt: endedAt - 9 * hourMs,
    endedAt,
  });
  const [broadcast] = await db
    .select()
    .from(tables.broadcasts)
    .where(eq(tables.broadcasts.performance, "long night"));
  const trackId = ulid();
  await db.insert(tables.tracks).values({ id: trackId, key: trackId, artist: "A", title: "B", createdAt: 1 });
  const played = { trackId, broadcastId: broadcast?.id ?? "", stageId: stage.id, performerId: performer.id };
  await db.insert(tables.plays).values([
    { ...played, id: early, playedAt: endedAt - 8 * hourMs, endedAt: endedAt - 7 * hourMs },
    { ...played, id: late, playedAt: endedAt - 2 * hourMs, endedAt },
  ]);
  const given = { performerId: performer.id, stageId: stage.id };
  await mark(person, 40, { ...given, setId: "never heard" });
  await mark(person, 40, { ...given, playId: early, isHeard: false });
  await mark(person, 40, { ...given, playId: late });
  await mark(person, 20);
  const stages = await Promise.all(Array.from({ length: 5 }, async () => makeStage(await makePerson())));
  const subscribed = { userId: person.id, createdAt: 1 };
  await db.insert(tables.stageSubscriptions).values(stages.map(({ id }) => ({ ...subscribed, stageId: id })));
  await db.insert(tables.cheers).values(
    Array.from({ length: 10 }, () => ({
      id: ulid(),
      userId: person.id,
      ...given,
      setId: "never heard",
      cheeredAt: 1,
      isHeard: true,
    })),
  );
  await run();
  expect(await awardsOf(person)).toEqual([]);
  // Who came for the last hours has heard what was played then: the broadcast without a set is known by its play.
  const at = endedAt - hourMs;
  await hear(person, { performer, stage, performance: "long night", at });
  await run();
  expect((await awardsOf(person)).map(({ title }) => title)).toEqual(["First Crate"]);
  for (const each of stages) await hear(person, { stage: each });
  await run();
  expect((await awardsOf(person)).map(({ title }) => title).toSorted()).toEqual([
    "First Crate",
    "Stage Hopper",
  ]);
});

test("favorites that a performer has received are people, each once, who have heard the set", async () => {
  const [performer, fan] = [await makePerformer(), await makePerson()];
  const stage = await makeStage(await makePerson());
  const given = { performerId: performer.id, stageId: stage.id, setId: "a famous set" };
  const of = { performer, stage, performance: "a famous set" };
  await hear(fan, of);
  await mark(fan, 150, given);
  const crowd = await Promise.all(Array.from({ length: 99 }, () => makePerson()));
  for (const person of crowd) await mark(person, 1, given);
  for (const person of crowd.slice(1)) await hear(person, of);
  await run();
  expect(await awardsOf(performer)).toEqual([]);
  // The hundredth person; the listen is known to the room only after the favorite.
  await hear(crowd[0] as Person, of);
  await run();
  expect(await awardsOf(performer)).toMatchObject([{ name: expect.stringMatching(/ by 100 people$/) }]);
});

test("people referred count once they have confirmed their address and have listened", async () => {
  const referrer = await makePerson();
  const referred = await Promise.all(
    Array.from({ length: 5 }, () => makePerson({ referrerId: referrer.id })),
  );
  await run();
  for (const person of referred.slice(1)) await hear(person);
  const confirm = (person: Person) =>
    db.update(tables.users).set({ emailVerifiedAt: Date.now() }).where(eq(tables.users.id, person.id));
  for (const person of referred) await confirm(person);
  await run();
  expect(await awardsOf(referrer)).toEqual([]);
  await hear(referred[0] as Person);
  await run();
  expect(await awardsOf(referrer)).toMatchObject([{ name: expect.stringMatching(/^5 /) }]);
});

test("a performer gets earned awards as of the end of a set with one notification, and none is displayed", async () => {
  const manager = await makePerson();
  const stage = await makeStage(manager, { name: "The Cellar" });
  const performer = await makePerformer({ performerType: "musician" });
  const endedAt = Date.now() - 10 * hourMs;
  await playSet(stage, performer, { peak: 120, endedAt });
  await run();
  await run();
  const awards = await awardsOf(performer);
  expect(awards.map(({ musicianTitle }) => musicianTitle).toSorted()).toEqual(["Good House", "Opening Act"]);
  for (const award of awards)
    expect(award).toMatchObject({ date: endedAt, setsPlayed: 1, hours: 1, listens: 120, room: null });
  expect((await inbox(env, performer.id).notices()).map(({ message }) => message).toSorted()).toEqual([
    "You have been awarded a new Good House title and badge",
    "You have been awarded a new Opening Act title and badge",
  ]);
  expect(awards.some(({ isTitle, isBadge }) => isTitle || isBadge)).toBe(false);
  expect(await db.$count(tables.awardReviews)).toBe(0);
});

test("stage awards are counted and granted per stage", async () => {
  const manager = await makePerson();
  const [cellar, roof] = [
    await makeStage(manager, { name: "The Cellar" }),
    await makeStage(manager, { name: "The Roof" }),
  ];
  const performer = await makePerformer();
  const listener = await makePerson();
  for (let n = 0; n < 5; n++) await playSet(cellar, performer);
  for (let n = 0; n < 4; n++) await playSet(roof, performer);
  await db.insert(tables.listens).values(
    Array.from({ length: 14 }, () => ({
      performance: ulid(),
      listener: listener.id,
      stageId: roof.id,
      performerId: performer.id,
      listenedAt: Date.now(),
    })),
  );
  await run();
  const ofStages = (await awardsOf(performer)).filter(({ room }) => room !== null);
  expect(ofStages).toMatchObject([{ title: "Regular Slot", room: { name: "The Cellar" }, setsPlayed: 5 }]);
  expect((await inbox(env, performer.id).notices()).map(({ message }) => message)).toContain(
    "The Cellar awarded you a new Regular Slot title and badge",
  );
  expect((await awardsOf(listener)).map(({ title }) => title)).toEqual(["Early Doors"]);
  await playSet(roof, performer);
  await run();
  expect((await awardsOf(performer)).filter(({ title }) => title === "Regular Slot")).toHaveLength(2);
});

test("broadcasts on a profile earn awards for its listeners, but not for its performer", async () => {
  const [performer, listener] = [await makePerformer(), await makePerson()];
  const endedAt = Date.now() - hourMs;
  await db.insert(tables.broadcasts).values({
    id: ulid(),
    streamId: "s",
    performerId: performer.id,
    startedAt: endedAt - 12 * hourMs,
    endedAt,
    peakListeners: 150,
    steadyPeak: 150,
  });
  const given = {
    userId: listener.id,
    performerId: performer.id,
    setId: await hear(listener, { performer }),
    isHeard: true,
  };
  for (let n = 0; n < 10; n++)
    await db.insert(tables.favorites).values(
      Array.from({ length: 10 }, (_, each) => ({
        ...given,
        trackId: `profile-${n}-${each}`,
        createdAt: endedAt,
      })),
    );
  await run();
  expect(await awardsOf(performer)).toEqual([]);
  expect((await awardsOf(listener)).map(({ title }) => title)).toContain("First Crate");
});

test("users who registered before the configured date are pioneers", async () => {
  const early = await makePerson({ createdAt: Date.UTC(2026, 0, 1) });
  const late = await makePerson({ createdAt: Date.UTC(2026, 5, 1) });
  await run();
  expect(await awardsOf(early)).toEqual([]);
  await operate("run-awards", {});
  expect(await awardsOf(early)).toEqual([]);
  await db.insert(tables.awardReviews).values([early, late].map(({ id }) => ({ userId: id, wantedAt: 1 })));
  await run({ CUE_PIONEERS_UNTIL: "2026-02-01" });
  expect(await awardsOf(early)).toMatchObject([
    { title: "Pioneer", date: Date.UTC(2026, 0, 1), note: expect.stringContaining("when Cue was young") },
  ]);
  expect(await awardsOf(late)).toEqual([]);
});

test("a repeated review of all users removes no award and grants none twice", async () => {
  const person = await makePerson();
  const setId = await hear(person);
  await db.insert(tables.favorites).values(
    Array.from({ length: 10 }, () => ({
      userId: person.id,
      trackId: ulid(),
      setId,
      createdAt: Date.now(),
      isHeard: true,
    })),
  );
  await run();
  const earned = await awardsOf(person);
  expect(earned).toMatchObject([{ title: "First Crate" }]);
  await env.DB.prepare("delete from favorites where user_id = ?").bind(person.id).run();
  const report = await operate<ReviewAnswer>("run-awards", {});
  expect(report).toMatchObject({ granted: 0, told: 0, left: 0 });
  expect(report.reviewed).toBeGreaterThan(1);
  expect(await awardsOf(person)).toEqual(earned);
});

test("a failed review does not stop other reviews, and is retried", async () => {
  const person = await makePerson();
  await db.insert(tables.stageSubscriptions).values({
    stageId: (await makeStage(person)).id,
    userId: person.id,
    createdAt: 1,
  });
  const broken = new Proxy(env.DB, {
    get(target, name) {
      if (name !== "prepare") return Reflect.get(target, name);
      return (statement: string) => {
        if (statement.includes("running")) throw new Error("the database is away");
        return target.prepare(statement);
      };
    },
  });
  await run({ DB: broken });
  expect(await db.$count(tables.awardReviews)).toBeGreaterThan(0);
  await run();
  expect(await db.$count(tables.awardReviews)).toBe(0);
});

test("no query of a run scans a whole history table", async () => {
  const { database, statements } = recordingDatabase();
  const performer = await makePerformer();
  await playSet(await makeStage(performer), performer);
  await run({ DB: database, CUE_PIONEERS_UNTIL: "2030-01-01" });
  expect(statements.size).toBeGreaterThan(10);
  const scans = await Promise.all([...statements].map(wholeTableScans));
  // The lists of the query itself, and the queue of users to review when it is counted.
  const own = /^SCAN (rule|person|event|running|moment|award_reviews|json_each|grants|value)\b/;
  expect(scans.flat().filter((step) => !own.test(step))).toEqual([]);
});
