/** Reported fields of a recording beyond its name, and whose word they are. */
import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { ulid } from "ulidx";
import { beforeEach, expect, test } from "vitest";
import type { DescribedView, SocietyReport } from "#app/domains/air/tracklists/contract/exports.ts";
import type { AddedToCrateView } from "#app/domains/music/recognition/contract.ts";
import { eraseReferences } from "#app/domains/music/recognition/queries/references.ts";
import { identifyTrack } from "#app/domains/music/tracks/identity.ts";
import { recordPlay } from "#app/domains/music/tracks/queries/room-plays.ts";
import { eraseSaidOfRecordings } from "#app/domains/people/accounts/queries/said-of-recordings.ts";
import { openDb } from "#db/client.ts";
import { broadcasts, recordings } from "#db/schema/index.ts";
import { crateTrack } from "#tests/helpers/crates.ts";
import { makePerformer, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";

const db = openDb(env.DB);
const operator = { token: "test-operator-key-0123456789" };

let ada: Person;
let bo: Person;
let trackId: string;
let track: Parameters<typeof recordPlay>[1];
let name: { title: string; artists: string[] };
beforeEach(async () => {
  [ada, bo] = await Promise.all([makePerformer(), makePerformer()]);
  trackId = ulid();
  name = { title: `Tides ${trackId}`, artists: ["Nora Vale"] };
  const [artist, title] = ["Nora Vale", name.title];
  const { key } = identifyTrack(artist, title);
  track = { id: trackId, key, artist, title, createdAt: Date.now() };
});

/** Plays the track in a performance of an hour on the profile. */
async function perform(by: Person): Promise<{ set: string; line: string }> {
  const [set, line, at] = [ulid(), ulid(), Date.now() - 7_200_000];
  const credit = { stageId: null, performerId: by.id, setId: null, performance: set };
  const aired = { streamId: "s", startedAt: at, endedAt: at + 3_600_000 };
  await db.insert(broadcasts).values({ id: set, ...credit, ...aired });
  const play = { id: line, ...credit, broadcastId: set, playedAt: at };
  for (const { sql, params } of recordPlay(db, track, [], play))
    await env.DB.prepare(sql)
      .bind(...params)
      .run();
  return { set, line };
}

async function reported(by: Person, set: string) {
  const response = await SELF.fetch(`http://localhost:8787/api/tracklist/${set}.json?for=gema`, {
    headers: { authorization: `Bearer ${by.token}` },
  });
  const { lines, leftOut } = await response.json<SocietyReport>();
  const { isrc, composer, label, catalogueNumber, sources } = [...lines, ...leftOut][0] ?? {};
  return { isrc, composer, label, catalogueNumber, sources };
}

const nothing = { isrc: null, composer: null, label: null, catalogueNumber: null, sources: {} };
const tags = { isrc: "GBAYE0601498", composer: "Mallory", label: "Impostor", catalogueNumber: "M 1" };
const addFile = (by: Person) =>
  answerOf<AddedToCrateView>(
    request("/api/crate/add", { as: by, body: { tracks: [crateTrack(901, { ...name, ...tags })] } }),
  );
const describe = (by: Person, on: { set: string; line: string }, fields: object) =>
  answerOf<DescribedView>(request("/api/tracklist/describe", { as: by, body: { ...on, ...fields } }));

test("a file's tags are in its owner's reports, as long as it is there, and fill nothing for others", async () => {
  const [own, others] = [await perform(bo), await perform(ada)];
  const [file] = (await addFile(bo)).tracks;
  const sources = { isrc: "file", composer: "file", label: "file", catalogueNumber: "file" };
  expect(await reported(bo, own.set)).toEqual({ ...tags, sources });
  expect(await reported(ada, others.set)).toEqual(nothing);
  expect(await db.select().from(recordings).where(eq(recordings.trackId, trackId))).toEqual([]);
  // Nor in what everyone can download.
  for (const { set } of [own, others]) {
    const file = await SELF.fetch(`http://localhost:8787/api/tracklist/${set}.csv`);
    expect(await file.text()).not.toContain(tags.isrc);
  }
  await answerOf(request("/api/crate/delete", { as: bo, body: { track: file?.id } }));
  expect(await reported(bo, own.set)).toEqual(nothing);
});

test("performers set the values of their own reports, over what all see, and take them back", async () => {
  const [here, elsewhere, others] = [await perform(ada), await perform(ada), await perform(bo)];
  const all = { composer: "Nora Vale", isrc: "DEA123400001" };
  await answerOf(request("/api/operator/describe-track", { as: operator, body: { track: trackId, ...all } }));
  const seen = { ...nothing, ...all, sources: { composer: "public", isrc: "public" } };
  expect(await reported(ada, here.set)).toEqual(seen);
  const said = await describe(ada, here, { isrc: "DEA123400002", label: "Night Bus" });
  expect(said).toMatchObject({
    isrc: "DEA123400002",
    composer: "Nora Vale",
    sources: { isrc: "performer", label: "performer", composer: "public" },
  });
  expect(await reported(ada, elsewhere.set)).toMatchObject({
    isrc: "DEA123400002",
    sources: { isrc: "elsewhere", label: "elsewhere", composer: "public" },
  });
  expect(await reported(bo, others.set)).toEqual(seen);
  expect(await describe(ada, here, { isrc: "", label: "" })).toMatchObject({
    isrc: "DEA123400001",
    label: null,
    sources: { isrc: "public" },
  });
  expect(await reported(ada, elsewhere.set)).toEqual(seen);
});

test("an erased account's words are gone, also those of before sources were kept", async () => {
  const [own, others] = [await perform(bo), await perform(ada)];
  await addFile(bo);
  await describe(bo, own, { publisher: "Mallory Songs" });
  const unsourced = { isrc: tags.isrc, publisher: "Mallory Songs", composer: "Nora Vale" };
  await db.insert(recordings).values({ trackId, album: "Tides", unsourced });
  for (const write of eraseSaidOfRecordings(db, bo.id)) await write;
  await db.batch(eraseReferences(db, bo.id));
  expect(await db.select().from(recordings).where(eq(recordings.trackId, trackId))).toMatchObject([
    { album: "Tides", unsourced: { composer: "Nora Vale" } },
  ]);
  for (const [by, { set }] of [
    [bo, own],
    [ada, others],
  ] as const)
    expect(await reported(by, set)).toEqual({ ...nothing, sources: { album: "public" } });
});
