import { env } from "cloudflare:test";
import { and, eq, like } from "drizzle-orm";
import { ulid } from "ulidx";
import { beforeEach, expect, test } from "vitest";
import { openDb } from "#db/client.ts";
import { broadcasts, stageManagers, tracklistEvidence, tracks } from "#db/schema/index.ts";
import { limiter } from "#durable-objects/stubs.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { refusalOf, request } from "#tests/helpers/request.ts";
import { makeSet, makeStage } from "#tests/helpers/stages.ts";

const db = openDb(env.DB);
const minMs = 60_000;

let manager: Person;
let performer: Person;
let set: string;
let stageId: string;
let startsAt: number;

beforeEach(async () => {
  [manager, performer] = await Promise.all([makePerson({ isManager: true }), makePerformer()]);
  const stage = await makeStage(manager);
  stageId = stage.id;
  set = (await makeSet(stage, performer, -120 * minMs)).id;
  startsAt = Date.now() - 120 * minMs;
  const aired = { startedAt: startsAt, endedAt: startsAt + 60 * minMs, streamId: ulid() };
  await db
    .insert(broadcasts)
    .values({ id: ulid(), stageId, performerId: performer.id, setId: set, ...aired });
});

const heardBy = (kind: "manager" | "performer" | "history") =>
  db.$count(
    tracklistEvidence,
    and(
      eq(tracklistEvidence.performance, set),
      eq(tracklistEvidence.act, "heard"),
      eq(tracklistEvidence.kind, kind),
    ),
  );

/** Adds so many tracks with names of their own; returns the response's status. */
async function add(as: Person, name: string, count: number): Promise<number> {
  const acts = Array.from({ length: count }, (_, at) => ({
    act: "add",
    artist: `Rush ${name} ${at}`,
    title: `${set} ${name} ${at}`,
    start: startsAt + at * 1_000,
  }));
  const { status } = await request("/api/tracklist/correct", { as, body: { set, acts } });
  return status;
}

async function addManager(): Promise<Person> {
  const person = await makePerson({ isManager: true });
  await db.insert(stageManagers).values({ stageId, userId: person.id, createdAt: 1 });
  return person;
}

/** Lines of the performer's history. */
const fill = (count: number) =>
  env.DB.prepare(
    `insert into tracklist_evidence (id, performance, performer_id, user_id, kind, act, line, title, starts_at, at)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < ?4)
     select ?1 || i, ?1, ?2, ?2, 'history', 'heard', ?1 || i, 'Full', ?3 + i, ?3 from n`,
  )
    .bind(set, performer.id, startsAt, count)
    .run();

test("six bulk corrections of a manager that arrive together add no more lines than one after the other", async () => {
  const statuses = await Promise.all(["a", "b", "c", "d", "e", "f"].map((name) => add(manager, name, 60)));
  const stored = statuses.filter((status) => status === 200).length;
  expect(statuses.filter((status) => ![200, 400, 429].includes(status))).toEqual([]);
  expect(stored).toBeGreaterThan(0);
  expect(stored).toBeLessThanOrEqual(4);
  expect(await heardBy("manager")).toBe(60 * stored);
  // Of a refused one not even its tracks are stored.
  expect(await db.$count(tracks, like(tracks.title, `${set} %`))).toBe(60 * stored);
});

test("managers who add together share what is left", async () => {
  await fill(440);
  const managers = await Promise.all([addManager(), addManager(), addManager(), addManager()]);
  const statuses = await Promise.all([
    ...managers.map((as, at) => add(as, `m${at}`, 20)),
    add(performer, "p", 20),
  ]);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 400, 400]);
  expect((await heardBy("manager")) + (await heardBy("performer"))).toBe(60);
  expect(await db.$count(tracks, like(tracks.title, `${set} %`))).toBe(60);
});

test("listeners who suggest together do not suggest more than a tracklist takes", async () => {
  const line = ulid();
  await env.DB.batch([
    env.DB.prepare(
      `insert into tracklist_evidence (id, performance, performer_id, kind, act, line, starts_at, ends_at, at)
       values (?1, ?2, ?3, 'ear', 'heard', ?1, ?4, ?4 + 60000, ?4)`,
    ).bind(line, set, performer.id, startsAt),
    env.DB.prepare(
      `insert into tracklist_evidence (id, performance, performer_id, user_id, kind, act, line, title, at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < 497)
       select ?1 || i, ?1, ?2, ?2, 'listener', 'suggest', ?3, 'Guess', ?4 + i from n`,
    ).bind(set, performer.id, line, startsAt),
  ]);
  const people = await Promise.all(Array.from({ length: 6 }, () => makePerson()));
  const statuses = await Promise.all(
    people.map(async (as, at) => {
      const body = { set, start: startsAt + 1_000, artist: "Bo", title: `${set} ${at}` };
      return (await request("/api/tracklist/suggest", { as, body })).status;
    }),
  );
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 400, 400, 400]);
  const isSuggested = and(eq(tracklistEvidence.performance, set), eq(tracklistEvidence.act, "suggest"));
  expect(await db.$count(tracklistEvidence, isSuggested)).toBe(500);
});

test("history files that arrive together share what is left, with what the performer adds meanwhile", async () => {
  await fill(497);
  const lay = async (name: string) => {
    const file = btoa(`0:00 Ana - ${name} one\n5:00 Bo - ${name} two`);
    const body = { set, file, name: `${name}.txt`, timeZone: "UTC" };
    return (await request("/api/tracklist/importHistory", { as: performer, body })).status;
  };
  const statuses = await Promise.all([lay("first"), lay("second"), lay("third"), add(performer, "p", 2)]);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect((await heardBy("history")) + (await heardBy("performer"))).toBe(499);
});

test("a correction that one account sends twice at the same time is stored once", async () => {
  const statuses = await Promise.all([1, 2, 3].map(() => add(performer, "same", 1)));
  expect(statuses).toContain(200);
  expect(await heardBy("performer")).toBe(1);
});

test("an account whose earlier correction takes long is asked to wait; others are not", async () => {
  const key = `turn:${manager.id}:${set}`;
  await limiter(env, key).take(key, { max: 1, perMs: 30_000 });
  const body = { set, act: "add", artist: "Ana", title: "One", start: startsAt };
  expect(await refusalOf(request("/api/tracklist/correct", { as: manager, body }))).toBe("rate-limited");
  expect(await add(performer, "other", 1)).toBe(200);
  await limiter(env, key).giveBack(key);
  expect(await add(manager, "later", 1)).toBe(200);
});
