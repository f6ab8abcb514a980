/** A performance without a set has its tracklist by the id of its first broadcast, in every call and file. */
import { env, SELF } from "cloudflare:test";
import { and, eq, isNull } from "drizzle-orm";
import { ulid } from "ulidx";
import { beforeEach, expect, test } from "vitest";
import type { DescribedView, SocietyReport } from "#app/domains/air/tracklists/contract/exports.ts";
import type {
  CorrectedView,
  ImportedView,
  KnownNamesView,
  TracklistView,
} from "#app/domains/air/tracklists/contract/tracklists.ts";
import { recordPlay } from "#app/domains/music/tracks/queries/room-plays.ts";
import { openDb } from "#db/client.ts";
import { broadcasts, plays, tracklistEvidence } from "#db/schema/index.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makeStage } from "#tests/helpers/stages.ts";

const db = openDb(env.DB);
const minMs = 60_000;

let manager: Person;
let performer: Person;
let ada: Person;
let stageId: string;
let startsAt: number;

beforeEach(async () => {
  [manager, performer, ada] = await Promise.all([
    makePerson({ isManager: true }),
    makePerformer(),
    makePerson(),
  ]);
  stageId = (await makeStage(manager, { instant: true })).id;
  startsAt = Date.now() - 120 * minMs;
});

/**
 * An hour in two broadcasts, on the profile unless there is a stage: a title in each, and a span that nobody has named.
 * Returns the ids of the broadcasts, of which the first is the performance's.
 */
async function perform(stage: string | null): Promise<{ performance: string; second: string }> {
  const [performance, second] = [ulid(), ulid()];
  const credit = { stageId: stage, performerId: performer.id, setId: null };
  const aired = { ...credit, streamId: "s", performance };
  await db.insert(broadcasts).values([
    { id: performance, ...aired, startedAt: startsAt, endedAt: startsAt + 25 * minMs },
    { id: second, ...aired, startedAt: startsAt + 30 * minMs, endedAt: startsAt + 60 * minMs },
  ]);
  for (const [title, min, broadcastId] of [
    ["One", 0, performance],
    ["Two", 30, second],
  ] as const) {
    const track = {
      id: ulid(),
      key: `ana\n${title.toLowerCase()}`,
      artist: "Ana",
      title,
      createdAt: startsAt,
    };
    const play = { id: ulid(), ...credit, broadcastId, performance, playedAt: startsAt + min * minMs };
    for (const { sql, params } of recordPlay(db, track, [], play))
      await env.DB.prepare(sql)
        .bind(...params)
        .run();
  }
  const line = ulid();
  const span = { startsAt: startsAt + 45 * minMs, endsAt: startsAt + 50 * minMs, at: startsAt + 50 * minMs };
  const heard = { id: line, line, kind: "ear", act: "heard", broadcastId: second, performance } as const;
  await db.insert(tracklistEvidence).values({ ...credit, ...heard, ...span });
  return { performance, second };
}

const call = <View>(name: string, as: Person, set: string, body: object, status = 200) =>
  answerOf<View>(request(`/api/tracklist/${name}`, { as, body: { set, ...body } }), status);
const open = (set: string, as?: Person, status = 200) =>
  answerOf<TracklistView>(request(`/api/tracklist/get?set=${set}`, as && { as }), status);
const fileOf = (file: string, as?: Person) =>
  SELF.fetch(`http://localhost:8787/api/tracklist/${file}`, {
    headers: as ? { authorization: `Bearer ${as.token}` } : {},
  });
const titlesOf = ({ lines }: TracklistView) => lines.map(({ track }) => track?.title ?? null);
const storedPlays = () =>
  db
    .select()
    .from(plays)
    .where(and(eq(plays.performerId, performer.id), isNull(plays.setId)))
    .orderBy(plays.playedAt);

test.each(["profile", "stage"] as const)(
  "on a %s it is corrected, suggested and described",
  async (place) => {
    const stage = place === "stage" ? stageId : null;
    const { performance: id, second } = await perform(stage);
    expect(await open(id)).toMatchObject({ set: id, canEdit: false, lines: [{}, {}, { track: null }] });
    expect(await open(id, performer)).toMatchObject({ canEdit: true, canImport: true });
    await open(second, performer, 404);

    const start = startsAt + 46 * minMs;
    const suggested = await call<TracklistView>("suggest", ada, id, { start, artist: "Cy", title: "White" });
    const [suggestion] = suggested.lines[2]?.suggestions ?? [];
    expect(suggestion).toMatchObject({ title: "White", isMine: true });
    await call("correct", ada, id, { act: "confirm-all" }, 404);
    const first = suggested.lines[0]?.id;
    const acts = [
      { act: "accept", suggestion: suggestion?.id },
      { act: "name", line: first, artist: "Bo", title: "Right" },
      { act: "add", start: startsAt + 55 * minMs, artist: "Di", title: "Last" },
    ];
    const { tracklist, evidence } = await call<CorrectedView>("correct", performer, id, { acts });
    expect(titlesOf(tracklist)).toEqual(["Right", "Two", "White", "Last"]);
    expect(evidence).toHaveLength(3);
    expect(await storedPlays()).toMatchObject([
      { id: first, stageId: stage, broadcastId: id, source: "performer" },
      { stageId: stage, broadcastId: second },
      { stageId: stage },
      { stageId: stage },
    ]);
    const about = { line: first, isrc: "GBAYE0601498" };
    expect(await call<DescribedView>("describe", performer, id, about)).toMatchObject({ isrc: about.isrc });
    const { names } = await answerOf<KnownNamesView>(
      request(`/api/tracklist/names?set=${id}`, { as: performer }),
    );
    expect(names).toContainEqual({ artist: "Bo", title: "Right" });
    // The managers of its stage correct it too; a profile has none.
    await call("correct", manager, id, { act: "confirm-all" }, stage === null ? 404 : 200);
  },
);

test.each(["profile", "stage"] as const)(
  "on a %s a history file is laid onto it, by its performer alone",
  async (place) => {
    const { performance: id } = await perform(place === "stage" ? stageId : null);
    const text = "0:00 Ana - One\n30:00 Ana - Two\n45:00 Cy - White Label\n";
    const body = { file: Buffer.from(text).toString("base64"), name: "night.txt", timeZone: "UTC" };
    for (const as of [manager, ada]) await call("importHistory", as, id, body, 404);
    const imported = await call<ImportedView>("importHistory", performer, id, body);
    expect(imported).toMatchObject({ read: 3, placed: 3, leftOut: [] });
    expect(titlesOf(imported.tracklist)).toEqual(["One", "Two", "White Label"]);
    expect((await storedPlays()).map(({ source }) => source)).toContain("history");
    // The same file again changes nothing.
    await call<ImportedView>("importHistory", performer, id, body);
    expect(titlesOf(await open(id))).toEqual(["One", "Two", "White Label"]);
  },
);

test.each(["profile", "stage"] as const)("on a %s it is in every file", async (place) => {
  const { performance: id, second } = await perform(place === "stage" ? stageId : null);
  for (const extension of ["csv", "cue", "txt"]) {
    const file = await fileOf(`${id}.${extension}`);
    expect(file.status).toBe(200);
    expect(file.headers.get("content-disposition")).toContain(encodeURIComponent(performer.username));
    const text = await file.text();
    for (const title of ["One", "Two"]) expect(text).toContain(title);
    expect((await fileOf(`${second}.${extension}`)).status).toBe(404);
  }
  expect(await (await fileOf(`${id}.json`)).json()).toMatchObject({ set: id, lines: [{}, {}, {}] });
  const report = await (await fileOf(`${id}.json?for=gema`, performer)).json<SocietyReport>();
  expect(report.set).toMatchObject({ id, name: performer.username });
  expect(report.lines.length + report.leftOut.length).toBeGreaterThan(0);
  expect((await fileOf(`${id}.${report.file}?for=gema`, performer)).status).toBe(200);
  expect((await fileOf(`${id}.json?for=gema`, ada)).status).toBe(404);
  expect((await fileOf(`${id}.json?for=gema`, manager)).status).toBe(place === "stage" ? 200 : 404);
});
