/** A line that was removed or merged counts nowhere, and has everything again once that was undone. */
import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { ulid } from "ulidx";
import { beforeEach, expect, test } from "vitest";
import type { SetRecordView } from "#app/domains/air/sets/contract/record.ts";
import type { CorrectedView } from "#app/domains/air/tracklists/contract/tracklists.ts";
import { recordPlay } from "#app/domains/music/tracks/queries/room-plays.ts";
import { openDb } from "#db/client.ts";
import { broadcasts, cheers, favorites, plays } from "#db/schema/index.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makeSet, makeStage } from "#tests/helpers/stages.ts";

const db = openDb(env.DB);
const minMs = 60_000;

let performer: Person;
let fans: [Person, Person];
let set: string;
let startsAt: number;
let on: { stageId: string; performerId: string; setId: string; broadcastId: string };

beforeEach(async () => {
  const manager = await makePerson({ isManager: true });
  performer = await makePerformer();
  fans = [await makePerson(), await makePerson()];
  const stage = await makeStage(manager);
  set = (await makeSet(stage, performer, -120 * minMs)).id;
  startsAt = Date.now() - 120 * minMs;
  on = { stageId: stage.id, performerId: performer.id, setId: set, broadcastId: ulid() };
  const { broadcastId: id, ...credit } = on;
  const aired = { startedAt: startsAt, endedAt: startsAt + 60 * minMs, streamId: ulid() };
  await db.insert(broadcasts).values({ id, ...credit, ...aired });
});

/** A title with its counts. */
async function play(title: string, min: number, listenCount: number): Promise<{ id: string; track: string }> {
  const id = ulid();
  const key = `ana\n${title.toLowerCase()} ${set}`;
  const track = { id: ulid(), key, artist: "Ana", title, createdAt: startsAt };
  const playedAt = startsAt + min * minMs;
  for (const { sql, params } of recordPlay(db, track, [], { id, ...on, performance: set, playedAt }))
    await env.DB.prepare(sql)
      .bind(...params)
      .run();
  await db
    .update(plays)
    .set({ listenCount, listeners: listenCount * 2 })
    .where(eq(plays.id, id));
  return { id, track: track.id };
}

const give = async (fan: Person, to: { id: string; track: string }) => {
  const given = { userId: fan.id, trackId: to.track, playId: to.id, setId: set, performerId: performer.id };
  await db.insert(favorites).values({ ...given, stageId: on.stageId, createdAt: startsAt, mediaAt: 7 });
  await db.insert(cheers).values({ ...given, id: ulid(), stageId: on.stageId, cheeredAt: startsAt });
};
const correct = (body: object) =>
  answerOf<CorrectedView>(request("/api/tracklist/correct", { as: performer, body: { set, ...body } }));
const undo = ({ evidence }: CorrectedView) => correct({ act: "undo", evidence: evidence[0] });
const counts = async () => {
  const { tracks } = await answerOf<SetRecordView>(
    request("/api/sets/getSet", { as: performer, body: { set } }),
  );
  return tracks.map(({ track, listenCount, favoriteCount, cheerCount }) => [
    track.title,
    listenCount,
    favoriteCount,
    cheerCount,
  ]);
};
/** Everything that is stored of the plays and of what was given to them. */
const stored = async () => ({
  plays: await db.select().from(plays).where(eq(plays.setId, set)).orderBy(plays.playedAt),
  favorites: await db
    .select()
    .from(favorites)
    .where(eq(favorites.setId, set))
    .orderBy(favorites.userId, favorites.trackId),
  cheers: await db.select().from(cheers).where(eq(cheers.setId, set)).orderBy(cheers.id),
});
const settle = () => correct({ act: "confirm-all" });

test("removed, a play is in no list and counts for no track; undone, it has all of it again", async () => {
  await play("One", 0, 3);
  const two = await play("Two", 10, 5);
  for (const fan of fans) await give(fan, two);
  await settle();
  const before = await stored();
  expect(await counts()).toEqual([
    ["One", 3, 0, 0],
    ["Two", 5, 2, 2],
  ]);
  const removed = await correct({ act: "remove", line: two.id });
  expect(removed.tracklist.lines).toHaveLength(1);
  expect(await counts()).toEqual([["One", 3, 0, 0]]);
  const page = { room: on.stageId };
  const past = await answerOf(
    request("/api/trackHistory/getLatestRoomTracks", { as: performer, body: page }),
  );
  expect(JSON.stringify(past)).not.toContain("Two");
  const unknown = { track: two.track, trackHistory: two.id, set, dj: performer.id };
  expect((await request("/api/favorites/favorite", { as: performer, body: unknown })).status).toBe(404);
  await undo(removed);
  expect(await stored()).toEqual(before);
});

test("merged, its gifts are those of the whole; undone one after the other, each is where it was given", async () => {
  const [one, two, three] = [await play("One", 0, 3), await play("Two", 10, 5), await play("Three", 20, 7)];
  const [ada, bob] = fans;
  await give(ada, two);
  await give(ada, three);
  await give(bob, three);
  await settle();
  const before = await stored();
  const first = await correct({ act: "merge", line: three.id, into: two.id });
  // Ada has favorited both, and keeps both.
  expect(await counts()).toEqual([
    ["One", 3, 0, 0],
    ["Two", 5, 2, 3],
  ]);
  const merged = await stored();
  const second = await correct({ act: "merge", line: two.id, into: one.id });
  expect(await counts()).toEqual([["One", 3, 2, 3]]);
  expect(await listed(ada)).toHaveLength(2);
  await undo(second);
  expect(await stored()).toEqual(merged);
  await undo(first);
  expect(await stored()).toEqual(before);
});

test("the other way round too: the whole is taken apart before its parts", async () => {
  const [one, two, three] = [await play("One", 0, 3), await play("Two", 10, 5), await play("Three", 20, 7)];
  for (const fan of fans) await give(fan, three);
  await give(fans[0], one);
  await settle();
  const before = await stored();
  const merge = await correct({ act: "merge", line: three.id, into: two.id });
  const remove = await correct({ act: "remove", line: two.id });
  expect(await counts()).toEqual([["One", 3, 1, 1]]);
  await undo(merge);
  expect((await counts()).map(([title]) => title)).toEqual(["One", "Three"]);
  await undo(remove);
  expect(await stored()).toEqual(before);
});

const listed = async (fan: Person) => db.select().from(favorites).where(eq(favorites.userId, fan.id));
