/** Requests to AcoustID about files of crates, and the use of its answers, against its simulator. */
import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { acoustIdTerms, askAcoustId } from "#app/domains/music/enrichment/ask-acoustid.server.ts";
import { enrichRecordings } from "#app/domains/music/enrichment/enrich.server.ts";
import { paces } from "#app/domains/music/enrichment/pace.server.ts";
import type { AddedToCrateView, CrateView } from "#app/domains/music/recognition/contract.ts";
import { eraseReferences } from "#app/domains/music/recognition/queries/references.ts";
import { minVoiceAgeMs } from "#app/domains/people/accounts/independent.ts";
import { openDb } from "#db/client.ts";
import { acoustidFingerprints, recordings, trackReferences } from "#db/schema/index.ts";
import { crateTrack, makeReference } from "#tests/helpers/crates.ts";
import { received } from "#tests/helpers/linked-accounts.ts";
import { makePerformer, type Person } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import { makePlay } from "#tests/helpers/stages.ts";
import { createAppContext } from "../context.ts";

const db = openDb(env.DB);
const dayMs = 86_400_000;
const aged = { createdAt: Date.now() - minVoiceAgeMs };
const simulator = <Answer>(path: string, body: object) =>
  answerOf<Answer>(request(`/dev/elsewhere/${path}`, { body }));
const fail = (fault: object) => simulator("acoustid/fail", { count: 1, ...fault });

/** Runs the job `passedMs` from now, with counters of its own. */
function makeJob(key: string | null = "local") {
  const until = new Map<string, number>();
  let turns = 0;
  const run = async (passedMs = 0) => {
    const ctx = createAppContext(new Request(env.CUE_ORIGIN), env, null);
    const clock = { now: () => Date.now() + passedMs };
    const once = async (name: string, forMs: number) => {
      if ((until.get(name) ?? 0) > clock.now()) return false;
      until.set(name, clock.now() + forMs);
      return true;
    };
    const take = async (name: string, rate: object) => {
      expect([name, rate]).toEqual(["acoustid-request", paces.acoustid]);
      turns += 1;
      return { ok: true as const };
    };
    const connect: typeof ctx.connect = (party) => {
      const service = ctx.connect(party);
      return key === null ? null : service && { ...service, keys: { id: key, secret: "" } };
    };
    await askAcoustId({ ...ctx, clock, connect, limits: { ...ctx.limits, once, take } });
  };
  return Object.assign(run, { turns: () => turns });
}

let seeds = 500;
/** A file of 20 s in a new performer's crate, and its fingerprint. */
async function addFile(tags: object = {}) {
  const dj = await makePerformer(aged);
  const seed = ++seeds;
  const fingerprint = `AQAAE_fingerprint-${seed}`;
  const { tracks } = await answerOf<AddedToCrateView>(
    request("/api/crate/add", {
      as: dj,
      body: { tracks: [{ ...crateTrack(seed, tags), fingerprint }] },
    }),
  );
  return { dj, id: tracks[0]?.id ?? "", fingerprint, title: `Track ${seed}`, artist: `Maker ${seed}` };
}

const idOf = (digit: number) => `f27ec8db-af05-4f36-916e-3d57f91ecf${digit}0`;
const know = (fingerprint: string, recording: object = {}) =>
  simulator("acoustid/tracks", {
    fingerprint,
    duration: 20,
    recordings: [{ id: idOf(1), duration: 20, isrcs: ["DEA123400001"], ...recording }],
  });
const rowOf = async (id: string) =>
  (await db.select().from(trackReferences).where(eq(trackReferences.id, id)))[0];
const printsOf = (id: string) =>
  db.select().from(acoustidFingerprints).where(eq(acoustidFingerprints.referenceId, id));
const askedFor = async (fingerprint: string) =>
  (await received())
    .filter(
      ({ party, body }) =>
        party === "acoustid" && (body as { fingerprint?: string } | null)?.fingerprint === fingerprint,
    )
    .filter(({ path }) => path === "/v2/lookup");

test("a file that AcoustID knows gets the recording's id and ISRC, and loses its fingerprint", async () => {
  const run = makeJob();
  const file = await addFile();
  await know(file.fingerprint);
  expect(await printsOf(file.id)).toHaveLength(1);
  await run();
  expect(await rowOf(file.id)).toMatchObject({
    musicbrainz: idOf(1),
    isrc: "DEA123400001",
    acoustidAskedAt: expect.any(Number),
  });
  expect(await printsOf(file.id)).toEqual([]);
  const [asked, ...others] = await askedFor(file.fingerprint);
  expect(others).toEqual([]);
  expect(asked?.body).toEqual({
    client: "local",
    format: "json",
    duration: "20",
    fingerprint: file.fingerprint,
    meta: "recordings isrcs compress",
  });
  expect(asked?.headers?.["user-agent"]).toMatch(/^CueMusic\/\S+ \( \S+ \)$/);
  expect(JSON.stringify(asked)).not.toContain(file.dj.username);
  await run(60 * dayMs);
  expect(run.turns()).toBe(1);
});

test("what a file says itself stays", async () => {
  const file = await addFile({ isrc: "GBA123400009" });
  await know(file.fingerprint);
  await makeJob()();
  expect(await rowOf(file.id)).toMatchObject({ musicbrainz: idOf(1), isrc: "GBA123400009" });
});

test("a file that is not known, or only in another length, is asked about once", async () => {
  const run = makeJob();
  const [unknown, longer] = [await addFile(), await addFile()];
  await know(longer.fingerprint, { duration: 40 });
  await run();
  for (const { id, fingerprint } of [unknown, longer]) {
    expect(await rowOf(id)).toMatchObject({ musicbrainz: null, isrc: null });
    expect((await rowOf(id))?.acoustidAskedAt).not.toBeNull();
    expect(await printsOf(id)).toEqual([]);
    await run(60 * dayMs);
    expect(await askedFor(fingerprint)).toHaveLength(1);
  }
});

test.each([
  ["of its name", true],
  ["of another name: a file may be called what it is not", false],
])("the writers of a track that was played come by the id of a recording %s", async (_, isOfName) => {
  const file = await addFile();
  const known = await simulator<{ id: string }>("musicbrainz/catalogue", {
    title: isOfName ? `${file.title} (2019 Remaster)` : "Named otherwise",
    artists: ["Ana"],
    composers: ["Ana Lopez"],
    isrcs: ["DEA123400001"],
  });
  const { trackId } = await makePlay({ stageId: null, performerId: file.dj.id }, file);
  await db.update(trackReferences).set({ trackId }).where(eq(trackReferences.id, file.id));
  // One person's file decides nothing that all see.
  const { id: ownerId } = await makePerformer(aged);
  await makeReference({ ownerId, trackId, musicbrainz: known.id });
  await db.insert(recordings).values({ trackId, musicbrainzAskedAt: Date.now() });
  await know(file.fingerprint, { id: known.id });
  await makeJob()();
  await enrichRecordings(createAppContext(new Request(env.CUE_ORIGIN), env, null));
  const [row] = await db.select().from(recordings).where(eq(recordings.trackId, trackId));
  expect(row).toMatchObject(
    isOfName
      ? {
          isrc: "DEA123400001",
          musicbrainz: known.id,
          composer: "Ana Lopez",
          sources: { isrc: "musicbrainz", composer: "musicbrainz" },
        }
      : { isrc: null, musicbrainz: null, composer: null, sources: {} },
  );
});

test.each([
  ["too many requests", { status: 429, retryAfter: 700 }],
  ["it is down", { status: 503, retryAfter: 700 }],
])("%s: nothing is asked for as long as it says, and the fingerprint stays", async (_name, fault) => {
  const run = makeJob();
  const file = await addFile();
  await know(file.fingerprint);
  await fail(fault);
  await run();
  expect(await printsOf(file.id)).toHaveLength(1);
  await run(600_000);
  expect(await askedFor(file.fingerprint)).toHaveLength(1);
  await run(701_000);
  expect(await rowOf(file.id)).toMatchObject({ musicbrainz: idOf(1) });
});

test.each([
  ["no response", { status: 0 }],
  ["an error", { status: 500 }],
  ["a page instead of JSON", { status: 200, body: "<html>Maintenance</html>" }],
  ["JSON of another form", { status: 200, body: '{"status":"ok","results":[{"recordings":[{"id":7}]}]}' }],
])("%s: the run ends, and this file is next a day later", async (_name, fault) => {
  const run = makeJob();
  const file = await addFile();
  await know(file.fingerprint);
  await fail(fault);
  await run();
  await run(dayMs - 60_000);
  expect(await askedFor(file.fingerprint)).toHaveLength(1);
  await run(dayMs + 60_000);
  expect(await rowOf(file.id)).toMatchObject({ musicbrainz: idOf(1) });
});

test("a key that it does not know stops everything for an hour", async () => {
  const file = await addFile();
  const run = makeJob("wrong");
  await run();
  await run(acoustIdTerms.refusedMs - 60_000);
  expect(await askedFor(file.fingerprint)).toHaveLength(1);
  expect(await printsOf(file.id)).toHaveLength(1);
  await run(acoustIdTerms.refusedMs + 60_000);
  expect(await askedFor(file.fingerprint)).toHaveLength(2);
});

test("without a key nothing is kept, said or asked", async () => {
  const file = await addFile();
  await makeJob(null)();
  expect(await askedFor(file.fingerprint)).toEqual([]);
  const connectOf = (change: object) =>
    createAppContext(new Request(env.CUE_ORIGIN), { ...env, ...change } as Env, null).connect("acoustid");
  expect(connectOf({ CUE_MODE: "production", CUE_ELSEWHERE: "acoustid" })).toBeNull();
  expect(connectOf({ CUE_MODE: "production", CUE_ACOUSTID_KEY: "own" })?.keys.id).toBe("own");
});

test("a fingerprint is deleted with its track, and with the account", async () => {
  const [deleted, erased] = [await addFile(), await addFile()];
  await answerOf(request("/api/crate/delete", { as: deleted.dj, body: { track: deleted.id } }));
  await db.batch(eraseReferences(db, erased.dj.id));
  expect([...(await printsOf(deleted.id)), ...(await printsOf(erased.id))]).toEqual([]);
});

test.each([
  ["too long", `AQ${"A".repeat(6_000)}`],
  ["of other characters", "AQAAE+/=????"],
  ["of another algorithm", "AgAAEfingerprint"],
  ["empty", ""],
])("a fingerprint that is %s is refused", async (_name, fingerprint) => {
  const as: Person = await makePerformer();
  const { asksAcoustId } = await answerOf<CrateView>(request("/api/crate/list", { as }));
  expect(asksAcoustId).toBe(true);
  const body = { tracks: [{ ...crateTrack(3), fingerprint }] };
  expect(await refusalOf(request("/api/crate/add", { as, body }))).toBe("bad-input");
});
