/** What broadcasts tell of recordings: made music with and without titles, and the tracklists that follow. */
import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { ulid } from "ulidx";
import { beforeEach, describe, expect, test } from "vitest";
import { openDb } from "#db/client.ts";
import { listTakenFrom } from "#db/queries/harvest.ts";
import { eraseReferences } from "#db/queries/references.ts";
import * as tables from "#db/schema/index.ts";
import { createLivePeaks } from "#durable-objects/live-peaks.ts";
import { readPeaks } from "#durable-objects/reference-peaks.ts";
import { makeMusic, withNoise } from "#tests/helpers/made-music.ts";
import { makePerformer, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { soundPieces } from "#tests/helpers/sound-pieces.ts";
import { operate } from "#tests/helpers/stages.ts";
import { harvestPlayed } from "#workers/jobs/harvest-played.ts";
import { keepReferences } from "#workers/jobs/keep-references.ts";
import { resample } from "../../recognition/ear/resample.ts";
import { commonPart } from "../../recognition/ear/same-recording.ts";
import { identifyTrack } from "../../tracks/identity.ts";
import type { CorrectedView, TracklistView } from "../contract/tracklists.ts";

const db = openDb(env.DB);
const livePeaks = createLivePeaks(env);
const minMs = 60_000;
const seconds = 240;
const records = [21, 22].map((seed) => makeMusic(seed, seconds));
const record = (place: number) => records[place] ?? new Float32Array();

let dj: Person;
let other: Person;
beforeEach(async () => {
  [dj, other] = await Promise.all([makePerformer(), makePerformer()]);
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
    await broadcast(await makePerformer(), [{ sound: record(0), title: "Groove" }]);
    await harvestPlayed(env);
    expect(await takenFrom(second.id)).toMatchObject([{ witnesses: 3 }]);
    await db.batch([...eraseReferences(db, other.id)]);
    expect(await takenFrom(second.id)).toMatchObject([{ ownerId: null, witnesses: 3, expiresAt: null }]);
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

describe("what nobody has named", () => {
  test("is a line, and when somebody names it, all earlier plays get the name", async () => {
    const first = await broadcast(dj, [{ sound: record(0) }]);
    const [title, sound] = ["Its own", record(1)];
    const second = await broadcast(other, [{ title, sound }, { sound: new Float32Array(240 * 8_000) }]);
    await harvestPlayed(env);
    const [unnamed] = await takenFrom(first.id);
    expect(unnamed).toMatchObject({ grade: "C", startsAt: first.at, trackId: null, title: "" });
    expect(titlesOf(await open(first.id))).toEqual([null]);
    // The second performer plays the same record, a little faster, from its 20th second on.
    const heard = {
      startsAt: second.at + 400_000,
      endsAt: second.at + 500_000,
      referenceId: unnamed?.id ?? "",
    };
    await hear(other, second.id, {
      ...heard,
      speed: 1.02,
      details: { certainty: "named", position: 122_000 },
    });
    const [line] = (await open(first.id)).lines;
    const { evidence } = await correct(dj, {
      set: first.id,
      act: "name",
      line: line?.id,
      artist: "Bo",
      title: "Found",
    });
    await harvestPlayed(env);
    expect(titlesOf(await open(second.id))).toEqual(["Its own", "Found"]);
    const plays = await db.select().from(tables.plays).where(eq(tables.plays.performerId, other.id));
    expect(plays.filter(({ source }) => source === "ear")).toMatchObject([{ playedAt: heard.startsAt }]);
    // Another name is a name for all again; without one, they have none.
    await correct(dj, { set: first.id, act: "name", line: line?.id, artist: "Bo", title: "Found at last" });
    await harvestPlayed(env);
    expect(titlesOf(await open(second.id))).toEqual(["Its own", "Found at last"]);
    const said = (await evidenceOf(first.id)).filter(({ act }) => act === "name");
    for (const { id } of said) await correct(dj, { set: first.id, act: "undo", evidence: id });
    expect(said.map(({ id }) => id)).toContain(evidence[0]);
    await harvestPlayed(env);
    expect(titlesOf(await open(second.id))).toEqual(["Its own", null]);
    await correct(dj, { set: first.id, act: "name", line: line?.id, artist: "Bo", title: "Found" });
    await harvestPlayed(env);
    expect(titlesOf(await open(second.id))).toEqual(["Its own", "Found"]);
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
