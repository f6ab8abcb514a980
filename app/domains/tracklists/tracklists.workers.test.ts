import { env } from "cloudflare:test";
import { and, eq } from "drizzle-orm";
import { ulid } from "ulidx";
import { beforeEach, expect, test } from "vitest";
import type { CorrectedView, TracklistView } from "#app/domains/tracklists/contract/tracklists.ts";
import { openDb } from "#db/client.ts";
import { recordPlay } from "#db/queries/room-plays.ts";
import { broadcasts, favorites, plays, tracklistEvidence } from "#db/schema/index.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makeSet, makeStage } from "#tests/helpers/stages.ts";

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

test("three listeners who agree name a span", async () => {
  await unnamed(30, 40);
  const start = startsAt + 35 * minMs;
  for (const as of [ada, manager, await makePerson()])
    await suggest(as, { start, artist: "Bo", title: "Guess" });
  expect((await open()).lines).toMatchObject([{ track: { title: "Guess" }, source: "listener" }]);
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
  await correct(performer, { acts: evidence.map((each) => ({ act: "undo", evidence: each })) });
  expect(await suggestionsFor(ada)).toMatchObject([{ title: "Guess", count: 2, isMine: true }]);
});
