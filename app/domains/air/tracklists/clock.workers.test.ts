/** The clock of a performance whose encoder was connected early, and then once more. */
import { env, SELF } from "cloudflare:test";
import { ulid } from "ulidx";
import { beforeEach, expect, test } from "vitest";
import { openLiveDashboard } from "#app/domains/air/sets/record.server.ts";
import type { ImportedView, TracklistView } from "#app/domains/air/tracklists/contract/tracklists.ts";
import { recordPlay } from "#app/domains/music/tracks/queries/room-plays.ts";
import { openDb } from "#db/client.ts";
import { broadcasts } from "#db/schema/index.ts";
import { contextOf } from "#tests/helpers/elsewhere.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { makeReplay } from "#tests/helpers/replays.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makeSet, makeStage } from "#tests/helpers/stages.ts";

const db = openDb(env.DB);
const minMs = 60_000;

let performer: Person;
let set: string;
let on: { stageId: string; performerId: string; setId: string };
/** Two minutes before the set. */
let startedAt: number;
let first: string;

beforeEach(async () => {
  const [manager, dj] = await Promise.all([makePerson({ isManager: true }), makePerformer()]);
  performer = dj;
  const stage = await makeStage(manager);
  const startsAt = Date.now() - 120 * minMs;
  set = (await makeSet(stage, performer, -120 * minMs)).id;
  on = { stageId: stage.id, performerId: performer.id, setId: set };
  startedAt = startsAt - 2 * minMs;
  first = ulid();
  await db.insert(broadcasts).values([
    { id: first, ...on, streamId: "s", startedAt, endedAt: startedAt + 10 * minMs },
    {
      id: ulid(),
      ...on,
      streamId: "s",
      startedAt: startedAt + 15 * minMs,
      endedAt: startedAt + 25 * minMs,
    },
  ]);
  for (const [title, min] of [
    ["One", 0],
    ["Two", 1],
    ["Three", 16],
  ] as const) {
    const playedAt = startedAt + min * minMs;
    const track = { id: ulid(), key: `ana\n${title}`, artist: "Ana", title, createdAt: startedAt };
    const play = { id: ulid(), ...on, broadcastId: first, performance: set, playedAt };
    for (const { sql, params } of recordPlay(db, track, [], play))
      await env.DB.prepare(sql)
        .bind(...params)
        .run();
  }
});

const open = () => answerOf<TracklistView>(request(`/api/tracklist/get?set=${set}`));
const fileOf = async (extension: string) =>
  (await SELF.fetch(`http://localhost:8787/api/tracklist/${set}.${extension}`)).text();

test("without a recording it counts the time on air, and tells when that was over", async () => {
  expect(await open()).toMatchObject({
    clock: [
      { position: 0, at: startedAt },
      { position: 10 * minMs, at: startedAt + 15 * minMs },
    ],
    endTime: startedAt + 25 * minMs,
  });
  expect(await fileOf("txt")).toContain("0:00 Ana – One\n1:00 Ana – Two\n11:00 Ana – Three\n");
});

test("with a recording it is that of the recording, in files and on the live dashboard too", async () => {
  const anchors = [
    { position: 0, at: startedAt + 500 },
    { position: 30_000, at: startedAt + 15 * minMs + 250, isResumed: true as const },
  ];
  const of = { id: first, setId: set, stageId: on.stageId, performerId: performer.id };
  await makeReplay({ ...of, startedAt: startedAt + 500, visibility: "me" }, { anchors });
  const clock = anchors.map(({ position, at }) => ({ position, at }));
  expect((await open()).clock).toEqual(clock);
  expect(await fileOf("txt")).toContain("0:00 Ana – One\n0:30 Ana – Two\n1:29 Ana – Three\n");
  expect(await fileOf("cue")).toContain("INDEX 01 01:29:56");
  const dashboard = await openLiveDashboard(await contextOf(performer), { set });
  expect(dashboard.clock).toEqual(clock);
});

test("what it exports is imported at the same times again", async () => {
  const file = btoa(String.fromCharCode(...new TextEncoder().encode(await fileOf("cue"))));
  const { tracklist } = await answerOf<ImportedView>(
    request("/api/tracklist/importHistory", { as: performer, body: { set, name: "Set.cue", file } }),
  );
  const before = (await open()).lines.map(({ start }) => start);
  expect(tracklist.lines.map(({ start, track }) => [track?.title, start])).toEqual(
    ["One", "Two", "Three"].map((title, index) => [title, before[index]]),
  );
  expect(before).toEqual([0, 1, 16].map((min) => startedAt + min * minMs));
});
