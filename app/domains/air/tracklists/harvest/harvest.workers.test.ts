/** Harvests of broadcasts: made music with and without titles, and the tracklists that follow. */
import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { ulid } from "ulidx";
import { beforeEach, describe, expect, test } from "vitest";
import { eraseReferences } from "#app/domains/music/recognition/queries/references.ts";
import { identifyTrack } from "#app/domains/music/tracks/identity.ts";
import { minVoiceAgeMs } from "#app/domains/people/accounts/independent.ts";
import { openDb } from "#db/client.ts";
import * as tables from "#db/schema/index.ts";
import { createLivePeaks } from "#durable-objects/live-peaks.ts";
import { createReferencePeaks, readPeaks } from "#durable-objects/reference-peaks.ts";
import { resample } from "#packages/fingerprint/resample.ts";
import { commonPart } from "#packages/fingerprint/same-recording.ts";
import { makeReference } from "#tests/helpers/crates.ts";
import { makeMusic, withNoise } from "#tests/helpers/made-music.ts";
import { peaksOf } from "#tests/helpers/made-peaks.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { soundPieces } from "#tests/helpers/sound-pieces.ts";
import { makeStage, operate } from "#tests/helpers/stages.ts";
import { harvestPlayed } from "#workers/jobs/harvest-played.ts";
import { keepReferences } from "#workers/jobs/keep-references.ts";
import type { CorrectedView, TracklistView } from "../contract/tracklists.ts";
import { listTakenFrom } from "../queries/harvest.ts";

const db = openDb(env.DB);
const livePeaks = createLivePeaks(env);
const minMs = 60_000;
const seconds = 240;
const records = [21, 22].map((seed) => makeMusic(seed, seconds));
const record = (place: number) => records[place] ?? new Float32Array();

/** A creation time long enough ago for someone who agrees with others. */
const aged = { createdAt: Date.now() - minVoiceAgeMs };
let dj: Person;
let other: Person;
beforeEach(async () => {
  [dj, other] = await Promise.all([makePerformer(aged), makePerformer(aged)]);
});

interface Played {
  sound: Float32Array;
  title?: string;
}

/** A broadcast on a profile that ended a while ago: each record from its beginning, with the title of an encoder. */
async function broadcast(performer: Person, played: readonly Played[]): Promise<{ id: string; at: number }> {
  const [id, streamId] = [ulid(), ulid()];
  const at = Date.now() - 30 * minMs;
  let time = at;
  for (const { sound, title } of played) {
    for (const piece of soundPieces(sound, time)) await livePeaks.put(streamId, piece);
    if (title !== undefined) await say(performer, id, { title, at: time });
    time += sound.length / 8;
  }
  await db.insert(tables.broadcasts).values({
    id,
    streamId,
    performerId: performer.id,
    performance: id,
    startedAt: at,
    endedAt: time,
    harvestDueAt: 0,
  });
  return { id, at };
}

/** The same, on a stage. */
async function onStage(stageId: string, { id }: { id: string }): Promise<string> {
  await db.update(tables.broadcasts).set({ stageId }).where(eq(tables.broadcasts.id, id));
  return id;
}

async function say(performer: Person, performance: string, { title, at }: { title: string; at: number }) {
  const { key, artist } = identifyTrack("Ana", title);
  await db.insert(tables.tracks).values({ id: key, key, artist, title, createdAt: at }).onConflictDoNothing();
  const id = ulid();
  const row = { id, line: id, performance, broadcastId: performance, performerId: performer.id };
  const said = { kind: "encoder", act: "heard", trackId: key, artist, title, startsAt: at, at } as const;
  await db.insert(tables.tracklistEvidence).values({ ...row, ...said });
}

const takenFrom = (performance: string) =>
  db.select().from(tables.trackReferences).where(eq(tables.trackReferences.performance, performance));
const evidenceOf = (performance: string) =>
  db.select().from(tables.tracklistEvidence).where(eq(tables.tracklistEvidence.performance, performance));
const open = (set: string) => answerOf<TracklistView>(request(`/api/tracklist/get?set=${set}`));
const suggestionsTo = async (as: Person, set: string) =>
  (await answerOf<TracklistView>(request(`/api/tracklist/get?set=${set}`, { as }))).lines.flatMap(
    ({ suggestions }) => suggestions,
  );
const titlesOf = ({ lines }: TracklistView) => lines.map(({ track }) => track?.title ?? null);
const correct = (as: Person, body: object) =>
  answerOf<CorrectedView>(request("/api/tracklist/correct", { as, body }));

/** The ear hears a part of a reference in this performance. */
async function hear(
  performer: Person,
  performance: string,
  facts: Partial<typeof tables.tracklistEvidence.$inferInsert>,
): Promise<void> {
  const id = ulid();
  await db.insert(tables.tracklistEvidence).values({
    id,
    line: id,
    performance,
    broadcastId: performance,
    performerId: performer.id,
    kind: "ear",
    act: "heard",
    grade: "C",
    speed: 1,
    playback: "varispeed",
    share: 0.5,
    chance: 0.02,
    supportedMs: 100_000,
    at: facts.startsAt ?? 0,
    ...facts,
  });
}

describe("what an encoder names", () => {
  test("is a reference for the performer, and for others once another broadcast agrees", async () => {
    // The encoder did not say that another record was on.
    const first = await broadcast(dj, [{ sound: record(0), title: "Groove" }, { sound: record(1) }]);
    await harvestPlayed(env);
    const [taken] = await takenFrom(first.id);
    expect(taken).toMatchObject({ grade: "B", ownerId: dj.id, witnesses: 1, startsAt: first.at + minMs });
    expect(taken).toMatchObject({ title: "Groove", durationMs: 6 * minMs });
    const own = await listTakenFrom(db, { performers: [dj.id], stages: [], now: Date.now(), limit: 10 });
    expect(own.map(({ id }) => id)).toEqual([taken?.id]);
    const faster = withNoise(resample(record(0), 1.03), 20, 7);
    const second = await broadcast(other, [{ sound: faster, title: "Groove" }]);
    await harvestPlayed(env);
    const [agreed] = await takenFrom(second.id);
    expect(agreed).toMatchObject({ sameAs: null, ownerId: other.id, witnesses: 2 });
    expect(await takenFrom(first.id)).toMatchObject([{ sameAs: agreed?.id }]);
    // Of the first broadcast, it has only the record that both have.
    const peaks = await readPeaks(env, [agreed?.id ?? ""]);
    const [wrong] = soundPieces(record(1), 0, 240);
    const [right] = soundPieces(record(0), 0, 240);
    const known = peaks.get(agreed?.id ?? "") ?? new Uint8Array();
    expect(commonPart(known, wrong?.peaks ?? known)).toBeNull();
    expect(commonPart(known, right?.peaks ?? known)).not.toBeNull();
    const third = await broadcast(dj, [{ sound: record(0), title: "Groove" }]);
    await harvestPlayed(env);
    expect(await takenFrom(third.id)).toMatchObject([{ sameAs: agreed?.id }]);
    // Whoever plays it again says nothing new; somebody else does.
    expect(await takenFrom(second.id)).toMatchObject([{ witnesses: 2 }]);
    await broadcast(await makePerformer(aged), [{ sound: record(0), title: "Groove" }]);
    await harvestPlayed(env);
    expect(await takenFrom(second.id)).toMatchObject([{ witnesses: 3 }]);
    await db.batch([...eraseReferences(db, other.id)]);
    await keepReferences(env);
    expect(await takenFrom(second.id)).toMatchObject([{ ownerId: null, witnesses: 2, expiresAt: null }]);
  });

  test("agrees with other broadcasts, not with a file: what a file has besides that sound names nothing", async () => {
    const owner = await makePerformer(aged);
    const { key } = identifyTrack("Ana", "Filed");
    await db.insert(tables.tracks).values({ id: key, key, artist: "Ana", title: "Filed", createdAt: 1 });
    // Whoever has made it, it goes on with another record.
    const file = await makeReference({ ownerId: owner.id, trackId: key, title: "Filed", artists: ["Ana"] });
    const both = new Float32Array([...record(0), ...record(1)]);
    await createReferencePeaks(env).put(file.id, peaksOf(both));
    for (const performer of [dj, other]) {
      await broadcast(performer, [{ sound: record(0), title: "Filed" }]);
      await harvestPlayed(env);
    }
    await keepReferences(env);
    const known = await db
      .select()
      .from(tables.trackReferences)
      .where(eq(tables.trackReferences.trackId, key));
    const agreed = known.filter(({ witnesses }) => witnesses >= 2);
    expect(agreed).toMatchObject([{ grade: "B", ownerId: other.id, sameAs: null }]);
    const peaks = (await readPeaks(env, [agreed[0]?.id ?? ""])).get(agreed[0]?.id ?? "") ?? new Uint8Array();
    expect(commonPart(peaks, peaksOf(record(0)))).not.toBeNull();
    expect(commonPart(peaks, peaksOf(record(1)))).toBeNull();
  });

  test("has of the second broadcast nothing that the first one lacks, though it is heard at the same time", async () => {
    await broadcast(dj, [{ sound: record(0), title: "Mashed" }]);
    await harvestPlayed(env);
    const mash = record(0).map((sample, at) => sample + (record(1)[at] ?? 0));
    const second = await broadcast(other, [{ sound: mash, title: "Mashed" }]);
    await harvestPlayed(env);
    const [agreed] = await takenFrom(second.id);
    expect(agreed).toMatchObject({ sameAs: null, witnesses: 2 });
    const peaks = (await readPeaks(env, [agreed?.id ?? ""])).get(agreed?.id ?? "") ?? new Uint8Array();
    expect(commonPart(peaks, peaksOf(record(0)))).not.toBeNull();
    expect(commonPart(peaks, peaksOf(record(1)))).toBeNull();
  });

  test("of another record under the same title, no broadcast agrees with the other", async () => {
    const first = await broadcast(dj, [{ sound: record(0), title: "Stuck" }]);
    const second = await broadcast(other, [{ sound: record(1), title: "Stuck" }]);
    await harvestPlayed(env);
    for (const { id } of [first, second])
      expect(await takenFrom(id)).toMatchObject([{ title: "Stuck", witnesses: 1, sameAs: null }]);
  });

  test.each([
    { act: "hide", until: Date.now() + 3_600_000 },
    { act: "own", isOwn: true },
  ])(
    "is no reference any more once its performer hides it or says that it is their own ($act)",
    async (said) => {
      const { id } = await broadcast(dj, [{ sound: record(0), title: "Secret" }]);
      await harvestPlayed(env);
      const kept = async () => (await takenFrom(id)).filter(({ expiresAt }) => expiresAt === null);
      expect(await kept()).toHaveLength(1);
      const [line] = (await open(id)).lines;
      await correct(dj, { set: id, line: line?.id, ...said });
      await harvestPlayed(env);
      expect(await kept()).toEqual([]);
    },
  );

  test("is another performer's who agreed with it, when its own hides it; others' lists keep their names", async () => {
    const first = await broadcast(dj, [{ sound: record(0), title: "Shared" }]);
    await harvestPlayed(env);
    const second = await broadcast(other, [{ sound: record(0), title: "Shared" }]);
    await harvestPlayed(env);
    const [agreed] = await takenFrom(second.id);
    expect(agreed).toMatchObject({ ownerId: other.id, witnesses: 2 });
    const third = await makePerformer();
    const silence = [{ sound: new Float32Array(8_000) }];
    const theirs = await broadcast(third, silence);
    const later = await broadcast(other, silence);
    for (const [performer, { id, at }] of [
      [third, theirs],
      [other, later],
    ] as const)
      await hear(performer, id, {
        trackId: agreed?.trackId ?? null,
        title: "Shared",
        grade: "B",
        startsAt: at,
        endsAt: at + 90_000,
        referenceId: agreed?.id ?? "",
        details: { certainty: "named", witnesses: 2 },
      });
    const [line] = (await open(second.id)).lines;
    await correct(other, { set: second.id, act: "hide", line: line?.id, until: Date.now() + 3_600_000 });
    await harvestPlayed(env);
    expect(await takenFrom(second.id)).toEqual([]);
    const kept = (await takenFrom(first.id)).filter(({ expiresAt }) => expiresAt === null);
    expect(kept).toMatchObject([{ id: agreed?.id, ownerId: dj.id, witnesses: 1, sameAs: null }]);
    expect(titlesOf(await open(theirs.id))).toEqual(["Shared"]);
    expect(titlesOf(await open(later.id))).toEqual([]);
  });

  test("names nothing for others any more when one of the two who agreed says that it is something else", async () => {
    const first = await broadcast(dj, [{ sound: record(0), title: "Doubted" }]);
    await harvestPlayed(env);
    const second = await broadcast(other, [{ sound: record(0), title: "Doubted" }]);
    await harvestPlayed(env);
    const [agreed] = await takenFrom(second.id);
    expect(agreed).toMatchObject({ ownerId: other.id, witnesses: 2 });
    const third = await makePerformer();
    const theirs = await broadcast(third, [{ sound: new Float32Array(8_000) }]);
    await hear(third, theirs.id, {
      trackId: agreed?.trackId ?? null,
      title: "Doubted",
      grade: "B",
      startsAt: theirs.at,
      endsAt: theirs.at + 90_000,
      referenceId: agreed?.id ?? "",
      details: { certainty: "named", witnesses: 2 },
    });
    expect(titlesOf(await open(theirs.id))).toEqual(["Doubted"]);
    const [line] = (await open(first.id)).lines;
    await correct(dj, { set: first.id, act: "name", line: line?.id, artist: "Ana", title: "Certain" });
    await harvestPlayed(env);
    expect(await takenFrom(second.id)).toMatchObject([{ witnesses: 1 }]);
    expect(titlesOf(await open(theirs.id))).toEqual([]);
  });

  test("stays its own when somebody says the same whose word is not enough, and such words are in nobody's way", async () => {
    const young = await makePerformer();
    const before = await Promise.all(
      [1, 2, 3, 4].map(() => broadcast(young, [{ sound: record(1), title: "Mine" }])),
    );
    await harvestPlayed(env);
    const first = await broadcast(dj, [{ sound: record(0), title: "Mine" }]);
    await harvestPlayed(env);
    const copy = await broadcast(young, [{ sound: record(0), title: "Mine" }]);
    await harvestPlayed(env);
    expect(await takenFrom(first.id)).toMatchObject([{ ownerId: dj.id, sameAs: null, witnesses: 1 }]);
    expect(before).toHaveLength(4);
    const second = await broadcast(other, [{ sound: record(0), title: "Mine" }]);
    await harvestPlayed(env);
    expect(await takenFrom(second.id)).toMatchObject([{ witnesses: 2 }]);
    expect(await takenFrom(copy.id)).toMatchObject([{ sameAs: null, witnesses: 1 }]);
  });

  test("is the performer's word: a manager of the stage neither moves it to other sound nor takes it back", async () => {
    const manager = await makePerson({ isManager: true });
    const stage = await makeStage(manager);
    const silence = { sound: new Float32Array(240 * 8_000) };
    const id = await onStage(
      stage.id,
      await broadcast(dj, [
        { sound: record(0), title: "Groove" },
        { sound: record(1), title: "Other" },
        silence,
      ]),
    );
    const own = await broadcast(dj, [{ sound: record(1) }]);
    await harvestPlayed(env);
    const [groove] = (await takenFrom(id)).filter(({ title }) => title === "Groove");
    const [line, wrong] = (await open(id)).lines;
    const moved = { act: "move", line: line?.id, start: wrong?.start, end: wrong?.end };
    await correct(manager, { set: id, acts: [{ act: "remove", line: wrong?.id }, moved] });
    await harvestPlayed(env);
    const taken = () => takenFrom(id).then((rows) => rows.filter(({ expiresAt }) => expiresAt === null));
    expect((await taken()).find(({ title }) => title === "Groove")).toEqual(groove);
    expect((await taken()).map(({ title }) => title)).toEqual(["Groove", "Other"]);
    expect(titlesOf(await open(own.id))).toEqual([null]);
    await correct(manager, { set: id, act: "remove", line: line?.id });
    await harvestPlayed(env);
    expect((await taken()).map(({ title }) => title)).toEqual(["Groove", "Other"]);
  });

  test("is taken back with everything that it named, when the performer gives the line another name", async () => {
    const first = await broadcast(dj, [{ sound: record(0), title: "Wrong" }]);
    await harvestPlayed(env);
    const [taken] = await takenFrom(first.id);
    const later = await broadcast(dj, [{ sound: new Float32Array(8_000) }]);
    const named = { trackId: taken?.trackId ?? null, artist: "Ana", title: "Wrong", grade: "B" as const };
    const when = { startsAt: later.at, endsAt: later.at + 90_000, referenceId: taken?.id ?? "" };
    await hear(dj, later.id, { ...named, ...when, details: { certainty: "named", witnesses: 2 } });
    expect(titlesOf(await open(later.id))).toEqual(["Wrong"]);
    const [line] = (await open(first.id)).lines;
    await correct(dj, { set: first.id, act: "name", line: line?.id, artist: "Ana", title: "Right" });
    await harvestPlayed(env);
    expect(titlesOf(await open(later.id))).toEqual([]);
    const kept = (await takenFrom(first.id)).filter(({ expiresAt }) => expiresAt === null);
    expect(kept).toMatchObject([{ title: "Right", grade: "B" }]);
    await keepReferences(env);
    expect(await takenFrom(first.id)).toHaveLength(1);
    // An operator removes one by a line that it has named.
    const wrong = { ...named, title: "Right", referenceId: kept[0]?.id ?? "" };
    const at = { startsAt: later.at + 120_000, endsAt: later.at + 200_000 };
    await hear(dj, later.id, { ...wrong, ...at, details: { certainty: "named", witnesses: 2 } });
    const [heard] = (await open(later.id)).lines;
    expect(await operate("remove-reference", { reference: heard?.id })).toEqual({ reference: kept[0]?.id });
    expect(titlesOf(await open(later.id))).toEqual([]);
    await operate("remove-reference", { reference: kept[0]?.id }, 404);
  });
});

describe("who agrees with a reference", () => {
  /**
   * Makes a broadcast of a young account, its sound broadcast by these under its name, and a play of somebody else that
   * it has named.
   */
  async function agreed(...performers: readonly Person[]) {
    const owner = await makePerformer(aged);
    const [id, performance] = [ulid(), await broadcast(owner, [{ sound: new Float32Array(8_000) }])];
    await db.insert(tables.tracks).values({ id, key: id, artist: "Mo", title: "Agreed", createdAt: 1 });
    const { id: ownerId } = await makePerformer();
    const file = await makeReference({ ownerId, grade: "B", trackId: id, witnesses: 2 });
    for (const performer of performers)
      await makeReference({ ownerId: performer.id, grade: "B", trackId: id, sameAs: file.id, witnesses: 1 });
    const heard = { startsAt: performance.at, endsAt: performance.at + 90_000, referenceId: file.id };
    const named = { trackId: id, artist: "Mo", title: "Agreed", grade: "B" as const };
    await hear(owner, performance.id, { ...named, ...heard, details: { certainty: "named", witnesses: 2 } });
    return { file: file.id, set: performance.id, owner };
  }
  const names = async (set: string) => {
    await keepReferences(env);
    return titlesOf(await open(set));
  };

  test("is several independent people of some age: without them what it has named for others has no name", async () => {
    const friend = await makePerformer(aged);
    const cases: [string, Person[], string[]][] = [
      ["two", [dj, other], ["Agreed"]],
      ["nobody", [], []],
      ["one, twice", [dj, dj], []],
      ["one who came yesterday", [dj, await makePerformer()], []],
      ["one whom the other brought here", [dj, await makePerformer({ ...aged, referrerId: dj.id })], []],
      [
        "two whom one has brought here",
        await Promise.all([1, 2].map(() => makePerformer({ ...aged, referrerId: friend.id }))),
        [],
      ],
    ];
    for (const [who, performers, expected] of cases)
      expect(await names((await agreed(...performers)).set), who).toEqual(expected);
  });

  test("says so of its name alone: a copy under another name inherits nobody's agreement", async () => {
    const trackId = ulid();
    await db
      .insert(tables.tracks)
      .values({ id: trackId, key: trackId, artist: "Mo", title: "Left", createdAt: 1 });
    const owner = await makePerformer();
    const file = await makeReference({ ownerId: owner.id, trackId });
    const copy = await makeReference({
      ownerId: (await makePerformer()).id,
      title: "Impostor",
      sameAs: file.id,
    });
    for (const { id: ownerId } of [dj, other])
      await makeReference({ ownerId, grade: "B", trackId, sameAs: file.id, witnesses: 1 });
    await answerOf(request("/api/crate/delete", { as: owner, body: { track: file.id } }));
    await keepReferences(env);
    const [left] = await db
      .select()
      .from(tables.trackReferences)
      .where(eq(tables.trackReferences.id, copy.id));
    expect(left).toMatchObject({ title: "Impostor", witnesses: 0 });
  });

  test("nobody who is banned or leaves; what somebody has confirmed is that person's word", async () => {
    const [banned, left, kept] = [
      await agreed(dj, other),
      await agreed(dj, await makePerformer(aged)),
      await agreed(dj, other),
    ];
    expect(await names(left.set)).toEqual(["Agreed"]);
    const [line] = (await open(kept.set)).lines;
    await correct(kept.owner, { set: kept.set, act: "confirm", line: line?.id });
    await db.update(tables.users).set({ bannedAt: 1 }).where(eq(tables.users.id, other.id));
    await db.batch([...eraseReferences(db, dj.id)]);
    expect(await names(banned.set)).toEqual([]);
    expect(await names(left.set)).toEqual([]);
    expect(await names(kept.set)).toEqual(["Agreed"]);
  });
});

test("what only a file of somebody else's crate says is gone with the file, and stays where the performer has confirmed it", async () => {
  const mo = await makePerformer();
  const [id, file] = [ulid(), await makeReference({ ownerId: mo.id, title: "Impostor" })];
  await db.insert(tables.tracks).values({ id, key: id, artist: "Mo", title: "Impostor", createdAt: 1 });
  const { id: set, at } = await broadcast(dj, [{ sound: new Float32Array(8_000) }]);
  for (const from of [at, at + 200_000])
    await hear(dj, set, {
      trackId: id,
      artist: "Mo",
      title: "Impostor",
      grade: "A",
      referenceId: file.id,
      startsAt: from,
      endsAt: from + 90_000,
      details: { certainty: "named", witnesses: 0 },
    });
  const seen = async () =>
    titlesOf(await answerOf<TracklistView>(request(`/api/tracklist/get?set=${set}`, { as: dj })));
  expect(titlesOf(await open(set))).toEqual([null, null]);
  expect(await seen()).toEqual(["Impostor", "Impostor"]);
  const [, line] = (await open(set)).lines;
  await correct(dj, { set, act: "confirm", line: line?.id });
  await answerOf(request("/api/crate/delete", { as: mo, body: { track: file.id } }));
  expect(await seen()).toEqual(["Impostor"]);
  expect(titlesOf(await open(set))).toEqual(["Impostor"]);
});

describe("what nobody has named", () => {
  test("is a line; a name for it names the performer's own earlier plays, and is a suggestion to others", async () => {
    const first = await broadcast(dj, [{ sound: record(0) }]);
    const [title, sound] = ["Its own", record(1)];
    const silence = { sound: new Float32Array(240 * 8_000) };
    const second = await broadcast(other, [{ title, sound }, silence]);
    const own = await broadcast(dj, [silence, silence]);
    await harvestPlayed(env);
    const [unnamed] = await takenFrom(first.id);
    expect(unnamed).toMatchObject({ grade: "C", startsAt: first.at, trackId: null, title: "" });
    expect(titlesOf(await open(first.id))).toEqual([null]);
    // Both play the same record again, a little faster, from its 20th second on.
    for (const [performer, { id, at }] of [
      [other, second],
      [dj, own],
    ] as const)
      await hear(performer, id, {
        startsAt: at + 400_000,
        endsAt: at + 500_000,
        referenceId: unnamed?.id ?? "",
        speed: 1.02,
        details: { certainty: "named", position: 122_000 },
      });
    const [line] = (await open(first.id)).lines;
    const name = async (words: string) => {
      const said = { act: "name", line: line?.id, artist: "Bo", title: words };
      const { evidence } = await correct(dj, { set: first.id, ...said });
      await harvestPlayed(env);
      return evidence;
    };
    const suggested = async () =>
      (await suggestionsTo(other, second.id)).map(
        ({ title: words, from }) => `${words}, says ${String(from?.username)}`,
      );
    await name("Found");
    expect(titlesOf(await open(own.id))).toEqual(["Found"]);
    expect(titlesOf(await open(second.id))).toEqual(["Its own", null]);
    expect(await suggested()).toEqual([`Found, says ${dj.username}`]);
    const plays = await db.select().from(tables.plays).where(eq(tables.plays.performerId, other.id));
    expect(plays.filter(({ source }) => source === "ear")).toEqual([]);
    // Another name takes its place; without one, there is none.
    const evidence = await name("Found at last");
    expect(titlesOf(await open(own.id))).toEqual(["Found at last"]);
    expect(await suggested()).toEqual([`Found at last, says ${dj.username}`]);
    const said = (await evidenceOf(first.id)).filter(({ act }) => act === "name");
    for (const { id } of said) await correct(dj, { set: first.id, act: "undo", evidence: id });
    expect(said.map(({ id }) => id)).toContain(evidence[0]);
    await harvestPlayed(env);
    expect([titlesOf(await open(own.id)), await suggested()]).toEqual([[null], []]);
    // What is dismissed does not come back for this sound, in any words.
    await name("They stole this");
    const [again] = await suggestionsTo(other, second.id);
    const back = await correct(other, { set: second.id, act: "dismiss", suggestion: again?.id });
    await name("They stole it");
    expect(await suggested()).toEqual([]);
    expect((await evidenceOf(second.id)).filter(({ title: words }) => words === "They stole it")).toEqual([]);
    await correct(other, { set: second.id, act: "undo", evidence: back.evidence[0] });
    await name("A last try");
    expect(await suggested()).toEqual([`A last try, says ${dj.username}`]);
    const [last] = await suggestionsTo(other, second.id);
    await correct(other, { set: second.id, act: "accept", suggestion: last?.id });
    expect(titlesOf(await open(second.id))).toEqual(["Its own", "A last try"]);
  });

  test("is suggested to a performance twenty times at most, however often it is heard there", async () => {
    const first = await broadcast(dj, [{ sound: record(0) }]);
    const second = await broadcast(other, [{ sound: new Float32Array(240 * 8_000) }]);
    await harvestPlayed(env);
    const [unnamed] = await takenFrom(first.id);
    for (let times = 0; times < 25; times += 1)
      await hear(other, second.id, {
        startsAt: second.at + times * 1_000,
        endsAt: second.at + times * 1_000 + 100_000,
        referenceId: unnamed?.id ?? "",
        details: { certainty: "named", position: 122_000 },
      });
    const [line] = (await open(first.id)).lines;
    await correct(dj, { set: first.id, act: "name", line: line?.id, artist: "Bo", title: "Again" });
    await harvestPlayed(env);
    const suggested = (await evidenceOf(second.id)).filter(({ details }) => details.namedIn === first.id);
    expect(suggested).toHaveLength(20);
  });

  test("is named by a title that the same performer's encoder sends later, and not by someone else's", async () => {
    const first = await broadcast(dj, [{ sound: record(0) }]);
    await harvestPlayed(env);
    const [unnamed] = await takenFrom(first.id);
    for (const [performer, title] of [
      [other, "Theirs"],
      [dj, "Mine"],
    ] as const) {
      const later = await broadcast(performer, [{ sound: record(0), title }]);
      const heard = { startsAt: later.at, endsAt: later.at + 240_000, referenceId: unnamed?.id ?? "" };
      await hear(performer, later.id, { ...heard, details: { certainty: "named", position: 240_000 } });
      await harvestPlayed(env);
      expect(titlesOf(await open(first.id)), title).toEqual(performer === dj ? ["Mine"] : [null]);
      const ids = new Set((await open(later.id)).lines.map(({ track }) => track?.title));
      expect(ids.has(title)).toBe(true);
    }
  });

  test("is forgotten after 90 days, and the sound of everything after two", async () => {
    const { id, at } = await broadcast(dj, [{ sound: record(0) }]);
    const [{ streamId } = { streamId: "" }] = await db
      .select()
      .from(tables.broadcasts)
      .where(eq(tables.broadcasts.id, id));
    await harvestPlayed(env);
    const [unnamed] = await takenFrom(id);
    expect((unnamed?.expiresAt ?? 0) - Date.now()).toBeGreaterThan(89 * 24 * 60 * minMs);
    const all = { from: at, to: at + 10 * minMs };
    expect(await livePeaks.read(streamId, all)).toHaveLength(4);
    await livePeaks.removeBefore(at + 2 * minMs);
    expect((await livePeaks.read(streamId, all)).map(({ from }) => from - at)).toEqual([120_000, 180_000]);
  });
});

test("while a performance is on air, and without sound, nothing is taken", async () => {
  const silent = await broadcast(dj, [{ sound: new Float32Array(240 * 8_000), title: "Silence" }]);
  const live = await broadcast(other, [{ sound: record(0), title: "Live" }]);
  await db.update(tables.broadcasts).set({ endedAt: null }).where(eq(tables.broadcasts.id, live.id));
  await harvestPlayed(env);
  expect([...(await takenFrom(silent.id)), ...(await takenFrom(live.id))]).toEqual([]);
});
