import { env } from "cloudflare:test";
import { ulid } from "ulidx";
import { expect, test } from "vitest";
import type { EarnedAwardView } from "#app/domains/awards/contract.ts";
import type { ReviewAnswer } from "#app/domains/operator/contract/commands.ts";
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
  });
}

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
  });
  const given = { userId: listener.id, performerId: performer.id };
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
  await db
    .insert(tables.favorites)
    .values(
      Array.from({ length: 10 }, () => ({ userId: person.id, trackId: ulid(), createdAt: Date.now() })),
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
