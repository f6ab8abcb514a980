import { env } from "cloudflare:test";
import { and, eq, inArray, like } from "drizzle-orm";
import { ulid } from "ulidx";
import { beforeEach, expect, test } from "vitest";
import type { CorrectedView, TracklistView } from "#app/domains/air/tracklists/contract/tracklists.ts";
import { recordPlay } from "#app/domains/music/tracks/queries/room-plays.ts";
import { minVoiceAgeMs } from "#app/domains/people/accounts/independent.ts";
import { openDb } from "#db/client.ts";
import {
  artists,
  blocks,
  broadcasts,
  favorites,
  plays,
  tracklistEvidence,
  tracks,
} from "#db/schema/index.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makeSet, makeStage } from "#tests/helpers/stages.ts";
import { harvestPlayed } from "#workers/jobs/harvest-played.ts";
import { listHarvestDue } from "./queries/harvest.ts";

const db = openDb(env.DB);
const minMs = 60_000;

let manager: Person;
let performer: Person;
let ada: Person;
let set: string;
let startsAt: number;
let on: { stageId: string; performerId: string; setId: string; broadcastId: string };

beforeEach(async () => {
  [manager, performer, ada] = await Promise.all([
    makePerson({ isManager: true }),
    makePerformer(),
    makePerson(),
  ]);
  const stage = await makeStage(manager);
  set = (await makeSet(stage, performer, -120 * minMs)).id;
  startsAt = Date.now() - 120 * minMs;
  on = { stageId: stage.id, performerId: performer.id, setId: set, broadcastId: ulid() };
  const { broadcastId: id, ...credit } = on;
  const aired = { startedAt: startsAt, endedAt: startsAt + 60 * minMs, streamId: ulid() };
  await db.insert(broadcasts).values({ id, ...credit, ...aired });
});

/** A title of the encoder, so many minutes after the beginning. */
async function play(title: string, min: number): Promise<string> {
  const id = ulid();
  const track = { id: ulid(), key: `ana\n${title.toLowerCase()}`, artist: "Ana", title, createdAt: startsAt };
  const playedAt = startsAt + min * minMs;
  for (const { sql, params } of recordPlay(db, track, [], { id, ...on, performance: set, playedAt }))
    await env.DB.prepare(sql)
      .bind(...params)
      .run();
  return id;
}

/** Something that the ear has heard and nobody has named. */
async function unnamed(from: number, to: number): Promise<string> {
  const id = ulid();
  const span = { startsAt: startsAt + from * minMs, endsAt: startsAt + to * minMs };
  await db.insert(tracklistEvidence).values({
    id,
    ...on,
    ...span,
    performance: set,
    kind: "ear",
    act: "heard",
    line: id,
    at: span.endsAt,
  });
  return id;
}

const open = (as?: Person, status = 200) =>
  answerOf<TracklistView>(request(`/api/tracklist/get?set=${set}`, as && { as }), status);
const correct = (as: Person, body: object, status = 200) =>
  answerOf<CorrectedView>(request("/api/tracklist/correct", { as, body: { set, ...body } }), status);
const suggest = (as: Person, body: object, status = 200) =>
  answerOf<TracklistView>(request("/api/tracklist/suggest", { as, body: { set, ...body } }), status);
const titlesOf = ({ lines }: TracklistView) => lines.map(({ track }) => track?.title ?? null);
const storedPlays = () =>
  db
    .select()
    .from(plays)
    .where(and(eq(plays.setId, set), eq(plays.isRemoved, false)))
    .orderBy(plays.playedAt);

test("titles of the encoder are lines with their source, and an unnamed span shows that something was heard", async () => {
  await play("One", 0);
  await play("Two", 10);
  await unnamed(30, 40);
  const list = await open();
  expect(list).toMatchObject({ canEdit: false, canSuggest: false, heardMs: 60 * minMs, namedMs: 60 * minMs });
  expect(list.lines).toMatchObject([
    { track: { title: "One" }, source: "encoder", confidence: "named", end: startsAt + 10 * minMs },
    { track: { title: "Two" }, source: "encoder" },
    { track: null, source: "ear", confidence: "possible" },
  ]);
});

test("of a long tracklist its performer and who has said something see the present state, and others soon", async () => {
  for (let n = 0; n < 300; n++) await unnamed(n / 10, (n + 1) / 10);
  expect((await open()).lines).toHaveLength(300);
  expect(await open(ada)).toMatchObject({ canSuggest: true, canEdit: false });
  await play("New", 40);
  expect(titlesOf(await open(performer))).toContain("New");
  const [unknown] = (await open(performer)).lines;
  await suggest(ada, { start: unknown?.start, artist: "Bo", title: "Guess" });
  const own = await open(ada);
  expect(titlesOf(own)).toContain("New");
  expect(own.lines.flatMap(({ suggestions }) => suggestions)).toMatchObject([
    { title: "Guess", isMine: true },
  ]);
  expect((await open()).lines.flatMap(({ suggestions }) => suggestions)).toEqual([]);
  await expect.poll(async () => titlesOf(await open()), { timeout: 15_000 }).toContain("New");
});

test("a renamed line keeps its play, and the hearts that were given to it", async () => {
  const line = await play("Wrong", 0);
  const [wrong] = await storedPlays();
  await db
    .insert(favorites)
    .values({ userId: ada.id, trackId: wrong?.trackId ?? "", playId: line, createdAt: startsAt });
  const { tracklist } = await correct(performer, { act: "name", line, artist: "Bo", title: "Right" });
  expect(tracklist.lines).toMatchObject([
    { id: line, track: { artist: "Bo", title: "Right" }, source: "performer", confidence: "fileable" },
  ]);
  const [stored] = await storedPlays();
  expect(stored).toMatchObject({ id: line, source: "performer", confidence: "fileable" });
  const [heart] = await db.select().from(favorites).where(eq(favorites.userId, ada.id));
  expect(heart?.trackId).toBe(stored?.trackId);
  expect(stored?.trackId).not.toBe(wrong?.trackId);
});

test("merged lines are one play with the hearts of both; taking it back makes two again", async () => {
  const [first, second] = [await play("One", 0), await play("One (bad tag)", 5)];
  const [, other] = await storedPlays();
  await db
    .insert(favorites)
    .values({ userId: ada.id, trackId: other?.trackId ?? "", playId: second, createdAt: startsAt });
  const { evidence } = await correct(performer, { act: "merge", line: second, into: first });
  expect(await storedPlays()).toMatchObject([{ id: first, endedAt: startsAt + 60 * minMs }]);
  const [heart] = await db.select().from(favorites).where(eq(favorites.userId, ada.id));
  expect(heart?.playId).toBe(first);
  const { tracklist } = await correct(performer, { act: "undo", evidence: evidence[0] });
  expect(titlesOf(tracklist)).toEqual(["One", "One (bad tag)"]);
  expect(await storedPlays()).toHaveLength(2);
});

test("several corrections are stored together, or none of them", async () => {
  const line = await play("One", 0);
  const split = { act: "split", line, at: startsAt + 20 * minMs };
  await correct(performer, { acts: [split, { act: "confirm", line: "nobody" }] }, 404);
  expect((await open()).lines).toHaveLength(1);
  await correct(performer, {
    acts: [split, { act: "add", start: startsAt + 50 * minMs, artist: "Bo", title: "Vinyl" }],
  });
  expect(titlesOf(await open(performer))).toEqual(["One", null, "Vinyl"]);
});

test("corrections that arrive together apply in their order", async () => {
  const line = await play("Low", 10);
  const moves = Array.from({ length: 20 }, (_, min) => ({
    act: "move",
    line,
    start: startsAt + min * minMs,
    end: startsAt + (min + 1) * minMs,
  }));
  const { tracklist } = await correct(performer, { acts: moves });
  expect(tracklist.lines.map(({ start }) => start)).toEqual([startsAt + 19 * minMs]);
});

test("times are within the performance: others are refused with what to do", async () => {
  const line = await play("One", 0);
  const vinyl = { act: "add", artist: "Bo", title: "Vinyl" };
  for (const min of [-60, 90]) {
    const start = startsAt + min * minMs;
    for (const act of [
      { ...vinyl, start },
      { act: "move", line, start },
    ]) {
      const refused = await request("/api/tracklist/correct", { as: performer, body: { set, ...act } });
      expect(refused.status).toBe(400);
      expect(await refused.text()).toContain("Choose a start within the performance.");
    }
  }
  await correct(performer, { ...vinyl, start: startsAt + 50 * minMs, end: startsAt + 90 * minMs }, 400);
  expect((await open()).lines).toHaveLength(1);
  await correct(performer, { act: "move", line, start: startsAt - 2 * minMs, end: null });
});

test("a hidden line is an ID to everyone but its performer, until its date", async () => {
  const line = await play("Secret", 0);
  await correct(performer, { act: "hide", line, until: Date.now() + 1_000_000 });
  expect((await open(ada)).lines).toMatchObject([{ track: null, isHidden: true, hiddenUntil: null }]);
  expect((await open(manager)).lines).toMatchObject([{ track: null, isHidden: true, hiddenUntil: null }]);
  expect(titlesOf(await open(performer))).toEqual(["Secret"]);
  await correct(performer, { act: "hide", line, until: Date.now() - 1 });
  expect(titlesOf(await open(ada))).toEqual(["Secret"]);
});

test("managers neither hide lines nor change what is hidden", async () => {
  const [hidden, line] = [await play("Secret", 0), await play("One", 30)];
  await correct(performer, { act: "hide", line: hidden, until: Date.now() + 1_000_000 });
  const refused = [
    { act: "hide", line: hidden, until: null },
    { act: "hide", line, until: Date.now() + 1_000_000 },
    { act: "name", line: hidden, artist: "Bo", title: "Guess" },
    { act: "merge", line: hidden, into: line },
    { act: "merge", line, into: hidden },
    { acts: [{ act: "remove", line: hidden }] },
  ];
  for (const act of refused) await correct(manager, act, 400);
  const about = { set, line: hidden, isrc: "GBAYE0601498" };
  await answerOf(request("/api/tracklist/describe", { as: manager, body: about }), 400);
  const named = await correct(manager, { act: "name", line, artist: "Bo", title: "Guess" });
  const back = await correct(manager, { act: "undo", evidence: named.evidence[0] });
  await correct(performer, { act: "hide", line, until: Date.now() + 1_000_000 });
  await correct(manager, { act: "undo", evidence: back.evidence[0] }, 400);
  await correct(performer, { act: "hide", line, until: null });
  await correct(manager, { act: "confirm-all" });
  expect((await open(performer)).lines).toMatchObject([
    { track: { title: "Secret" }, isConfirmed: false, isHidden: true },
    { track: { title: "One" }, isConfirmed: true, isHidden: false },
  ]);
});

test("listeners name an unnamed span once the performer agrees, and nothing that has a name", async () => {
  await play("One", 0);
  const span = await unnamed(30, 40);
  const start = startsAt + 35 * minMs;
  const list = await suggest(ada, { start, artist: "Bo", title: "Guess" });
  const suggestion = list.lines.find(({ id }) => id === span)?.suggestions[0];
  expect(suggestion).toMatchObject({ title: "Guess", count: 1, isMine: true });
  expect(await storedPlays()).toHaveLength(1);
  await correct(performer, { act: "accept", suggestion: suggestion?.id });
  expect((await storedPlays()).map(({ id, source }) => [id, source])).toContainEqual([span, "performer"]);
  await suggest(ada, { start: startsAt + minMs, artist: "Bo", title: "Guess" }, 404);
});

test("three listeners who agree name a span, once their accounts are old enough", async () => {
  await unnamed(30, 40);
  const start = startsAt + 35 * minMs;
  const since = { createdAt: Date.now() - minVoiceAgeMs };
  const guess = { start, artist: "Bo", title: "Guess" };
  for (const as of [ada, manager, await makePerson()]) await suggest(as, guess);
  expect((await open(performer)).lines[0]).toMatchObject({ track: null, suggestions: [{ count: 3 }] });
  for (const as of await Promise.all([1, 2, 3].map(() => makePerson(since)))) await suggest(as, guess);
  expect((await open()).lines).toMatchObject([{ track: { title: "Guess" }, source: "listener" }]);
});

test("new accounts leave room for the suggestions of others", async () => {
  const line = await unnamed(30, 40);
  await env.DB.prepare(
    `insert into tracklist_evidence (id, performance, performer_id, user_id, kind, act, line, track_id, title, at)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < 500)
     select 'guess-' || i, ?1, ?2, ?2, 'listener', 'suggest', ?3, null, 'Guess', ?4 + i from n`,
  )
    .bind(set, performer.id, line, startsAt)
    .run();
  const guess = { start: startsAt + 35 * minMs, artist: "Bo", title: "Guess" };
  await suggest(await makePerson(), guess, 400);
  const list = await suggest(await makePerson({ createdAt: Date.now() - minVoiceAgeMs }), guess);
  expect(list.lines[0]?.suggestions).toMatchObject([{ isMine: true }]);
});

test("the performer sees what a file of their crate makes possible, and confirms it; managers and listeners do not", async () => {
  const line = await unnamed(30, 40);
  await db
    .update(tracklistEvidence)
    .set({ artist: "Bo", title: "Dub Plate", grade: "A" })
    .where(eq(tracklistEvidence.id, line));
  const possible = { artist: "Bo", title: "Dub Plate" };
  expect((await open(performer)).lines).toMatchObject([{ track: null, confidence: "possible", possible }]);
  for (const as of [manager, ada]) expect(JSON.stringify(await open(as))).not.toContain("Dub Plate");
  await correct(manager, { act: "confirm", line }, 400);
  await correct(performer, { act: "confirm", line });
  expect((await open()).lines).toMatchObject([{ track: possible, source: "performer" }]);
});

test("of versions that the ear cannot tell apart, the performer chooses one", async () => {
  const [one, dub] = [await play("One", 30), await play("One (dub)", 30)];
  const heard = { kind: "ear", share: 0.5, chance: 0.02, supportedMs: 90_000, grade: "B" } as const;
  await db
    .update(tracklistEvidence)
    .set({ ...heard, endsAt: startsAt + 40 * minMs })
    .where(inArray(tracklistEvidence.id, [one, dub]));
  const [first] = (await open(performer)).lines;
  const [version] = first?.versions ?? [];
  expect(first).toMatchObject({ id: one, confidence: "possible" });
  expect(version).toEqual({ artist: "Ana", title: "One (dub)", line: dub });
  const choice = [
    { act: "confirm", line: version?.line },
    { act: "remove", line: one },
  ];
  const { tracklist } = await correct(performer, { acts: choice });
  expect(tracklist.lines).toMatchObject([{ id: dub, confidence: "fileable", versions: [] }]);
});

test("a version is told to those alone who may know it: not while it is hidden, and in public only where it is named", async () => {
  const [one, dub] = [await play("One", 30), await play("One (dub)", 30)];
  const heard = {
    kind: "ear",
    share: 0.5,
    chance: 0.02,
    supportedMs: 90_000,
    grade: "B",
    details: { own: 1 },
  } as const;
  await db
    .update(tracklistEvidence)
    .set({ ...heard, endsAt: startsAt + 40 * minMs })
    .where(inArray(tracklistEvidence.id, [one, dub]));
  const [ear] = await db.select().from(tracklistEvidence).where(eq(tracklistEvidence.id, one));
  // The encoder has said which it is.
  const title = { id: ulid(), kind: "encoder", act: "heard", endsAt: null, at: startsAt } as const;
  await db.insert(tracklistEvidence).values({ ...ear, ...title, performance: set });
  const seen = async (as?: Person) => JSON.stringify(await open(as)).includes("One (dub)");
  const named = (await open(performer)).lines.find(({ id }) => id === one);
  expect(named).toMatchObject({ confidence: "fileable", versions: [{ title: "One (dub)", line: dub }] });
  expect([await seen(performer), await seen(manager), await seen()]).toEqual([true, true, false]);
  await correct(performer, { act: "hide", line: dub, until: Date.now() + 1_000_000 });
  expect([await seen(performer), await seen(manager), await seen()]).toEqual([true, false, false]);
});

test("hearts keep the name of their track while the line that they were given to is hidden under another", async () => {
  const line = await play("ID", 0);
  const [id] = await storedPlays();
  const heart = { userId: ada.id, trackId: id?.trackId ?? "", playId: line, createdAt: startsAt };
  await db.insert(favorites).values(heart);
  const hearts = async () =>
    JSON.stringify(await answerOf(request("/api/favorites/getFavorites", { as: ada })));
  const hide = { act: "hide", line, until: Date.now() + 1_000_000 };
  await correct(performer, { acts: [hide, { act: "name", line, artist: "Bo", title: "Secret" }] });
  expect(await hearts()).not.toContain("Secret");
  const { evidence } = await correct(performer, { act: "remove", line });
  await correct(performer, { act: "undo", evidence: evidence[0] });
  expect(await hearts()).not.toContain("Secret");
  const other = await play("Before", 30);
  const [, before] = await storedPlays();
  await db.insert(favorites).values({ ...heart, trackId: before?.trackId ?? "", playId: other });
  await correct(performer, { act: "merge", line: other, into: line });
  expect(await hearts()).not.toContain("Secret");
  await correct(performer, { ...hide, until: null });
  expect(await hearts()).toContain("Secret");
});

test("only its performer and the managers of its stage may correct a tracklist", async () => {
  const line = await play("One", 0);
  await correct(ada, { act: "remove", line }, 404);
  const { tracklist } = await correct(manager, { act: "remove", line });
  expect(tracklist.lines).toEqual([]);
  expect(await storedPlays()).toEqual([]);
});

test("a dismissed suggestion is gone whoever made it, until that is taken back; others see only their own", async () => {
  await unnamed(30, 40);
  const start = startsAt + 35 * minMs;
  await suggest(ada, { start, artist: "Bo", title: "Guess" });
  await suggest(manager, { start, artist: "Bo", title: "Guess" });
  const suggestionsFor = async (as?: Person) => (await open(as)).lines[0]?.suggestions;
  expect(await suggestionsFor()).toEqual([]);
  expect(await suggestionsFor(await makePerson())).toEqual([]);
  const [suggestion] = (await suggestionsFor(performer)) ?? [];
  expect(suggestion).toMatchObject({ title: "Guess", count: 2 });
  const { tracklist, evidence } = await correct(performer, { act: "dismiss", suggestion: suggestion?.id });
  expect(tracklist.lines[0]?.suggestions).toEqual([]);
  await suggest(ada, { start, artist: "BO", title: "guess" });
  expect(await suggestionsFor(performer)).toEqual([]);
  await correct(performer, { acts: evidence.map((each) => ({ act: "undo", evidence: each })) });
  expect(await suggestionsFor(ada)).toMatchObject([{ title: "Guess", count: 2, isMine: true }]);
});

test("a performer sees no suggestion of somebody whom they have blocked", async () => {
  await unnamed(30, 40);
  await suggest(ada, { start: startsAt + 35 * minMs, artist: "Ada", title: "An insult" });
  await db.insert(blocks).values({ userId: performer.id, blockedId: ada.id, createdAt: 1 });
  expect((await open(performer)).lines[0]?.suggestions).toEqual([]);
});

test("what is said again is not stored again, in one request or the next", async () => {
  const [line, second] = [await play("One", 0), await play("Two", 10)];
  const start = startsAt + 50 * minMs;
  const acts = [
    { act: "name", line, artist: "Bo", title: "Right" },
    { act: "add", start, artist: "Bo", title: "Vinyl" },
    { act: "confirm-all" },
  ];
  const { evidence, acts: said } = await correct(performer, { acts: [...acts.slice(0, 2), ...acts] });
  expect(evidence).toHaveLength(3);
  expect(said.map((ids) => ids.length)).toEqual([1, 1, 1, 1, 1]);
  expect(said[1]).toEqual(said[3]);
  // The line that was added can be confirmed like any other, once.
  const again = await correct(performer, { acts });
  expect(again).toMatchObject({ acts: [said[0], said[1], [again.evidence[0]]] });
  expect(await correct(performer, { acts })).toMatchObject({ evidence: [], acts: [said[0], said[1], []] });
  const confirm = { act: "confirm", line: second };
  expect(await correct(performer, { acts: [confirm, confirm] })).toMatchObject({ evidence: [] });
  const added = said[1]?.[0] ?? "";
  const undo = { act: "undo", evidence: added };
  expect((await correct(performer, { acts: [undo, undo] })).evidence).toHaveLength(1);
  expect((await correct(performer, undo)).evidence).toEqual([]);
});

test("tracks that nothing names any more are deleted, and stored again with a correction that is taken back", async () => {
  const [artist, title] = ["Wobbegong", `Vinyl ${ulid()}`];
  const add = { act: "add", start: startsAt + 50 * minMs, artist, title };
  // Those of other tests wait, too, and it takes ten at a time.
  const harvestAll = async () => {
    while ((await listHarvestDue(db, Date.now(), 1)).length > 0) await harvestPlayed(env);
  };
  const stored = async () => [
    ...(await db.select().from(tracks).where(eq(tracks.title, title))),
    ...(await db.select().from(artists).where(eq(artists.name, artist))),
  ];
  const added = await correct(performer, add);
  const undone = await correct(performer, { act: "undo", evidence: added.evidence[0] });
  expect(await stored()).toHaveLength(2);
  await harvestAll();
  expect(await stored()).toEqual([]);
  const { tracklist } = await correct(performer, { act: "undo", evidence: undone.evidence[0] });
  expect(titlesOf(tracklist)).toEqual([title]);
  await harvestAll();
  expect(await stored()).toHaveLength(2);
});

test("names that others had given before this rule are suggestions by them; the performer's own stay", async () => {
  const [line, own] = [await unnamed(10, 20), await unnamed(30, 40)];
  const [elsewhere, earlier] = [ulid(), ulid()];
  for (const [id, performerId] of [
    [elsewhere, ada.id],
    [earlier, performer.id],
  ] as const)
    await db.insert(broadcasts).values({ id, performerId, streamId: id, startedAt: 1, endedAt: 2 });
  for (const [at, title, namedIn] of [
    [10, "Theirs", elsewhere],
    [30, "Mine", earlier],
  ] as const) {
    const theirs = await play(title, at);
    await db
      .update(tracklistEvidence)
      .set({
        kind: "ear",
        grade: "C",
        endsAt: startsAt + (at + 10) * minMs,
        share: 1,
        chance: 0,
        supportedMs: 600_000,
        details: { certainty: "named", namedIn },
      })
      .where(eq(tracklistEvidence.id, theirs));
  }
  const { queries } = env.TEST_MIGRATIONS.find(({ name }) => name.includes("names-of-others")) ?? {
    queries: [],
  };
  for (const query of queries) await env.DB.prepare(query).run();
  await harvestPlayed(env);
  expect((await storedPlays()).map(({ playedAt }) => (playedAt - startsAt) / minMs)).toEqual([30]);
  const { lines } = await open(performer);
  expect(lines).toMatchObject([
    { id: line, track: null, suggestions: [{ title: "Theirs", from: { username: ada.username } }] },
    { track: { title: "Mine" }, confidence: "named" },
  ]);
  expect(lines.map(({ id }) => id)).not.toContain(own);
});

test("a request has a limit, and so has a tracklist; the error says which", async () => {
  const line = await play("One", 0);
  const bulk = await request("/api/tracklist/correct", {
    as: performer,
    body: { set, acts: Array.from({ length: 40 }, () => ({ act: "confirm-all" })) },
  });
  expect([bulk.status, await bulk.text()]).toEqual([
    400,
    expect.stringContaining("Send confirm-all once in a request."),
  ]);
  const many = Array.from({ length: 201 }, () => ({ act: "confirm", line }));
  await correct(performer, { acts: many }, 400);
  // Tracks and artists count as well.
  const crowd = (act: number) => Array.from({ length: 12 }, (_, at) => `Crowd ${act} of ${at}`).join(" × ");
  const added = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      act: "add",
      artist: crowd(at),
      title: `Crowd ${at}`,
      start: startsAt + at * 1_000,
    }));
  await correct(performer, { acts: added(60) }, 400);
  expect(await db.select().from(tracks).where(like(tracks.title, "Crowd %"))).toEqual([]);
  await correct(performer, { acts: added(15) });
  // One less than the limit with those.
  await env.DB.prepare(
    `insert into tracklist_evidence (id, performance, performer_id, user_id, kind, act, line, at)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < 4984)
     select 'full-' || i, ?1, ?2, ?2, 'performer', 'hide', ?3, ?4 + i from n`,
  )
    .bind(set, performer.id, line, startsAt)
    .run();
  await correct(performer, { act: "confirm", line });
  const more = await request("/api/tracklist/correct", {
    as: performer,
    body: { set, act: "remove", line },
  });
  expect([more.status, await more.text()]).toEqual([
    400,
    expect.stringContaining("This tracklist has reached its limit of corrections."),
  ]);
  const about = { set, line, isrc: "GBAYE0601498" };
  await answerOf(request("/api/tracklist/describe", { as: performer, body: about }), 400);
});

test("people add a limited number of lines: everyone who opens a tracklist loads all of them", async () => {
  const fill = (kind: string, count: number) =>
    env.DB.prepare(
      `insert into tracklist_evidence (id, performance, performer_id, user_id, kind, act, line, title, starts_at, at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < ?5)
       select ?3 || i, ?1, ?2, ?2, ?3, 'heard', ?3 || i, 'Full', ?4 + i, ?4 from n`,
    )
      .bind(set, performer.id, kind, startsAt, count)
      .run();
  const add = (min: number) => ({
    act: "add",
    artist: "Ana",
    title: `At ${min}`,
    start: startsAt + min * minMs,
  });
  await fill("manager", 250);
  await correct(manager, add(1), 400);
  await fill("history", 249);
  await correct(performer, add(2));
  const over = await request("/api/tracklist/correct", { as: performer, body: { set, ...add(3) } });
  expect([over.status, await over.text()]).toEqual([400, expect.stringContaining("Remove some first.")]);
  await correct(performer, { act: "split", line: "history1", at: startsAt + 30 * minMs }, 400);
  // What is removed makes room.
  await correct(performer, { acts: [{ act: "remove", line: "history1" }, add(3)] });
});
