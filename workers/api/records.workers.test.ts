import { env } from "cloudflare:test";
import { ulid } from "ulidx";
import { expect, test } from "vitest";
import type {
  ArtistProfileView,
  LabelProfileView,
  TrackProfileView,
} from "#app/domains/music/tracks/contract/records.ts";
import { identifyTrack } from "#app/domains/music/tracks/identity.ts";
import * as records from "#app/domains/music/tracks/queries/records.ts";
import { recordPlay } from "#app/domains/music/tracks/queries/room-plays.ts";
import { findTrack, listTracksKeyedBefore } from "#app/domains/music/tracks/queries/tracks.ts";
import { openDb } from "#db/client.ts";
import * as tables from "#db/schema/index.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makeSet, makeStage, operate } from "#tests/helpers/stages.ts";

const db = openDb(env.DB);

const open = <View>(as: Person, call: string, body: unknown) =>
  answerOf<View>(request(`/api/${call}`, { as, body }));
const openTrack = (as: Person, track: string) =>
  open<TrackProfileView>(as, "trackHistory/trackProfile", { track });
const openArtist = (as: Person, artist: string) =>
  open<ArtistProfileView>(as, "records/artistProfile", { artist });
const openLabel = (as: Person, label: string) =>
  open<LabelProfileView>(as, "records/labelProfile", { label });

/** Stores a title played on a stage, or with `stageId` null on a profile, as the room's outbox does. */
async function hear(
  artist: string,
  title: string,
  on: {
    stageId?: string | null;
    setId?: string;
    performerId?: string;
    playedAt?: number;
    listenCount?: number;
  } = {},
): Promise<{ trackId: string; playId: string }> {
  const { key, artists, ...shown } = identifyTrack(artist, title);
  const playId = ulid();
  const writes = recordPlay(
    db,
    { id: ulid(), key, artist: shown.artist, title: shown.title, createdAt: 1 },
    artists.map((each) => ({ ...each, id: ulid(), createdAt: 1 })),
    { id: playId, broadcastId: ulid(), stageId: ulid(), playedAt: 1, performance: ulid(), ...on },
  );
  // Outbox rows are delivered at least once.
  for (const write of [...writes, ...writes])
    await env.DB.prepare(write.sql)
      .bind(...write.params)
      .run();
  const row = await env.DB.prepare("select track_id as id from plays where id = ?").bind(playId).first();
  return { trackId: String(row?.id), playId };
}

test("a song has ordered artists, totals, and its last plays with performer, stage and time", async () => {
  const [performer, banned, manager, listener] = await Promise.all([
    makePerformer(),
    makePerson({ bannedAt: 1 }),
    makePerson({ isManager: true }),
    makePerson(),
  ]);
  const stage = await makeStage(manager);
  const set = await makeSet(stage, performer, 3_600_000);
  const name = `Ana ${ulid()}`;
  const spellings: [string, string][] = [
    [`${name} feat. Ben`, "One (Original Mix)"],
    [name.toUpperCase(), "ONE (ORIGINAL MIX) [ft. Ben] [Free Download]"],
    [`${name} (Featuring Ben)`, "one  [original mix]"],
  ];
  const [first, second, third] = [
    await hear(...spellings[0]!, {
      stageId: stage.id,
      setId: set.id,
      performerId: performer.id,
      playedAt: 3,
      listenCount: 5,
    }),
    await hear(...spellings[1]!, {
      stageId: null,
      performerId: performer.id,
      playedAt: 2,
      listenCount: 2,
    }),
    await hear(...spellings[2]!, { performerId: banned.id, playedAt: 1, listenCount: 1 }),
  ];
  expect(new Set([first.trackId, second.trackId, third.trackId]).size).toBe(1);
  const { trackId } = first;
  const cheer = { userId: listener.id, trackId, cheeredAt: 1 };
  await db.insert(tables.cheers).values([
    { id: ulid(), ...cheer, stageId: stage.id },
    { id: ulid(), ...cheer },
  ]);
  for (const [as, trackHistory] of [
    [listener, first.playId],
    [performer, second.playId],
  ] as const)
    await request("/api/favorites/favorite", { as, body: { track: trackId, trackHistory } });

  expect(await openTrack(listener, trackId)).toEqual({
    id: trackId,
    _id: trackId,
    title: "One (Original Mix)",
    artist: `${name} feat. Ben`,
    spotify: null,
    artists: [
      { _id: expect.any(String), name },
      { _id: expect.any(String), name: "Ben" },
    ],
    albumName: null,
    labelName: null,
    label: null,
    releaseDate: null,
    copyright: null,
    isrc: null,
    composer: null,
    publisher: null,
    catalogueNumber: null,
    labelCode: null,
    durationMs: null,
    art: null,
    preview: null,
    apple: null,
    musicbrainz: null,
    // Plays on a profile are in the list but not in the totals.
    djPlayCount: 2,
    listenCount: 6,
    favoriteCount: 1,
    cheerCount: 1,
    favorited: true,
    tracks: [
      {
        id: first.playId,
        _id: first.playId,
        timestamp: 3,
        isAnnounced: true,
        user: expect.objectContaining({ id: performer.id, username: performer.username }),
        room: { id: stage.id, name: "Test stage" },
        set: { id: set.id, name: `A set by ${performer.username}` },
      },
      expect.objectContaining({ id: second.playId, room: null, set: null }),
      expect.objectContaining({ id: third.playId, user: null }),
    ],
  });
  expect(await openTrack(performer, trackId)).toMatchObject({ favorited: true, favoriteCount: 1 });
  const { artists } = await openTrack(listener, trackId);
  expect(await openArtist(listener, artists[0]?._id ?? "")).toMatchObject({
    djPlayCount: 2,
    listenCount: 6,
    favoriteCount: 1,
    tracks: [{ listenCount: 6, favoriteCount: 1, cheerCount: 1 }],
  });
});

test("a merged song is found and favorited by its old id", async () => {
  const listener = await makePerson();
  const { trackId } = await hear(`Ana ${ulid()}`, "One");
  const former = ulid();
  await db.insert(tables.trackAliases).values({ id: former, trackId });
  expect(await openTrack(listener, former)).toMatchObject({ id: trackId });
  for (const call of ["favorite", "favorite", "unfavorite"]) {
    const answer = await request(`/api/favorites/${call}`, { as: listener, body: { track: former } });
    expect(await answer.json()).toMatchObject({ track: { id: trackId } });
  }
  expect(await openTrack(listener, former)).toMatchObject({ favorited: false, favoriteCount: 0 });
});

test("an artist is found by id or name with their songs, the last played first", async () => {
  const listener = await makePerson();
  const name = `Zoë & Ⅳ ${ulid()}`;
  const old = await hear(name, "Old", { playedAt: 5, listenCount: 1 });
  const guest = await hear("Somebody", `New (feat. ${name})`, { playedAt: 9, listenCount: 2 });
  await hear(name, "Old", { playedAt: 7, listenCount: 3 });
  await hear("Somebody", "Without them");
  await request("/api/favorites/favorite", { as: listener, body: { track: old.trackId } });
  const { artists } = await openTrack(listener, old.trackId);
  const found = await openArtist(listener, artists[0]?._id ?? "");
  expect(found).toMatchObject({
    name,
    photo: null,
    djPlayCount: 3,
    listenCount: 6,
    favoriteCount: 1,
    songCount: 2,
    tracks: [
      { id: guest.trackId, title: `New (feat. ${name})`, lastPlayed: 9, listenCount: 2, favoriteCount: 0 },
      { id: old.trackId, title: "Old", lastPlayed: 7, listenCount: 4, favoriteCount: 1, cheerCount: 0 },
    ],
  });
  for (const spelling of [name, name.toUpperCase(), name.replace("&", "and"), ` ${name} `.normalize("NFD")])
    expect(await openArtist(listener, spelling)).toEqual(found);
});

test("a label has its songs, links and parent label", async () => {
  const listener = await makePerson();
  const [parent, label] = [ulid(), ulid()];
  const at = { createdAt: 1 };
  await db.insert(tables.labels).values({ id: parent, key: parent, name: "Night Bus", ...at });
  await db.insert(tables.labels).values({
    id: label,
    key: label,
    name: "Night Bus Dubs",
    parentId: parent,
    urls: ["https://nightbus.example/dubs"],
    ...at,
  });
  const { trackId } = await hear(`Ana ${ulid()}`, "One", { playedAt: 4, listenCount: 8 });
  await db.insert(tables.recordings).values({
    trackId,
    labelId: label,
    album: "Last Stop",
    releasedOn: "2019-05",
    copyright: "℗ 2019 Night Bus",
    apple: "1",
    art: "/pictures/cover.webp",
    preview: "https://elsewhere.example/taste.mp3",
  });
  expect(await openLabel(listener, label)).toEqual({
    id: label,
    _id: label,
    name: "Night Bus Dubs",
    parent,
    parentLabelName: "Night Bus",
    photo: null,
    urls: ["https://nightbus.example/dubs"],
    djPlayCount: 1,
    listenCount: 8,
    favoriteCount: 0,
    songCount: 1,
    tracks: [expect.objectContaining({ id: trackId, lastPlayed: 4 })],
  });
  expect(await openLabel(listener, parent)).toMatchObject({
    parent: null,
    parentLabelName: null,
    urls: [],
    djPlayCount: 0,
    listenCount: 0,
    songCount: 0,
    tracks: [],
  });
  expect(await openTrack(listener, trackId)).toMatchObject({
    albumName: "Last Stop",
    label,
    labelName: "Night Bus Dubs",
    releaseDate: "2019-05",
    copyright: "℗ 2019 Night Bus",
    apple: "1",
    art: "/pictures/cover.webp",
    // Pages could not play it: the content security policy names no other host.
    preview: null,
  });
});

test("operator updates of songs and labels keep omitted fields and clear empty ones", async () => {
  const listener = await makePerson();
  const { trackId: track } = await hear(`Ana ${ulid()}`, "One");
  const name = `Night Bus ${ulid()}`;
  const all = {
    released: "2019-05",
    copyright: "℗ 2019",
    art: "/pictures/a.webp",
    apple: "12",
    spotify: "4uLU",
  };
  await operate("describe-track", { track, album: "Last Stop", label: name, ...all });
  const described = await openTrack(listener, track);
  expect(described).toMatchObject({
    albumName: "Last Stop",
    labelName: name,
    releaseDate: "2019-05",
    copyright: "℗ 2019",
    art: "/pictures/a.webp",
    preview: null,
    apple: "12",
    spotify: "4uLU",
  });
  const { label } = described;
  // In another spelling, and by its id, it is the same label.
  await operate("describe-track", { track, album: "", label: name.toUpperCase() });
  expect(await openTrack(listener, track)).toEqual({ ...described, albumName: null });
  await operate("describe-track", { track });
  expect(await openTrack(listener, track)).toEqual({ ...described, albumName: null });

  const urls = ["https://nightbus.example/"];
  await operate("describe-label", { label, parent: `${name} Group`, urls });
  await operate("describe-label", { label: name, photo: "/pictures/b.webp" });
  expect(await openLabel(listener, label ?? "")).toMatchObject({
    name,
    parentLabelName: `${name} Group`,
    photo: "/pictures/b.webp",
    urls,
    songCount: 1,
    tracks: [{ id: track }],
  });
  await operate("describe-label", { label, parent: name }, 409);
  await operate("describe-label", { label, parent: "", urls: [] });
  expect(await openLabel(listener, label ?? "")).toMatchObject({ parent: null, urls: [] });

  await operate("describe-track", { track: "nothing", album: "Last Stop" }, 404);
  for (const wrong of [
    { art: "https://elsewhere.example/a.png" },
    { art: "//elsewhere.example/a.png" },
    { released: "last May" },
    { apple: "song/12" },
    { spotify: "../x" },
  ])
    await operate("describe-track", { track, ...wrong }, 400);
  await operate("describe-label", { label, urls: ["javascript:alert(1)"] }, 400);
});

test.each([
  ["trackHistory/trackProfile", "track"],
  ["records/artistProfile", "artist"],
  ["records/labelProfile", "label"],
])("%s does not find an unknown id, and refuses an invalid one", async (call, field) => {
  const as = await makePerson();
  expect((await request(`/api/${call}`, { as, body: { [field]: "nothing" } })).status).toBe(404);
  for (const body of [{}, { [field]: "" }, { [field]: 1 }, { [field]: ["x"] }, { [field]: "x".repeat(500) }])
    expect((await request(`/api/${call}`, { as, body })).status).toBe(400);
});

test("no query reads a table without an index", async () => {
  const asked: { sql: string; values: unknown[] }[] = [];
  const listening = new Proxy(env.DB, {
    get: (d1, property) =>
      property === "prepare"
        ? (text: string) => {
            const entry = { sql: text, values: [] as unknown[] };
            asked.push(entry);
            const statement = d1.prepare(text);
            return new Proxy(statement, {
              get: (target, name) =>
                name === "bind"
                  ? (...values: unknown[]) => {
                      entry.values = values;
                      return target.bind(...values);
                    }
                  : Reflect.get(target, name),
            });
          }
        : Reflect.get(d1, property),
  });
  const watched = openDb(listening);
  await findTrack(watched, "x");
  await records.findRecord(watched, "x", 1);
  await records.listTrackArtists(watched, "x");
  await records.listRecentPlays(watched, "x", { now: 1, limit: 1 });
  await records.findArtist(watched, "x");
  await records.findArtistByKey(watched, "x");
  await records.findLabel(watched, "x");
  for (const source of [{ artistId: "x" }, { labelId: "x" }]) {
    await records.countSongs(watched, source, 1);
    await records.listSongs(watched, source, { now: 1, limit: 1 });
  }
  await listTracksKeyedBefore(watched, 1, 1);
  expect(asked.length).toBeGreaterThan(15);
  for (const { sql, values } of asked) {
    const plan = await env.DB.prepare(`explain query plan ${sql}`)
      .bind(...values)
      .all<{ detail: string }>();
    expect([sql, plan.results.map(({ detail }) => detail).filter((step) => step.startsWith("SCAN"))]).toEqual(
      [sql, []],
    );
  }
});
