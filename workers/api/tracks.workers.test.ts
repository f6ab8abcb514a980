import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import {
  type FavoritePage,
  type FavoriteView,
  maxListedFavorites,
  type PlayPage,
  type PlayView,
} from "#app/domains/music/tracks/contract/tracks.ts";
import { markRate } from "#app/domains/music/tracks/favorites.server.ts";
import { limiter, stageRoom } from "#durable-objects/stubs.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import { Listener, until } from "#tests/helpers/rooms.ts";
import { makePlay, makeStage } from "#tests/helpers/stages.ts";

const mark = (as: Person, body: unknown) =>
  answerOf<FavoriteView>(request("/api/favorites/favorite", { as, body }));

test("a favorite is credited to the play that was audible, whatever the caller sends", async () => {
  const [performer, other, listener] = await Promise.all([makePerformer(), makePerformer(), makePerson()]);
  const stage = await makeStage(other);
  const { trackId: track, playId: trackHistory } = await makePlay({
    stageId: stage.id,
    performerId: performer.id,
  });
  const body = { track, trackHistory, dj: other.id, set: "a set of somebody else", fresh: true };
  expect(await mark(listener, body)).toMatchObject({
    favorited: true,
    fresh: true,
    dj: { id: performer.id },
    room: { id: stage.id },
    set: null,
  });
  await Promise.all(Array.from({ length: 10 }, () => mark(listener, body)));
  const rows = await env.DB.prepare("select performer_id as p from favorites where track_id = ?")
    .bind(track)
    .all();
  expect(rows.results).toEqual([{ p: performer.id }]);

  const unmark = () =>
    answerOf<FavoriteView>(request("/api/favorites/unfavorite", { as: listener, body: { track } }));
  expect(await unmark()).toMatchObject({ favorited: false, track: { id: track } });
  expect(await unmark()).toMatchObject({ favorited: false });
  expect(await answerOf<unknown[]>(request("/api/favorites/getFavorites", { as: listener }))).toEqual([]);
});

test("an unknown track or a play of another track is not found", async () => {
  const [performer, listener] = await Promise.all([makePerformer(), makePerson()]);
  const [one, two] = await Promise.all([
    makePlay({ stageId: null, performerId: performer.id }),
    makePlay({ stageId: null, performerId: performer.id }),
  ]);
  for (const body of [
    { track: "nothing" },
    { track: one.trackId, trackHistory: two.playId },
    { track: one.trackId, trackHistory: "nothing" },
  ]) {
    expect((await request("/api/favorites/favorite", { as: listener, body })).status).toBe(404);
  }
});

test("favorites are paged newest first without loss or repetition, also within one millisecond", async () => {
  const [performer, listener, other] = await Promise.all([makePerformer(), makePerson(), makePerson()]);
  const made = await Promise.all(
    Array.from({ length: 70 }, () => makePlay({ stageId: null, performerId: performer.id })),
  );
  const at = Date.now();
  const insert = env.DB.prepare("insert into favorites (user_id, track_id, created_at) values (?, ?, ?)");
  await env.DB.batch(made.map(({ trackId }, index) => insert.bind(listener.id, trackId, at - (index % 3))));

  const seen: FavoriteView[] = [];
  let cursor: Pick<FavoritePage, "dateCursor" | "idCursor"> | undefined;
  do {
    const body = cursor ?? {};
    const page = await answerOf<FavoritePage>(
      request("/api/favorites/getFavoritesPaginate", { as: listener, body }),
    );
    seen.push(...page.items);
    cursor = { dateCursor: page.dateCursor, idCursor: page.idCursor };
  } while (cursor.idCursor !== "end");
  expect(new Set(seen.map(({ track }) => track.id)).size).toBe(70);
  expect(seen).toHaveLength(70);
  expect(seen.map(({ timestamp }) => timestamp)).toEqual(
    seen.map(({ timestamp }) => timestamp).toSorted((a, b) => b - a),
  );
  // Pages show the state of every favorite, not only of the first thirty.
  expect(await answerOf(request("/api/favorites/getFavorites", { as: listener }))).toEqual(seen);
  const foreign = await answerOf<FavoritePage>(
    request("/api/favorites/getFavoritesPaginate", { as: other, body: {} }),
  );
  expect(foreign).toEqual({ items: [], dateCursor: null, idCursor: "end" });
});

test("each of 1,500 favorites is recognized, including those that the list omits", async () => {
  const [listener, other] = await Promise.all([makePerson(), makePerson()]);
  const numbers = JSON.stringify(Array.from({ length: 1_500 }, (_, index) => index));
  await env.DB.batch([
    env.DB.prepare(
      "insert into tracks (id, key, artist, title, created_at) select 'old-' || value, 'old ' || value, 'Ana', 'Old ' || value, 1 from json_each(?)",
    ).bind(numbers),
    env.DB.prepare(
      "insert into favorites (user_id, track_id, created_at) select ?, 'old-' || value, value from json_each(?)",
    ).bind(listener.id, numbers),
    env.DB.prepare("insert into track_aliases (id, track_id) values ('former-old-3', 'old-3')"),
  ]);
  const listed = await answerOf<FavoriteView[]>(request("/api/favorites/getFavorites", { as: listener }));
  expect(listed).toHaveLength(maxListedFavorites);
  expect(listed.some(({ track }) => track.id === "old-3")).toBe(false);
  const favorited = (as: Person, tracks: unknown) =>
    request("/api/favorites/getFavorited", { as, body: { tracks } });
  const asked = ["nothing", "old-1499", "old-3", "former-old-3", "old-3"];
  const found = await answerOf<string[]>(favorited(listener, asked));
  expect(found.toSorted()).toEqual(["former-old-3", "old-1499", "old-3"]);
  expect(await answerOf(favorited(other, asked))).toEqual([]);
  await answerOf(request("/api/favorites/unfavorite", { as: listener, body: { track: "old-3" } }));
  expect(await answerOf(favorited(listener, ["old-3", "former-old-3"]))).toEqual([]);
  for (const tracks of [[], Array(101).fill("old-3"), [""], "old-3", [7]]) {
    expect(await refusalOf(favorited(listener, tracks))).toBe("bad-input");
  }
});

test("a user's plays are paged newest first, each once", async () => {
  const [performer, other, reader] = await Promise.all([makePerformer(), makePerformer(), makePerson()]);
  const stage = await makeStage(other);
  await makePlay({ stageId: null, performerId: other.id });
  const made = await Promise.all(
    Array.from({ length: 65 }, (_, index) =>
      makePlay({ stageId: index % 2 === 0 ? stage.id : null, performerId: performer.id }),
    ),
  );
  // Three in each millisecond.
  const at = Date.now();
  const move = env.DB.prepare("update plays set played_at = ? where id = ?");
  await env.DB.batch(made.map(({ playId }, index) => move.bind(at - (index % 20), playId)));

  const seen: PlayView[] = [];
  let cursor: Pick<PlayPage, "dateCursor" | "idCursor"> | undefined;
  do {
    const page = await answerOf<PlayPage>(
      request("/api/trackHistory/getLatestProfileTracksPaginate", {
        as: reader,
        body: { user: performer.id, ...cursor },
      }),
    );
    seen.push(...page.items);
    cursor = { dateCursor: page.dateCursor, idCursor: page.idCursor };
  } while (cursor.idCursor !== "end");
  expect(seen.map(({ id }) => id).toSorted()).toEqual(made.map(({ playId }) => playId).toSorted());
  expect(seen.map(({ timestamp }) => timestamp)).toEqual(
    seen.map(({ timestamp }) => timestamp).toSorted((a, b) => b - a),
  );

  const latest = await answerOf<PlayView[]>(
    request("/api/trackHistory/getLatestProfileTracks", { as: reader, body: { user: performer.id } }),
  );
  expect(latest).toEqual(seen.slice(0, latest.length));
  expect(latest[0]).toMatchObject({ dj: { id: performer.id } });
});

test("the latest songs of all stages or one stage are newest first, up to 30", async () => {
  const [performer, reader] = await Promise.all([makePerformer(), makePerson()]);
  const [stage, other] = await Promise.all([makeStage(performer), makeStage(performer)]);
  const made = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      makePlay({ stageId: [stage.id, other.id, null][index % 3] ?? null, performerId: performer.id }),
    ),
  );
  const soon = Date.now() + 60_000;
  const move = env.DB.prepare("update plays set played_at = ? where id = ?");
  await env.DB.batch(made.map(({ playId }, index) => move.bind(soon + index, playId)));
  const newestFirst = made.map(({ playId }) => playId).toReversed();
  const idsOf = (plays: PlayView[]) => plays.map(({ id }) => id);

  const anywhere = await answerOf<PlayView[]>(request("/api/tracks/latest", { as: reader }));
  expect(idsOf(anywhere)).toEqual(newestFirst.slice(0, 30));
  const onStage = await answerOf<PlayView[]>(
    request("/api/trackHistory/getLatestRoomTracks", { as: reader, body: { room: stage.id } }),
  );
  const ofStage = made.filter((_, index) => index % 3 === 0).map(({ playId }) => playId);
  expect(idsOf(onStage)).toEqual(ofStage.toReversed());
  expect(onStage[0]).toMatchObject({ room: { id: stage.id }, dj: { id: performer.id }, set: null });
  for (const body of [{}, { room: "" }, { room: 1 }]) {
    const path = "/api/trackHistory/getLatestRoomTracks";
    expect((await request(path, { as: reader, body })).status).toBe(400);
  }
});

test("the latest favorites of a user are newest first", async () => {
  const [performer, listener, other] = await Promise.all([makePerformer(), makePerson(), makePerson()]);
  const insert = env.DB.prepare("insert into favorites (user_id, track_id, created_at) values (?, ?, ?)");
  const tracks = await Promise.all(
    Array.from({ length: 8 }, () => makePlay({ stageId: null, performerId: performer.id })),
  );
  await env.DB.batch(tracks.map(({ trackId }, index) => insert.bind(listener.id, trackId, index)));
  const latest = await answerOf<FavoriteView[]>(
    request("/api/favorites/getLatestFavorites", { as: other, body: { user: listener.id } }),
  );
  expect(latest.map(({ track }) => track.id)).toEqual(
    tracks
      .slice(-5)
      .toReversed()
      .map(({ trackId }) => trackId),
  );
  expect(
    await answerOf(request("/api/favorites/getLatestFavorites", { as: listener, body: { user: other.id } })),
  ).toEqual([]);
});

test("a banned user is not named with their plays or in the favorites of others", async () => {
  const [banned, listener] = await Promise.all([makePerformer({ bannedAt: 1 }), makePerson()]);
  const stage = await makeStage(listener);
  const { trackId: track, playId: trackHistory } = await makePlay({
    stageId: stage.id,
    performerId: banned.id,
  });
  expect(await mark(listener, { track, trackHistory })).toMatchObject({ dj: null, room: { id: stage.id } });
  const [play] = await answerOf<PlayView[]>(
    request("/api/trackHistory/getLatestRoomTracks", { as: listener, body: { room: stage.id } }),
  );
  expect(play).toMatchObject({ id: trackHistory, dj: null });
});

test.each([
  "trackHistory/getLatestProfileTracks",
  "trackHistory/getLatestProfileTracksPaginate",
  "favorites/getLatestFavorites",
])("%s does not find unknown or banned users, and refuses invalid ids", async (path) => {
  const [reader, banned] = await Promise.all([makePerson(), makePerson({ bannedAt: 1 })]);
  for (const user of ["nobody", banned.id]) {
    expect((await request(`/api/${path}`, { as: reader, body: { user } })).status).toBe(404);
  }
  for (const body of [{}, { user: "" }, { user: 1 }, { user: ["x"] }]) {
    expect((await request(`/api/${path}`, { as: reader, body })).status).toBe(400);
  }
});

test("a favorite sends one reaction per user and play, none when removed, and is rate-limited", async () => {
  const [performer, listener, other] = await Promise.all([makePerformer(), makePerson(), makePerson()]);
  const stage = await makeStage(performer);
  const { trackId: track, playId: trackHistory } = await makePlay({
    stageId: stage.id,
    performerId: performer.id,
  });
  const page = await Listener.open(stageRoom(env, stage.id));
  const call = (verb: "favorite" | "unfavorite", as: Person) =>
    request(`/api/favorites/${verb}`, { as, body: { track, trackHistory } });
  const told = () =>
    page.events.flatMap(({ event, data }) =>
      event === "favorited" ? [[data.isFavorited, data.favoriteCount]] : [],
    );
  for (const verb of ["favorite", "unfavorite", "favorite"] as const) await call(verb, listener);
  await call("favorite", other);
  await until(() => told().length === 4);
  expect(told()).toEqual([
    [true, 1],
    [false, 0],
    [false, 1],
    [true, 2],
  ]);
  // Three of the allowed ones are used.
  const key = `favorite:${listener.id}`;
  const uses = Array.from({ length: markRate.max - 5 }, () => limiter(env, key).take(key, markRate));
  await Promise.all(uses);
  const answers = await Promise.all(Array.from({ length: 10 }, () => call("favorite", listener)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(2);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(8);
});
