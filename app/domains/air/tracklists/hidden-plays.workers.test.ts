/** Hidden tracks: an "ID" in the tracklist of their performance, and nowhere else. */
import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { ulid } from "ulidx";
import { beforeEach, expect, test } from "vitest";
import type { ReplayDetailsView } from "#app/domains/air/replays/contract.ts";
import type { SetRecordView } from "#app/domains/air/sets/contract/record.ts";
import { listTracksToFind } from "#app/domains/music/spotify/queries/spotify.ts";
import { openDb } from "#db/client.ts";
import {
  artists,
  broadcasts,
  cheers,
  favorites,
  plays,
  tracklistEvidence,
  tracks,
  tracksArtists,
} from "#db/schema/index.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { makeReplay } from "#tests/helpers/replays.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makePlay, makeSet, makeStage } from "#tests/helpers/stages.ts";

const db = openDb(env.DB);
const inAnHour = () => Date.now() + 3_600_000;

/** Found by search, and in no other text. */
let secret: string;
let manager: Person;
let performer: Person;
let ada: Person;
let stage: string;
let set: string;
let hidden: { trackId: string; playId: string };
let artistId: string;

beforeEach(async () => {
  secret = `wobbegong${ulid().toLowerCase()}`;
  [manager, performer, ada] = await Promise.all([
    makePerson({ isManager: true }),
    makePerformer(),
    makePerson(),
  ]);
  const made = await makeStage(manager);
  stage = made.id;
  set = (await makeSet(made, performer, -120 * 60_000)).id;
  const on = { stageId: stage, performerId: performer.id, setId: set };
  const startedAt = Date.now() - 120 * 60_000;
  await db
    .insert(broadcasts)
    .values({ id: ulid(), ...on, streamId: ulid(), startedAt, endedAt: startedAt + 3_600_000 });
  await makePlay(on, { title: "Shown", playedAt: Date.now() - 90 * 60_000 });
  hidden = await makePlay(on, { title: secret, playedAt: Date.now() - 80 * 60_000 });
  artistId = ulid();
  await db.insert(artists).values({ id: artistId, key: artistId, name: "Ana", createdAt: 1 });
  await db.insert(tracksArtists).values({ trackId: hidden.trackId, artistId, position: 0 });
  await hide(inAnHour());
});

const hide = (hiddenUntil: number | null) =>
  db.update(plays).set({ hiddenUntil }).where(eq(plays.id, hidden.playId));
const get = <Answer>(path: string, as?: Person) => answerOf<Answer>(request(path, as && { as }));
const post = <Answer>(path: string, body: object, as?: Person) =>
  answerOf<Answer>(request(path, { body, ...(as && { as }) }));

/** Every list in which a play, or a track because of its play, can appear. */
const lists: Record<string, () => Promise<unknown>> = {
  "past songs of a stage": () => post("/api/trackHistory/getLatestRoomTracks", { room: stage }, ada),
  "history of a stage for other software": () => get(`/api/public/history?room=${stage}`),
  "latest plays": () => get("/api/tracks/latest", ada),
  "plays of a person": () =>
    post("/api/trackHistory/getLatestProfileTracksPaginate", { user: performer.id }, ada),
  search: () => post("/api/search", { search: secret, kinds: ["track"] }, ada),
  "songs of an artist": () => post("/api/records/artistProfile", { artist: artistId }, ada),
  "asked at Spotify": () =>
    listTracksToFind(db, { playedAfter: 0, askedBefore: Date.now(), now: Date.now(), limit: 100 }),
  "set, to a listener": () => post("/api/sets/getSet", { set }, ada),
  "names, to a manager": () => get(`/api/tracklist/names?set=${set}`, manager),
};

test.each(Object.keys(lists))("%s has a hidden play only once its time has come", async (name) => {
  expect(JSON.stringify(await lists[name]?.())).not.toContain(secret);
  await hide(Date.now() - 1);
  expect(JSON.stringify(await lists[name]?.())).toContain(secret);
});

test("in its tracklist a hidden play is an ID with its time, and has its name for its performer alone", async () => {
  const open = async (as?: Person) => (await post<SetRecordView>("/api/sets/getSet", { set }, as)).tracks;
  for (const as of [ada, manager])
    expect((await open(as))[1]).toMatchObject({
      id: hidden.playId,
      source: "encoder",
      confidence: "named",
      track: { id: null, _id: null, title: "ID", artist: "ID" },
    });
  expect((await open(performer))[1]?.track).toMatchObject({ id: hidden.trackId, title: secret });
});

test("a replay and its files have an ID too", async () => {
  const replay = await makeReplay({ performerId: performer.id, stageId: stage, setId: set });
  const open = (as?: Person) => post<ReplayDetailsView>("/api/replays/get", { replay: replay.id }, as);
  const titles = async (as?: Person) => (await open(as)).tracks.map(({ track }) => track.title);
  expect(await titles(ada)).toEqual(["Shown", "ID"]);
  expect(await titles(performer)).toEqual(["Shown", secret]);
  expect(await titles(manager)).toEqual(["Shown", "ID"]);
  expect(await (await request(`/replay/${replay.id}.json`, { as: performer })).text()).not.toContain(secret);
});

test("a song's page counts and lists its shown plays only, and a favorite does not say where it was heard", async () => {
  const { trackId, playId } = hidden;
  await db.insert(favorites).values({
    userId: ada.id,
    trackId,
    playId,
    setId: set,
    stageId: stage,
    performerId: performer.id,
    createdAt: 1,
  });
  const page = () => post("/api/trackHistory/trackProfile", { track: trackId }, ada);
  const list = () => get("/api/favorites/getFavorites", ada);
  expect(await page()).toMatchObject({ title: secret, djPlayCount: 0, tracks: [] });
  const nowhere = { trackHistory: null, set: null, dj: null, room: null };
  expect(await list()).toMatchObject([{ track: { title: secret }, ...nowhere }]);
  await hide(null);
  expect(await page()).toMatchObject({ djPlayCount: 1, tracks: [{ id: playId }] });
  expect(await list()).toMatchObject([{ trackHistory: playId, set, dj: { id: performer.id } }]);
});

test("what somebody has cheered is not in the data of their account while it is hidden", async () => {
  const cheered = { userId: ada.id, ...hidden, stageId: stage, performerId: performer.id, cheeredAt: 1 };
  await db.insert(cheers).values({ id: ulid(), ...cheered });
  const data = async () => (await request("/api/users/export", { as: ada })).text();
  expect(await data()).not.toContain(secret);
  await hide(null);
  expect(await data()).toContain(secret);
});

test("a track that was only suggested is in no list", async () => {
  const track = { id: ulid(), key: ulid(), artist: "Ana", title: `${secret} (dub)`, createdAt: 1 };
  await db.insert(tracks).values(track);
  const find = () => post<unknown[]>("/api/search", { search: secret, kinds: ["track"] }, ada);
  expect(JSON.stringify(await find())).toContain("(dub)");
  await db.insert(tracklistEvidence).values({
    id: ulid(),
    performance: set,
    kind: "listener",
    act: "suggest",
    trackId: track.id,
    at: 1,
  });
  expect(JSON.stringify(await find())).not.toContain("(dub)");
});

test("the time of a play is when its title was sent, unless something else has given it", async () => {
  const times = async () =>
    (
      await post<{ isAnnounced: boolean }[]>("/api/trackHistory/getLatestRoomTracks", { room: stage }, ada)
    ).map(({ isAnnounced }) => isAnnounced);
  expect(await times()).toEqual([true]);
  await hide(null);
  await db.update(plays).set({ source: "ear" }).where(eq(plays.id, hidden.playId));
  expect(await times()).toEqual([false, true]);
  // An encoder's title that the performer has moved.
  const moved = { source: "encoder", playedAt: Date.now() - 70 * 60_000 } as const;
  await db.update(plays).set(moved).where(eq(plays.id, hidden.playId));
  await db.insert(tracklistEvidence).values({
    id: hidden.playId,
    performance: set,
    kind: "encoder",
    act: "heard",
    startsAt: moved.playedAt - 60_000,
    at: 1,
  });
  expect(await times()).toEqual([false, true]);
});
