/** A replay's tracklist as files for other software. */
import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { openDb } from "#db/client.ts";
import { plays, sets, tracks } from "#db/schema/index.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { type MadeReplay, makePlayedSet, makeReplay } from "#tests/helpers/replays.ts";
import { request } from "#tests/helpers/request.ts";
import { makePlay, makeStage } from "#tests/helpers/stages.ts";

const db = openDb(env.DB);
let dj: Person;
let replay: MadeReplay;

beforeAll(async () => {
  dj = await makePerformer({ username: "Žižek of the lines" });
  const stageId = (await makeStage(await makePerson({ isManager: true }), { name: "The Shelf" })).id;
  const setId = await makePlayedSet({ stageId, performerId: dj.id });
  await db.update(sets).set({ name: 'Side A/B: "Late"' }).where(eq(sets.id, setId));
  replay = await makeReplay({ stageId, performerId: dj.id, setId });
  const { playId, trackId } = await makePlay({ stageId, performerId: dj.id, setId });
  await db
    .update(plays)
    .set({ playedAt: replay.index.startedAt + 30_000 })
    .where(eq(plays.id, playId));
  await db.update(tracks).set({ artist: "Ada", title: "One" }).where(eq(tracks.id, trackId));
});

async function read(extension: string): Promise<string[]> {
  const response = await request(`/replay/${replay.id}.${extension}`);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": expect.stringContaining(
      { cue: "application/x-cue", csv: "text/csv", txt: "text/plain" }[extension] ?? "",
    ),
    "content-disposition": expect.stringContaining(`filename="${replay.id}.${extension}"`),
    "cache-control": "private, no-store",
  });
  return (await response.text()).split(/\r?\n/);
}

test("the CUE sheet names the file that a download of the sound is", async () => {
  const file = "Žižek of the lines - Side A_B_ _Late_.mp3";
  const lines = await read("cue");
  expect(lines).toContain(`FILE "${file}" MP3`);
  expect(lines).toContain('    TITLE "One"');
  expect(lines).toContain("    INDEX 01 00:30:00");
  const sound = await request(`/replay/${replay.id}.mp3?download=1`, { method: "HEAD" });
  const name = /filename\*=UTF-8''(.*)$/.exec(sound.headers.get("content-disposition") ?? "")?.[1] ?? "";
  expect(decodeURIComponent(name)).toBe(file);
});

test("the table and the text have a line for each track", async () => {
  expect(await read("csv")).toContainEqual(expect.stringMatching(/^0:30,30,Ada,One,/));
  expect(await read("txt")).toContain("0:30 Ada – One");
});

test("they are not found by anyone who may not hear it", async () => {
  const own = await makeReplay({ performerId: dj.id, visibility: "me" });
  for (const extension of ["cue", "csv", "txt"])
    expect((await request(`/replay/${own.id}.${extension}`)).status, extension).toBe(404);
});
