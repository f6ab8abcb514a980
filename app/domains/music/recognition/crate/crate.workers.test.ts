import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { ulid } from "ulidx";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type {
  AddedToCrateView,
  CrateTrackInput,
  CrateView,
} from "#app/domains/music/recognition/contract.ts";
import { openDb } from "#db/client.ts";
import * as tables from "#db/schema/index.ts";
import { readPeaks } from "#durable-objects/reference-peaks.ts";
import { crateTrack, makeReference } from "#tests/helpers/crates.ts";
import { makeMusic, withNoise } from "#tests/helpers/made-music.ts";
import { makePerformer, type Person, viewerOf } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import { createAppContext } from "#workers/context.ts";
import { indexReferences } from "#workers/jobs/jobs.ts";
import { keepReferences } from "#workers/jobs/keep-references.ts";
import { identifyTrack } from "../../tracks/identity.ts";
import { peaksKey } from "../port.ts";
import { eraseReferences, listCrateReferences, listNamedTonight } from "../queries/references.ts";
import { addToCrate } from "./add.server.ts";
import { nameReference } from "./identify.server.ts";

const db = openDb(env.DB);

let dj: Person;
beforeEach(async () => {
  dj = await makePerformer();
});

const add = (tracks: CrateTrackInput[], as = dj) =>
  answerOf<AddedToCrateView>(request("/api/crate/add", { as, body: { tracks } }));
const list = (as = dj) => answerOf<CrateView>(request("/api/crate/list", { as }));
const remove = (track: string | string[], as = dj) =>
  answerOf(request("/api/crate/delete", { as, body: { track } }));
const rowsOf = ({ id }: Person) => listCrateReferences(db, id);

/** An encoder sends this title on the performer's profile. */
async function play(artist: string, title: string): Promise<string> {
  const { key } = identifyTrack(artist, title);
  const [id, at] = [ulid(), Date.now()];
  await db.insert(tables.tracks).values({ id, key, artist, title, createdAt: at });
  await db
    .insert(tables.plays)
    .values({ id: ulid(), trackId: id, broadcastId: ulid(), performerId: dj.id, playedAt: at });
  return id;
}

describe("what a crate has", () => {
  test("a file once, with its tags, its peaks in the object store, and what an export would miss", async () => {
    const track = crateTrack(11, { isrc: "de-a12-34-56789", label: " Night\nBus ", composer: "" });
    const { tracks } = await add([track, { ...track, title: "The same file again" }]);
    expect(tracks.map(({ id }) => id)).toEqual([tracks[0]?.id, tracks[0]?.id]);
    expect(tracks[0]).toMatchObject({
      title: "Track 11",
      artists: ["Maker 11"],
      isrc: "DEA123456789",
      label: "Night Bus",
      composer: null,
      duration: 20_000,
      sameAs: null,
      missing: ["composer"],
    });
    await add([track]);
    const { tracks: listed } = await list();
    expect(listed).toEqual([tracks[0]]);
    const [row] = await rowsOf(dj);
    const peaks = await readPeaks(env, [row?.id ?? "", "of nothing"]);
    expect([...peaks.keys()]).toEqual([row?.id]);
    expect(peaks.get(row?.id ?? "")?.length).toBe(row?.peaksBytes);
  });

  test("another rip of a recording is joined with it, another recording of that title is not", async () => {
    const music = makeMusic(21, 30);
    const rip = withNoise(
      music.slice(4_000).map((value) => value * 0.7),
      30,
      5,
    );
    const first = await add([crateTrack(21, {}, music)]);
    const { tracks } = await add([
      crateTrack(0, { title: "Named otherwise" }, rip),
      crateTrack(22, { title: "Track 21" }, makeMusic(22, 30)),
    ]);
    expect(tracks.map(({ sameAs }) => sameAs)).toEqual([first.tracks[0]?.id, null]);
    // Once the one that stands for both is gone, the other one stands.
    await remove(first.tracks[0]?.id ?? "");
    expect((await list()).tracks.map(({ sameAs }) => sameAs)).toEqual([null, null]);
    expect((await rowsOf(dj)).map(({ sameAs }) => sameAs)).toEqual([null, null]);
  });

  test("a radio edit and the album version are one recording, for which the longer one stands", async () => {
    const album = makeMusic(24, 30);
    const edit = album.slice(40_000, 160_000);
    const named = (title: string) => ({ title, artists: ["Ada"] });
    const { tracks: first } = await add([crateTrack(0, named("Tides (Radio Edit)"), edit)]);
    const { tracks } = await add([crateTrack(0, named("Tides (Album Version)"), album)]);
    expect(tracks.map(({ sameAs }) => sameAs)).toEqual([null]);
    expect((await list()).tracks.map(({ id, sameAs }) => [id, sameAs])).toEqual([
      [tracks[0]?.id, null],
      [first[0]?.id, tracks[0]?.id],
    ]);
    // Also under another name, once the index has both.
    const [other] = (await add([crateTrack(0, named("Ebb"), album.slice(0, 160_000))])).tracks;
    expect(other?.sameAs).toBeNull();
    await indexReferences(env);
    expect((await list()).tracks.map(({ sameAs }) => sameAs)).toEqual([tracks[0]?.id, null, tracks[0]?.id]);
    // A mix with somebody's track in it does not stand for their file.
    const theirs = await makePerformer();
    await add([crateTrack(0, named("Tides (Radio Edit)"), edit.slice(8_000))], theirs);
    expect((await rowsOf(theirs)).map(({ sameAs }) => sameAs)).not.toContain(tracks[0]?.id);
  });

  test("another performer's copy is joined on the server, and neither of them sees it", async () => {
    const other = await makePerformer();
    await add([crateTrack(31)], other);
    const { tracks } = await add([crateTrack(31)]);
    expect(tracks[0]?.sameAs).toBeNull();
    const [theirs] = await rowsOf(other);
    const [own] = await rowsOf(dj);
    expect(own?.sameAs).toBe(theirs?.id);
    expect((await list()).tracks).toHaveLength(1);
    expect(await refusalOf(request("/api/crate/delete", { as: dj, body: { track: theirs?.id } }))).toBe(
      "not-found",
    );
    // Who leaves takes their reference along; the independent one stays and stands for itself.
    await db.batch([...eraseReferences(db, other.id)]);
    expect((await rowsOf(dj)).map(({ sameAs }) => sameAs)).toEqual([null]);
    expect(await rowsOf(other)).toEqual([]);
    await keepReferences(env);
    expect((await readPeaks(env, [theirs?.id ?? "", own?.id ?? ""])).size).toBe(1);
  });

  test("another performer's file of that name, which goes on with another record or has it below, stands for nobody's", async () => {
    const [music, hidden] = [makeMusic(35, 60), makeMusic(36, 60)];
    const longer = Float32Array.from(music, (sample, at) => (at < 390_000 ? sample : (hidden[at] ?? 0)));
    const mash = Float32Array.from(music, (sample, at) => sample + (hidden[at] ?? 0));
    const name = { title: "Undertow", artists: ["Ada"] };
    await play("Ada", "Undertow");
    for (const sound of [longer, mash]) await add([crateTrack(0, name, sound)], await makePerformer());
    await add([crateTrack(0, name, music)]);
    expect((await rowsOf(dj)).map(({ sameAs }) => sameAs)).toEqual([null]);
    // Another rip of it is.
    const rip = await makePerformer();
    await add([crateTrack(0, name, withNoise(music, 30, 7))], rip);
    expect((await rowsOf(rip)).map(({ sameAs }) => sameAs)).toEqual([(await rowsOf(dj))[0]?.id]);
  });

  test("deleting removes the rows and their peaks", async () => {
    const { tracks } = await add([crateTrack(41), crateTrack(42), crateTrack(43)]);
    const [one, two, three] = tracks.map(({ id }) => id) as [string, string, string];
    await remove([one, two]);
    expect((await list()).tracks.map(({ id }) => id)).toEqual([three]);
    await vi.waitFor(async () => expect((await readPeaks(env, [one, two, three])).size).toBe(1));
    expect(await db.$count(tables.trackReferences, eq(tables.trackReferences.id, one))).toBe(0);
  });
});

describe("what it does not take", () => {
  const refused = async (track: Partial<CrateTrackInput>) =>
    refusalOf(request("/api/crate/add", { as: dj, body: { tracks: [crateTrack(51, track)] } }));

  test("peaks that no sound of this length has", async () => {
    const silence = crateTrack(0, {}, new Float32Array(160_000)).peaks;
    for (const track of [
      { peaks: "not base64!" },
      { peaks: btoa("\x01sound, not peaks") },
      { peaks: silence },
      // Twice and half as long.
      { duration: 40_000 },
      { duration: 10_000 },
      { peaks: btoa("\x01".repeat(90_000)) },
    ])
      expect(await refused(track), JSON.stringify(track).slice(0, 60)).toBe("bad-input");
    expect(await rowsOf(dj)).toEqual([]);
  });

  /** Files without peaks. */
  const fill = (count: number) =>
    env.DB.prepare(
      `insert into track_references (id, grade, owner_id, duration_ms, peaks, peaks_bytes, digest, created_at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < ?2)
       select 'full ' || ?1 || i, 'A', ?1, 1000, '', 1, ?1 || i, 1 from n`,
    )
      .bind(dj.id, count)
      .run();

  test("more than 5,000 tracks", async () => {
    await fill(5_000);
    expect(await refused({})).toBe("conflict");
  });

  test("more than 5,000 tracks in batches that arrive together; of a refused one not even its peaks are kept", async () => {
    await fill(4_997);
    const before = (await env.TAPES.list({ prefix: peaksKey("") })).objects.length;
    const statuses = await Promise.all(
      [1, 2, 3].map(async (batch) => {
        const tracks = [crateTrack(700 + batch), crateTrack(710 + batch)];
        return (await request("/api/crate/add", { as: dj, body: { tracks } })).status;
      }),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await rowsOf(dj)).toHaveLength(4_999);
    expect((await env.TAPES.list({ prefix: peaksKey("") })).objects).toHaveLength(before + 2);
  });

  test("a file twice, also where it is sent twice at the same time", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => add([crateTrack(720)])));
    expect(new Set(answers.map(({ tracks }) => tracks[0]?.id)).size).toBe(1);
    expect(await rowsOf(dj)).toHaveLength(1);
  });

  test("batches of one account at the same time: the second is decided about when the first is there", async () => {
    const ctx = createAppContext(new Request(env.CUE_ORIGIN), env, viewerOf(dj));
    const put = vi.fn((id: string, peaks: Uint8Array<ArrayBuffer>) => ctx.referencePeaks.put(id, peaks));
    const tracks = [crateTrack(721), crateTrack(722)];
    const sent = [1, 2, 3].map(() =>
      addToCrate({ ...ctx, referencePeaks: { ...ctx.referencePeaks, put } }, { tracks }),
    );
    await Promise.all(sent);
    expect(put).toHaveBeenCalledTimes(2);
  });
});

describe("the track that a file is of", () => {
  test("is one that was played; its tags are no one else's: they fill nothing of the recording", async () => {
    const played = await play("Ada", "Tides");
    await db.insert(tables.recordings).values({ trackId: played, isrc: "GBAAA0000001", composer: "" });
    await add([
      crateTrack(61, {
        title: "Tides",
        artists: ["ADA"],
        isrc: "USRC17607839",
        composer: "A. Lovelace",
        label: "Engine",
        catalogueNumber: "ENG 1",
      }),
    ]);
    expect((await rowsOf(dj)).map(({ trackId }) => trackId)).toEqual([played]);
    const [recording] = await db
      .select()
      .from(tables.recordings)
      .where(eq(tables.recordings.trackId, played));
    expect(recording).toMatchObject({
      isrc: "GBAAA0000001",
      composer: "",
      catalogueNumber: null,
      labelId: null,
    });
    const named = async () =>
      (await listNamedTonight(db, { since: 0, now: Date.now() })).map((row) => row.ownerId);
    expect(await named()).not.toContain(dj.id);
    await db
      .update(tables.trackReferences)
      .set({ witnesses: 2 })
      .where(eq(tables.trackReferences.ownerId, dj.id));
    expect(await named()).toContain(dj.id);
  });

  test("is not made before anyone has played it: a crate cannot be searched", async () => {
    await add([
      crateTrack(71, { title: "An unreleased dubplate", artists: ["Quiet"], isrc: "USRC17607839" }),
    ]);
    const tracks = () => db.select().from(tables.tracks).where(eq(tables.tracks.artist, "Quiet"));
    expect(await tracks()).toEqual([]);
    // It is played with an encoder's title.
    const ctx = createAppContext(new Request(env.CUE_ORIGIN), env, null);
    const [reference] = await rowsOf(dj);
    if (reference === undefined) throw new Error("it was not added");
    const trackId = await play("quiet", "An Unreleased Dubplate");
    await keepReferences(env);
    expect((await rowsOf(dj))[0]?.trackId).toBe(trackId);
    // Or the ear hears it first.
    const unknown = await makeReference({ ownerId: dj.id, title: "Never heard", artists: ["Quiet"] });
    const rows = await rowsOf(dj);
    const found = await nameReference(ctx, rows.find(({ id }) => id === unknown.id) ?? reference);
    const [first, ...rest] = found?.writes ?? [];
    if (first !== undefined) await db.batch([first, ...rest]);
    expect((await tracks()).map(({ title }) => title)).toContain("Never heard");
  });
});
