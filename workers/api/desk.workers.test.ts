import { env } from "cloudflare:test";
import { ulid } from "ulidx";
import { beforeAll, expect, test } from "vitest";
import type { DeskView } from "#app/domains/air/sets/contract/desk.ts";
import type { SetRequestAnswer } from "#app/domains/air/sets/contract/requests.ts";
import { isIncoming } from "#app/domains/air/sets/request-sides.ts";
import { openDb } from "#db/client.ts";
import { broadcasts, sets } from "#db/schema/index.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makeSet, makeStage } from "#tests/helpers/stages.ts";

const hourMs = 3_600_000;
const db = openDb(env.DB);

let manager: Person;
beforeAll(async () => {
  manager = await makePerson({ username: "Desk Manager", isManager: true });
});

const open = (as: Person) => answerOf<DeskView>(request("/api/djs/desk", { as }));
const hourFromNow = (hours: number) => (Math.floor(Date.now() / hourMs) + 1 + hours) * hourMs;

function ask(as: Person, performer: Person, stage: { id: string }, hours: number, more = {}) {
  const start = hourFromNow(hours);
  const slot = { start, end: start + hourMs, timeZone: "UTC" };
  const body = { dj: performer.id, room: stage.id, name: `By ${as.username}`, ...slot, ...more };
  return answerOf<SetRequestAnswer>(request("/api/setRequests/request", { as, body }));
}

async function playedSet(stage: { id: string }, performer: Person, hoursAgo: number): Promise<string> {
  const [id, startsAt] = [ulid(), Date.now() - hoursAgo * hourMs];
  const slot = { startsAt, endsAt: startsAt + hourMs / 2, createdAt: startsAt };
  const whose = { stageId: stage.id, performerId: performer.id };
  await db.insert(sets).values({ id, name: `Played ${hoursAgo}`, ...whose, ...slot });
  await db.insert(broadcasts).values({
    id: ulid(),
    setId: id,
    streamId: "stream",
    startedAt: startsAt,
    endedAt: startsAt + hourMs / 2,
    peakListeners: 3,
    ...whose,
  });
  return id;
}

test("an empty dashboard has empty lists and says that the performer is off the air", async () => {
  const performer = await makePerformer({ performerType: "musician" });
  const { readAt, ...desk } = await open(performer);
  expect(Math.abs(readAt - Date.now())).toBeLessThan(10_000);
  expect(desk).toEqual({
    isOnStandby: false,
    program: "",
    isReplayChoiceOpen: false,
    standby: null,
    profileOnConnect: true,
    performerType: "musician",
    stats: { setsPlayed: 0, listens: 0, favorites: 0, cheers: 0, hours: 0 },
    upcomingSets: [],
    requests: [],
    taken: [],
    playedSets: [],
    onAir: [],
  });
});

test("the dashboard lists incoming offers and outgoing requests of its performer only", async () => {
  const [performer, other, stage] = await Promise.all([makePerformer(), makePerformer(), makeStage(manager)]);
  const offer = await ask(manager, performer, stage, 1);
  const own = await ask(performer, performer, stage, 3);
  await ask(other, other, stage, 5);
  const { requests } = await open(performer);
  const sides = requests.map((each) => [each.id, isIncoming(each, "performer")]);
  expect(sides).toEqual([
    [offer.id, true],
    [own.id, false],
  ]);
});

test("the counts are requests that wait for the caller, as performer and as manager", async () => {
  const [performer, theo] = await Promise.all([makePerformer(), makePerformer({ isManager: true })]);
  const [stage, another] = await Promise.all([makeStage(theo), makeStage(theo)]);
  const counts = (as: Person) => answerOf(request("/api/setRequests/getCounts", { as }));
  expect(await counts(theo)).toEqual({ djs: 0, managers: 0 });
  const offer = await ask(theo, performer, stage, 1);
  await ask(performer, performer, stage, 3);
  await ask(performer, performer, another, 5);
  expect(await counts(theo)).toEqual({ djs: 0, managers: 2 });
  expect(await counts(performer)).toEqual({ djs: 1, managers: 0 });
  await answerOf(request("/api/setRequests/accept", { as: performer, body: { request: offer.id } }));
  expect(await counts(performer)).toEqual({ djs: 0, managers: 0 });
});

test("an accepted request moves to the schedule, and a declined one disappears", async () => {
  const [performer, stage] = await Promise.all([makePerformer(), makeStage(manager)]);
  const yes = await ask(manager, performer, stage, 1);
  const no = await ask(manager, performer, stage, 3);
  for (const [verb, { id }] of [
    ["accept", yes],
    ["decline", no],
  ] as const)
    await answerOf(request(`/api/setRequests/${verb}`, { as: performer, body: { request: id } }));
  const { requests, upcomingSets } = await open(performer);
  expect(requests).toEqual([]);
  expect(upcomingSets.map(({ name }) => name)).toEqual([yes.name]);
});

test("the dashboard lists the nine latest performed sets, newest first, with the hours on air", async () => {
  const [performer, stage] = await Promise.all([makePerformer(), makeStage(manager)]);
  for (let hoursAgo = 1; hoursAgo <= 10; hoursAgo++) await playedSet(stage, performer, hoursAgo);
  await makeSet(stage, performer, hourMs);
  const { playedSets, stats, upcomingSets } = await open(performer);
  expect(playedSets.map(({ name }) => name)).toEqual(
    Array.from({ length: 9 }, (_, index) => `Played ${index + 1}`),
  );
  expect(stats).toMatchObject({ setsPlayed: 10, listens: 30, hours: 5 });
  expect(upcomingSets).toHaveLength(1);
});

test("the combined response equals the responses of the separate calls", async () => {
  const [performer, stage] = await Promise.all([
    makePerformer({ photo: "/pictures/p/64.webp" }),
    makeStage(manager),
  ]);
  await playedSet(stage, performer, 2);
  await makeSet(stage, performer, hourMs);
  await ask(manager, performer, stage, 4);
  const read = (call: string) => answerOf<unknown[]>(request(`/api/${call}`, { as: performer }));
  const desk = await open(performer);
  expect(desk.upcomingSets).toEqual(await read("sets/getMySets"));
  expect(desk.playedSets).toMatchObject(await read("sets/getMyPastSets"));
  const latest = { as: performer, body: { user: performer.id } };
  expect(desk.playedSets).toEqual(await answerOf(request("/api/sets/getLatestSets", latest)));
  expect(desk.requests).toEqual(await read("setRequests/getMyRequests"));
  expect(await read("djs/stats")).toMatchObject(desk.stats);
  const [waiting] = desk.requests;
  expect(waiting).toMatchObject({
    room: { id: stage.id, name: "Test stage" },
    dj: { id: performer.id, username: performer.username, profile: "/pictures/p/64.webp" },
    requestor: { id: manager.id, username: manager.username, profile: null },
    mixcloud: false,
  });
});

test("a request for a time that is taken names the other performer and the week", async () => {
  const [performer, rival, stage] = await Promise.all([makePerformer(), makePerformer(), makeStage(manager)]);
  await answerOf(request("/api/rooms/update", { as: manager, body: { room: stage.id, weekly: true } }));
  const own = await ask(performer, performer, stage, 3, { weeks: 2 });
  await ask(performer, performer, stage, 9);
  await makeSet(stage, rival, 7 * 24 * hourMs + own.startTime - Date.now());
  const { taken } = await open(performer);
  expect(taken).toMatchObject([{ request: own.id, week: 2, set: { user: { username: rival.username } } }]);
});

test("a user who has not passed the stream test has no dashboard", async () => {
  expect((await request("/api/djs/desk", { as: await makePerson() })).status).toBe(404);
});
