import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { ulid } from "ulidx";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { SetRecordView } from "#app/domains/air/sets/contract/record.ts";
import type { StageAnswer } from "#app/domains/outside/operator/contract/commands.ts";
import { openDb } from "#db/client.ts";
import { cheers, favorites, sets, users } from "#db/schema/index.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makePlay, makeSet, makeStage } from "#tests/helpers/stages.ts";

const hourMs = 3_600_000;
const db = openDb(env.DB);

let manager: Person;
let listener: Person;
let performer: Person;
let stage: StageAnswer;
let setId: string;
let plays: { trackId: string; playId: string }[];
let cheeredAt: number;

beforeAll(async () => {
  [manager, listener] = await Promise.all([
    makePerson({ username: "Keeper", isManager: true }),
    makePerson({ username: "Keen" }),
  ]);
});
beforeEach(async () => {
  [performer, stage] = await Promise.all([makePerformer(), makeStage(manager)]);
  setId = (await makeSet(stage, performer, -2 * hourMs)).id;
  const on = { stageId: stage.id, performerId: performer.id, setId };
  plays = [await makePlay(on), await makePlay(on)];
  cheeredAt = Date.now() - 90 * 60_000;
  const credit = { userId: listener.id, trackId: plays[0]?.trackId ?? "", playId: plays[0]?.playId, ...on };
  await db.insert(cheers).values({ ...credit, id: ulid(), cheeredAt });
  await db.insert(favorites).values({ ...credit, createdAt: cheeredAt });
});

const open = (as: Person, status = 200) =>
  answerOf<SetRecordView>(request("/api/sets/getSet", { as, body: { set: setId } }), status);

test("a past set has its tracks with their counts, its cheers and its totals", async () => {
  const set = await open(listener);
  expect(set).toMatchObject({
    id: setId,
    user: { id: performer.id },
    room: { id: stage.id },
    totalFavorites: 1,
    totalCheers: 1,
    cheers: [cheeredAt],
  });
  expect(set.tracks).toMatchObject([
    { id: plays[0]?.playId, order: 1, favoriteCount: 1, cheerCount: 1, track: { id: plays[0]?.trackId } },
    { id: plays[1]?.playId, order: 2, favoriteCount: 0, cheerCount: 0 },
  ]);
});

test("hidden statistics are visible only to the performer and the managers of the stage", async () => {
  await db.update(users).set({ hideProfileStats: true }).where(eq(users.id, performer.id));
  const hidden = await open(listener);
  expect(hidden).toMatchObject({
    peakListeners: null,
    totalFavorites: null,
    totalCheers: null,
    cheers: null,
  });
  expect(hidden.tracks).toMatchObject([
    { favoriteCount: null, cheerCount: null, listenCount: null, track: { artist: "Ana" } },
    { favoriteCount: null },
  ]);
  for (const person of [performer, manager]) expect(await open(person)).toMatchObject({ totalCheers: 1 });
});

test("a cancelled set or a set of a banned performer is not found", async () => {
  await db.update(users).set({ bannedAt: 1 }).where(eq(users.id, performer.id));
  await open(listener, 404);
  await db.update(users).set({ bannedAt: null }).where(eq(users.id, performer.id));
  await db.update(sets).set({ status: "cancelled" }).where(eq(sets.id, setId));
  await open(listener, 404);
});
