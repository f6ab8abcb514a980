import { env, runDurableObjectAlarm, runInDurableObject, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { agentPaths } from "#app/domains/air/media/contract/control.ts";
import { soundRequest } from "#app/domains/air/media/contract/heard.ts";
import { signUpgrade } from "#app/domains/air/media/contract/signature.ts";
import { openDb } from "#db/client.ts";
import * as tables from "#db/schema/index.ts";
import { createColdIndex } from "#durable-objects/cold-index.ts";
import { createReferencePeaks } from "#durable-objects/reference-peaks.ts";
import { referenceShard } from "#durable-objects/stubs.ts";
import { digestOf } from "#packages/fingerprint/peak-format.ts";
import { resample } from "#packages/fingerprint/resample.ts";
import { makeReference } from "#tests/helpers/crates.ts";
import { makeMusic } from "#tests/helpers/made-music.ts";
import { peaksOf } from "#tests/helpers/made-peaks.ts";
import { makePerformer, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makePlay } from "#tests/helpers/stages.ts";
import { indexReferences } from "#workers/jobs/jobs.ts";
import { keepReferences } from "#workers/jobs/keep-references.ts";
import { listHiddenTracks } from "../../tracks/queries/shown-plays.ts";
import { listCrateReferences, listNamedTonight } from "../queries/references.ts";

const db = openDb(env.DB);
const index = createColdIndex(env);
let dj: Person;
let seed = 300;

beforeEach(async () => {
  dj = await makePerformer();
});

/** A reference with music of its own, and 25 s of it, a little faster. */
async function make(facts: Partial<typeof tables.trackReferences.$inferInsert> = {}) {
  const music = makeMusic(++seed, 60);
  const { id } = await makeReference({ ...facts, ownerId: facts.ownerId ?? dj.id });
  await createReferencePeaks(env).put(id, peaksOf(music));
  return { id, heard: peaksOf(resample(music, 1.03).subarray(80_000, 280_000)) };
}

const change = (id: string, facts: Partial<typeof tables.trackReferences.$inferInsert>) =>
  db.update(tables.trackReferences).set(facts).where(eq(tables.trackReferences.id, id));

async function playedTrack(): Promise<string> {
  const { trackId } = await makePlay({ stageId: null, performerId: dj.id });
  return trackId;
}

test("has crates, what broadcasts agree on and what nobody has named", async () => {
  const trackId = await playedTrack();
  const [played, unplayed, agreed, unnamed] = [
    await make({ trackId }),
    await make(),
    await make({ grade: "B", witnesses: 2 }),
    await make({ grade: "C", expiresAt: Date.now() + 3_600_000 }),
  ];
  const [single, double] = [
    await make({ grade: "B", witnesses: 1 }),
    await make({ trackId, sameAs: played.id }),
  ];
  await indexReferences(env);
  for (const { id, heard } of [played, unplayed, agreed, unnamed])
    expect((await index.find(heard))[0]).toBe(id);
  for (const { heard } of [single, double]) expect(await index.find(heard)).toEqual([]);
});

test("a file that was never played names the sound of its own performer alone, and what is hidden nobody's", async () => {
  const { id, heard } = await make();
  await indexReferences(env);
  const own = `stream-${dj.id}`;
  await db.insert(tables.ingestCredentials).values({
    mount: own,
    password: "p",
    kind: "performer",
    ownerId: dj.id,
    streamId: own,
    createdAt: 1,
  });
  expect(await askAbout(heard, "other")).toEqual([]);
  expect(await askAbout(heard, own)).toEqual([id]);
  // On a stage of somebody else's, while they are on air there.
  await db.insert(tables.broadcasts).values({ id: own, streamId: "hall", performerId: dj.id, startedAt: 1 });
  expect(await askAbout(heard, "hall")).toEqual([id]);
  await db.update(tables.broadcasts).set({ endedAt: 2 }).where(eq(tables.broadcasts.id, own));
  expect(await askAbout(heard, "hall")).toEqual([]);
  const { trackId, playId } = await makePlay({ stageId: null, performerId: dj.id });
  await change(id, { trackId });
  expect(await askAbout(heard, "other")).toEqual([id]);
  const hide = (hiddenUntil: number | null) =>
    db.update(tables.plays).set({ hiddenUntil }).where(eq(tables.plays.id, playId));
  await hide(Date.now() + 3_600_000);
  expect(await askAbout(heard, "other")).toEqual([]);
  expect(await askAbout(heard, own)).toEqual([]);
  await hide(null);
  expect(await askAbout(heard, "other")).toEqual([id]);
});

test("who hides a track keeps it out of their own sound and references, and of nobody else's", async () => {
  const [stranger, other] = await Promise.all([makePerformer(), makePerformer()]);
  const trackId = await playedTrack();
  const { id, heard } = await make({ trackId, witnesses: 2 });
  await indexReferences(env);
  await db
    .insert(tables.broadcasts)
    .values({ id, streamId: "attic", performerId: stranger.id, startedAt: 1 });
  const { playId } = await makePlay({ stageId: null, performerId: stranger.id });
  await db
    .update(tables.plays)
    .set({ trackId, hiddenUntil: Date.now() + 3_600_000 })
    .where(eq(tables.plays.id, playId));
  expect(await askAbout(heard, "attic")).toEqual([]);
  expect(await askAbout(heard, "other")).toEqual([id]);
  const now = Date.now();
  expect(await listCrateReferences(db, dj.id, { shownAt: now })).toHaveLength(1);
  expect((await listNamedTonight(db, { since: 0, now })).map((row) => row.id)).toContain(id);
  // The stranger's own file of it names nothing, anywhere.
  const { id: own } = await make({ ownerId: stranger.id, trackId, witnesses: 2 });
  expect(await listCrateReferences(db, stranger.id, { shownAt: now })).toEqual([]);
  expect((await listNamedTonight(db, { since: 0, now })).map((row) => row.id)).not.toContain(own);
  // Neither where it stands for a file of somebody who does not hide it.
  await change(id, { sameAs: own });
  expect((await listNamedTonight(db, { since: 0, now })).map((row) => row.id)).toContain(own);
  expect(await listCrateReferences(db, dj.id, { shownAt: now })).toHaveLength(1);
  expect(await listHiddenTracks(db, { performers: [stranger.id, other.id], now })).toEqual(
    new Set([trackId]),
  );
  expect(await listHiddenTracks(db, { performers: [dj.id, other.id], now })).toEqual(new Set());
});

test("a stranger's file is compared where nothing else may name the sound, and only there", async () => {
  const stranger = await makePerformer();
  const trackId = await playedTrack();
  const music = makeMusic(++seed, 60);
  const copy = async (ownerId: string) => {
    const { id } = await makeReference({ ownerId, trackId });
    await createReferencePeaks(env).put(id, peaksOf(music));
    return id;
  };
  const [theirs, own] = [await copy(stranger.id), await copy(dj.id)];
  await indexReferences(env);
  const heard = peaksOf(music.subarray(80_000, 280_000));
  expect(new Set(await askAbout(heard, "other"))).toEqual(new Set([theirs, own]));
  await db.insert(tables.broadcasts).values({ id: own, streamId: "mine", performerId: dj.id, startedAt: 1 });
  expect(await askAbout(heard, "mine")).toEqual([own]);
  await change(theirs, { witnesses: 2 });
  expect(await askAbout(heard, "other")).toEqual([theirs]);
});

async function ask(peaks: Uint8Array<ArrayBuffer>, { stream = "s", isSigned = true } = {}) {
  const from = Date.now() - 25_000;
  const path = soundRequest(agentPaths.unnamed, { stream, from, digest: await digestOf(peaks) });
  const headers = isSigned ? await signUpgrade(env.CUE_AGENT_KEYS, path, Date.now()) : {};
  return SELF.fetch(`http://localhost:8787${path}`, { method: "POST", body: peaks, headers });
}

async function askAbout(peaks: Uint8Array<ArrayBuffer>, stream: string): Promise<string[]> {
  const { references } = await (await ask(peaks, { stream })).json<{ references: string[] }>();
  return references;
}

test("forgets what expires, what another one stands for, and what is deleted, with its triplets", async () => {
  const trackId = await playedTrack();
  // What the tests before have left is counted again, and gone before this one looks.
  await keepReferences(env);
  await indexReferences(env);
  const gone = () =>
    runInDurableObject(
      referenceShard(env, 0),
      (_, { storage }) => storage.sql.exec("select * from indexed where id is null").toArray().length,
    );
  const goneBefore = await gone();
  const [expired, joined, deleted] = [
    await make({ trackId }),
    await make({ trackId }),
    await make({ trackId }),
  ];
  await indexReferences(env);
  await change(expired.id, { expiresAt: 1 });
  await keepReferences(env);
  await change(joined.id, { sameAs: deleted.id });
  await indexReferences(env);
  await answerOf(request("/api/crate/delete", { as: dj, body: { track: deleted.id } }));
  for (const { heard } of [expired, joined, deleted]) await expect.poll(() => index.find(heard)).toEqual([]);
  const shard = referenceShard(env, 0);
  const count = () =>
    runInDurableObject(
      shard,
      (_, { storage }) => storage.sql.exec<{ n: number }>("select count(*) as n from postings").one().n,
    );
  const before = await count();
  await runInDurableObject(shard, async (_, { storage }) => storage.setAlarm(Date.now()));
  await runDurableObjectAlarm(shard);
  expect(before).toBeGreaterThan(0);
  expect(await gone()).toBeLessThanOrEqual(goneBefore + 3);
});

test("adding a reference again changes nothing", async () => {
  const trackId = await playedTrack();
  const { id, heard } = await make({ trackId });
  await indexReferences(env);
  const postings = () =>
    runInDurableObject(
      referenceShard(env, 0),
      (_, { storage }) => storage.sql.exec<{ n: number }>("select count(*) as n from postings").one().n,
    );
  const before = await postings();
  await change(id, { indexedAt: null });
  await indexReferences(env);
  expect(await postings()).toBe(before);
  expect(await index.find(heard)).toEqual([id]);
});

test("answers the agent alone, and knows nothing of silence", async () => {
  const { id, heard } = await make({ trackId: await playedTrack() });
  await indexReferences(env);
  expect(await (await ask(heard)).json()).toEqual({ references: [id] });
  expect(await (await ask(peaksOf(new Float32Array(200_000)))).json()).toEqual({ references: [] });
  expect((await ask(heard, { isSigned: false })).status).toBe(401);
  expect((await ask(new Uint8Array(20))).status).toBe(400);
});

test("what one owner has of a hash, however much, keeps nobody else's from being found", async () => {
  const { id, heard } = await make({ trackId: await playedTrack() });
  await indexReferences(env);
  const shard = referenceShard(env, 0);
  const hashes = await runInDurableObject(shard, (_, { storage }) =>
    storage.sql
      .exec<{ hash: number }>(
        "select distinct hash from postings join indexed on number = reference where id = ?",
        id,
      )
      .toArray()
      .map(({ hash }) => hash),
  );
  const rowsOf = async (hash = 0) => (await shard.find(Float64Array.from([hash]))).ids;
  // One file with the same few notes for a minute, and a crate of such files.
  const noise = (place: number, among: readonly number[], times = 1) =>
    among.flatMap((hash) => Array.from({ length: times }, (_, time) => [hash, place, time * 50, 60]).flat());
  await shard.add({ ids: ["one file"], owners: [1], numbers: Float64Array.from(noise(0, hashes, 60)) });
  const some = hashes.slice(0, 3);
  const files = Array.from({ length: 60 }, (_, file) => file);
  // More than is read for a hash.
  const crate = Array.from({ length: 1_100 }, (_, file) => file);
  await shard.add({
    ids: crate.map((file) => `file ${file}`),
    owners: crate.map(() => 2),
    numbers: Float64Array.from(crate.flatMap((file) => noise(file, some, 4))),
  });
  await shard.add({ ids: ["later"], owners: [3], numbers: Float64Array.from(noise(0, some)) });
  expect(await rowsOf(hashes[0])).toEqual([id, "one file", "later"]);
  expect(await index.find(heard)).toContain(id);
  // Sixty people have it: it tells nothing.
  await shard.add({
    ids: files.map((file) => `of somebody ${file}`),
    owners: files.map((file) => 100 + file),
    numbers: Float64Array.from(files.flatMap((file) => noise(file, some))),
  });
  expect(await rowsOf(hashes[0])).toEqual([]);
});
