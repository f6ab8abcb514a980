/** Files of a tracklist: what everyone may download, and what its performer and managers report. */
import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { ulid } from "ulidx";
import { beforeAll, describe, expect, test } from "vitest";
import { openDb } from "#db/client.ts";
import { broadcasts, plays, tracklistEvidence } from "#db/schema/index.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { request } from "#tests/helpers/request.ts";
import { makePlay, makeSet, makeStage } from "#tests/helpers/stages.ts";

const db = openDb(env.DB);
const minMs = 60_000;
const secret = "Sealed until May";
let manager: Person;
let performer: Person;
let ada: Person;
let set: string;

beforeAll(async () => {
  [manager, performer, ada] = await Promise.all([
    makePerson({ isManager: true }),
    makePerformer(),
    makePerson(),
  ]);
  const stage = await makeStage(manager);
  set = (await makeSet(stage, performer, -120 * minMs)).id;
  const startedAt = Date.now() - 120 * minMs;
  const on = { stageId: stage.id, performerId: performer.id, setId: set };
  await db
    .insert(broadcasts)
    .values({ id: ulid(), ...on, streamId: ulid(), startedAt, endedAt: startedAt + 60 * minMs });
  for (const [title, min, hiddenUntil] of [
    ["Open, “quoted”", 5, null],
    [secret, 15, Date.now() + 60 * minMs],
  ] as const) {
    const { playId, trackId } = await makePlay(on, { title, playedAt: startedAt + min * minMs });
    await db.update(plays).set({ hiddenUntil }).where(eq(plays.id, playId));
    const heard = {
      id: playId,
      performance: set,
      ...on,
      kind: "encoder",
      act: "heard",
      line: playId,
    } as const;
    const span = { startsAt: startedAt + min * minMs, endsAt: startedAt + (min + 8) * minMs };
    await db
      .insert(tracklistEvidence)
      .values({ ...heard, trackId, artist: "Ana", title, ...span, at: span.startsAt });
    if (hiddenUntil === null) continue;
    const hide = {
      id: ulid(),
      performance: set,
      ...on,
      kind: "performer",
      act: "hide",
      line: playId,
    } as const;
    await db
      .insert(tracklistEvidence)
      .values({ ...hide, details: { until: hiddenUntil }, userId: performer.id, at: Date.now() });
  }
});

async function read(file: string, as?: Person) {
  const response = await request(`/api/tracklist/${file}`, as && { as });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe("what everyone may download", () => {
  test.each([
    ["csv", "text/csv; charset=utf-8; header=present"],
    ["cue", "application/x-cue; charset=utf-8"],
    ["txt", "text/plain; charset=utf-8"],
    ["json", "application/json"],
  ])("%s has the tracks, and an ID for what is hidden, also for its performer", async (extension, type) => {
    for (const as of [undefined, performer]) {
      const { status, headers, text } = await read(`${set}.${extension}`, as);
      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe(type);
      expect(headers.get("cache-control")).toBe("private, no-store");
      expect(headers.get("content-disposition")).toMatch(/^attachment; filename=/);
      expect(text).toContain("Open");
      expect(text).not.toContain(secret);
    }
  });

  test("is not there for a set that does not exist, or in another format", async () => {
    for (const file of ["none.csv", `${set}.xml`, set]) expect((await read(file)).status).toBe(404);
  });
});

describe("what is reported to a society", () => {
  test("is there for the performer and the managers alone", async () => {
    for (const as of [undefined, ada]) {
      expect((await read(`${set}.csv?for=gema`, as)).status).toBe(404);
      expect((await read(`${set}.json?for=gema`, as)).status).toBe(404);
    }
    for (const as of [performer, manager]) {
      const { status, headers } = await read(`${set}.csv?for=gema`, as);
      expect(status).toBe(200);
      expect(headers.get("content-disposition")).toContain("GEMA.csv");
    }
  });

  test("lists what is missing, and tells a manager nothing of what the performer hides", async () => {
    const own = await read(`${set}.json?for=gema`, performer);
    expect(own.text).toContain(secret);
    for (const file of [`${set}.json?for=gema`, `${set}.csv?for=gema`])
      expect((await read(file, manager)).text).not.toContain(secret);
    expect((await read(`${set}.json?for=gema`, manager)).text).toContain("title");
  });

  test("is refused with what to do for an unknown society and for a format that none takes", async () => {
    const unknown = await read(`${set}.csv?for=nobody`, performer);
    expect(unknown.status).toBe(400);
    expect(unknown.text).toContain("for");
    const cue = await read(`${set}.cue?for=gema`, performer);
    expect(cue.status).toBe(400);
    expect(cue.text).toContain("No society takes CUE sheets");
  });
});
