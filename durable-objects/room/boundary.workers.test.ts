/** Reactions around the boundary of two sets belong to the set whose sound was heard. */
import { env, runInDurableObject } from "cloudflare:test";
import { beforeEach, expect, test, vi } from "vitest";
import type { CheerView } from "#app/domains/air/stages/contract/cheers.ts";
import { ada, beginEveningsInAHall, bob, evening, hall } from "#tests/helpers/evening-in-a-hall.ts";
import { makePerson } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { report } from "#tests/helpers/rooms.ts";
import { stageRoom } from "../stubs.ts";

beginEveningsInAHall();

type Row = Record<string, string | number | null>;

let first: string;
let second: string;
let closer: Row | undefined;
let opener: Row | undefined;

/** Ada has just played her last track, and Bob has been on with his first for 200 ms. */
beforeEach(async () => {
  first = await evening.book(hall, ada, 0, 30);
  second = await evening.book(hall, bob, 30, 60);
  await evening.connect(ada);
  await evening.hears(hall, first);
  await evening.announce(ada, "Ada", "Closer");
  await evening.goTo(29);
  await evening.connect(bob);
  await evening.announce(bob, "Bob", "Opener");
  await evening.goTo(30);
  await evening.hears(hall, second);
  await evening.goTo(30 + 200 / 60_000);
  [closer] = await evening.playsIn(first);
  [opener] = await evening.playsIn(second);
});

const cheer = async (heard: { mediaAt: number | null; trackHistory?: Row[string] }) => {
  const { id } = await answerOf<CheerView>(
    request("/api/sets/cheer", { as: await makePerson(), body: { room: hall.id, ...heard } }),
  );
  const [row] = await evening.eventually(
    evening.rows("select set_id, performer_id, play_id, media_at from cheers where id = ?", id),
    (rows) => rows.length === 1,
  );
  return row;
};

test("a cheer counts for the set that the listener was hearing", async () => {
  const forAda = { set_id: first, performer_id: ada.id, play_id: closer?.id };
  const forBob = { set_id: second, performer_id: bob.id, play_id: opener?.id };
  const before = evening.at(30) - 150;
  const after = evening.at(30) + 150;
  // The page still shows her title, or has just replaced it.
  expect(await cheer({ mediaAt: before, trackHistory: closer?.id })).toEqual({ ...forAda, media_at: before });
  expect(await cheer({ mediaAt: before })).toEqual({ ...forAda, media_at: before });
  expect(await cheer({ mediaAt: after })).toEqual({ ...forBob, media_at: after });
  expect(await cheer({ mediaAt: after, trackHistory: opener?.id })).toEqual({ ...forBob, media_at: after });
  // A reader without sound has no delay.
  expect(await cheer({ mediaAt: null })).toMatchObject(forBob);
});

test("a cheer for a set that ended long ago counts for the current one", async () => {
  await evening.goTo(31);
  const forBob = { set_id: second, performer_id: bob.id, media_at: evening.at(30) };
  expect(await cheer({ mediaAt: evening.at(29), trackHistory: closer?.id })).toMatchObject(forBob);
});

test("the last sound of the final set can still be cheered", async () => {
  await evening.goTo(62);
  await evening.isQuiet(hall);
  expect(await cheer({ mediaAt: evening.at(62) - 200 })).toMatchObject({ set_id: second });
  expect(
    await answerOf(
      request("/api/sets/cheer", { as: await makePerson(), body: { room: hall.id, mediaAt: null } }),
      409,
    ),
  ).toMatchObject({ code: "not-live" });
});

test("a favorite counts for the set in which the track was played", async () => {
  const fan = await makePerson();
  const heard = { track: closer?.track_id, trackHistory: closer?.id, set: second, dj: bob.id };
  await answerOf(
    request("/api/favorites/favorite", { as: fan, body: { ...heard, mediaAt: evening.at(30) - 150 } }),
  );
  expect(
    await evening.rows("select set_id, performer_id, media_at from favorites where user_id = ?", fan.id)(),
  ).toEqual([{ set_id: first, performer_id: ada.id, media_at: evening.at(30) - 150 }]);
});

test("the next performer's title is shown when their sound is heard, not when they sent it", async () => {
  const { data } = await hall.guest.event("new track", (each) => each.data.title === "Opener");
  expect(data.mediaAt).toBe(evening.at(30));
});

test("a title sent in the last moment of a set belongs to that set's history", async () => {
  const cem = await evening.act();
  const third = await evening.book(hall, cem, 60, 90);
  await evening.connect(cem);
  await evening.goTo(59.99);
  const database = env.DB;
  const use = (DB: unknown) =>
    runInDurableObject(stageRoom(env, hall.id), (room) => {
      (room as unknown as { env: { DB: unknown } }).env.DB = DB;
      return room;
    });
  const room = await use(database);
  /** The set ends while the track is looked up. */
  const lookUp = {
    bind: () => lookUp,
    raw: async () => {
      vi.setSystemTime(evening.at(60));
      await room.streamChanged(report("performer", cem.id, { fence: 1_000_000 }));
      return [];
    },
  };
  await use({
    prepare: (sql: string) => (/^select .* from "tracks"/.test(sql) ? lookUp : database.prepare(sql)),
    batch: database.batch.bind(database),
  });
  await evening.announce(bob, "Bob", "Last word");
  await evening.hears(hall, third);
  await use(database);
  expect(await evening.playsIn(second, 2)).toMatchObject([
    { title: "Opener" },
    { title: "Last word", played_at: evening.at(59.99) },
  ]);
  expect(
    hall.guest.events.some((each) => each.event === "new track" && each.data.title === "Last word"),
  ).toBe(false);
});
