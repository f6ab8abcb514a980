/** Pictures of artists from Wikimedia Commons, against its simulator and that of MusicBrainz. */
import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  artistPictureTerms,
  findArtistPictures,
} from "#app/domains/music/enrichment/artist-pictures.server.ts";
import { enrichRecordings } from "#app/domains/music/enrichment/enrich.server.ts";
import { paces } from "#app/domains/music/enrichment/pace.server.ts";
import type { ArtistProfileView } from "#app/domains/music/tracks/contract/records.ts";
import { foldName } from "#app/domains/music/tracks/identity.ts";
import type { ErrorCode } from "#app/errors.ts";
import { openDb } from "#db/client.ts";
import { artists, plays, tracksArtists, users } from "#db/schema/index.ts";
import { received } from "#tests/helpers/linked-accounts.ts";
import { makePerformer, makePerson } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makePlay, operate } from "#tests/helpers/stages.ts";
import { createAppContext } from "../context.ts";

const db = openDb(env.DB);
const dayMs = 86_400_000;
const simulator = <Answer>(path: string, body: object) =>
  answerOf<Answer>(request(`/dev/elsewhere/${path}`, { body }));
const fail = (party: string, fault: object) => simulator(`${party}/fail`, { count: 1, ...fault });

/** Runs the job `passedMs` from now, with counters of its own and waits that take no time. */
function makeJob(change: Partial<Record<"musicbrainz" | "commons", null>> = {}) {
  const until = new Map<string, number>();
  const turns = new Map<string, number>();
  let waitedMs = 0;
  const run = async (passedMs = 0, during: () => Promise<unknown> = async () => null) => {
    const ctx = createAppContext(new Request(env.CUE_ORIGIN), env, null);
    const clock = { now: () => Date.now() + passedMs + waitedMs };
    const once = async (key: string, forMs: number) => {
      if ((until.get(key) ?? 0) > clock.now()) return false;
      until.set(key, clock.now() + forMs);
      return true;
    };
    const take = async (key: string, rate: { max: number; perMs: number }) => {
      expect(rate).toEqual(paces[key.replace("-request", "") as keyof typeof paces]);
      const retryAfterMs = (turns.get(key) ?? 0) + rate.perMs - clock.now();
      if (retryAfterMs > 0) return { ok: false as const, code: "rate-limited" as ErrorCode, retryAfterMs };
      turns.set(key, clock.now());
      return { ok: true as const };
    };
    const connect: typeof ctx.connect = (party) => (party in change ? null : ctx.connect(party));
    const pause = async (ms: number) => {
      waitedMs += ms;
    };
    const keep: typeof ctx.pictures.keep = async (...picture) => {
      await during();
      return ctx.pictures.keep(...picture);
    };
    const pictures = { ...ctx.pictures, keep };
    const local = { ...ctx, clock, connect, pictures, limits: { ...ctx.limits, once, take } };
    await enrichRecordings(local, pause);
    await findArtistPictures(local, pause);
  };
  return run;
}

let count = 0;
/** An artist who was played, and whom MusicBrainz has with these pages elsewhere. */
async function makeArtist(
  links: { type: string; address: string }[],
  { name = `Ana ${++count} Ulm`, playedAt = Date.now() }: { name?: string; playedAt?: number } = {},
) {
  const { id: musicbrainz } = await simulator<{ id: string }>("musicbrainz/artists", { name, links });
  const id = crypto.randomUUID();
  const performer = await makePerformer();
  const played = await makePlay({ stageId: null, performerId: performer.id }, { playedAt });
  await db.insert(artists).values({ id, key: foldName(name), name, createdAt: 1 });
  await db.insert(tracksArtists).values({ trackId: played.trackId, artistId: id, position: 0, musicbrainz });
  return { id, name, musicbrainz, performer, ...played };
}

const free = {
  Artist: '<a href="//commons.wikimedia.org/wiki/User:Jo">Jo Park</a>',
  LicenseShortName: "CC BY-SA 4.0",
  LicenseUrl: "https://creativecommons.org/licenses/by-sa/4.0",
};
const imageOf = (name: string) => ({
  type: "image",
  address: `https://commons.wikimedia.org/wiki/File:${encodeURIComponent(name.replaceAll(" ", "_"))}`,
});
/** An artist with a file at Commons. */
async function makePictured(file: object = {}, about: Parameters<typeof makeArtist>[1] = {}) {
  const name = `Ana at the Ferry ${++count}.jpg`;
  await simulator("commons/files", { name, said: free, width: 160, height: 120, ...file });
  return { ...(await makeArtist([imageOf(name)], about)), file: name };
}

const pageOf = async (artist: string) =>
  answerOf<ArtistProfileView>(
    request("/api/records/artistProfile", { as: await makePerson(), body: { artist } }),
  );
const rowOf = async (id: string) => (await db.select().from(artists).where(eq(artists.id, id)))[0];

/** Returns the requests to a simulator about this, oldest first. */
const asked = async (party: "musicbrainz" | "commons", part: string) =>
  (await received())
    .filter((each) => each.party === party && each.method === "GET")
    .filter(({ path }) => decodeURIComponent(path.replaceAll("+", " ")).includes(part));

test("an artist of a recording at MusicBrainz gets the picture at Commons, with its author, and is asked for once", async () => {
  const name = `Bo ${++count} Ulm`;
  const file = `Bo & friends ${count}.jpg`;
  await simulator("commons/files", { name: file, said: free });
  const { id: musicbrainz } = await simulator<{ id: string }>("musicbrainz/artists", {
    name,
    links: [imageOf(file)],
  });
  const title = `Bus ${count}`;
  await simulator("musicbrainz/catalogue", { title, artists: ["Ana", name], lengthMs: 300_000 });
  const played = await makePlay({ stageId: null, performerId: (await makePerson()).id }, { title });
  const id = crypto.randomUUID();
  await db.insert(artists).values({ id, key: foldName(name), name, createdAt: 1 });
  await db.insert(tracksArtists).values({ trackId: played.trackId, artistId: id, position: 1 });
  await env.DB.prepare("update tracks set artist = ? where id = ?")
    .bind(`Ana feat. ${name}`, played.trackId)
    .run();
  const run = makeJob();
  await run();
  const page = await pageOf(id);
  expect(page).toMatchObject({
    photo: expect.stringMatching(/^\/pictures\/[\w-]{22}\/512\.webp$/),
    photoCredit: {
      author: "Jo Park",
      license: "CC BY-SA 4.0",
      licenseUrl: "https://creativecommons.org/licenses/by-sa/4.0/",
      source: `https://commons.wikimedia.org/wiki/File:${encodeURIComponent(file.replaceAll(" ", "_"))}`,
    },
  });
  const picture = await request(String(page.photo));
  expect(picture.headers.get("content-type")).toBe("image/webp");
  const [about, sent, ...others] = await asked("commons", file);
  expect([about?.path, sent?.path, others]).toEqual([
    expect.stringContaining("/w/api.php"),
    expect.stringContaining("/960px.jpg"),
    [],
  ]);
  for (const each of [about, sent])
    expect(each?.headers?.["user-agent"]).toMatch(/^CueMusic\/\S+ \( \S+ \)$/);
  expect(about?.path).toContain("maxlag=5");
  await run(60 * dayMs);
  expect(await asked("musicbrainz", musicbrainz)).toHaveLength(1);
  expect(await asked("commons", file)).toHaveLength(2);
});

test("Wikidata names the picture where MusicBrainz links to none, or to one that is not free", async () => {
  const run = makeJob();
  const item = (id: string) => ({ type: "wikidata", address: `https://www.wikidata.org/wiki/${id}` });
  const files = ["First", "Best", "Wrong"].map((word) => `${word} ${++count}.jpg`);
  for (const name of files) await simulator("commons/files", { name, said: free });
  const [first, best, wrong] = files.map((name) => ({ name }));
  await simulator("commons/items", {
    id: "Q42",
    pictures: [first, { ...best, rank: "preferred" }, { ...wrong, rank: "deprecated" }],
  });
  await simulator("commons/items", { id: "Q43", pictures: [] });
  const owned = `Owned ${++count}.jpg`;
  await simulator("commons/files", { name: owned, said: { ...free, NonFree: "true" } });
  const known = await makeArtist([item("Q42")]);
  const replaced = await makeArtist([imageOf(owned), item("Q42")]);
  const [bare, missing] = [await makeArtist([item("Q43")]), await makeArtist([item("Q44")])];
  await run();
  for (const { id } of [known, replaced])
    expect((await rowOf(id))?.photoCredit?.source).toContain(`File:Best_`);
  for (const { id } of [bare, missing])
    expect(await rowOf(id)).toMatchObject({ photo: null, photoAskedAt: expect.any(Number) });
  expect(await asked("commons", wrong?.name ?? "?")).toEqual([]);
});

test.each([
  ["a license that is not free", { said: { ...free, LicenseShortName: "CC BY-NC 4.0" } }],
  ["no author where one must be named", { said: { ...free, Artist: "" } }],
  ["a file that is marked as not free", { said: { ...free, NonFree: "true" } }],
  ["a drawing", { mime: "image/svg+xml" }],
])("%s: no picture, and it is not fetched", async (_name, file) => {
  const run = makeJob();
  const artist = await makePictured(file);
  await run();
  expect(await rowOf(artist.id)).toMatchObject({ photo: null, photoCredit: null });
  expect(await asked("commons", `${artist.file}/`)).toEqual([]);
  await run(artistPictureTerms.askAgainMs - dayMs);
  expect(await asked("musicbrainz", artist.musicbrainz)).toHaveLength(1);
});

test("an author in HTML becomes text", async () => {
  const said = { ...free, Artist: "<script>alert(1)</script><b onclick=alert(1)>Jo</b> &lt;Park&gt;" };
  const artist = await makePictured({ said });
  await makeJob()();
  expect((await pageOf(artist.id)).photoCredit?.author).toBe("Jo <Park>");
});

test.each([
  ["a huge file", { bytes: 2_000_000 }],
  ["bytes that are no picture", { bytes: 2_000 }],
])("%s is no picture", async (_name, file) => {
  const artist = await makePictured(file);
  await makeJob()();
  expect(await rowOf(artist.id)).toMatchObject({ photo: null, photoAskedAt: expect.any(Number) });
});

test("files are fetched from Wikimedia alone, also after a redirect", async () => {
  const run = makeJob();
  const moved = "Moved picture.jpg";
  await simulator("commons/files", {
    name: moved,
    said: free,
    location: `https://thumb.wikimedia.org/moved/${encodeURIComponent(moved)}/960px.jpg`,
  });
  const artist = await makeArtist([imageOf(moved)]);
  await run();
  expect((await pageOf(artist.id)).photo).toMatch(/^\/pictures\//);
  for (const file of [
    { location: "https://example.com/a.jpg" },
    { location: "http://127.0.0.1/a.jpg" },
    { location: "https://thumb.wikimedia.org.example.com/a.jpg" },
    { host: "example.com" },
    { host: "upload.wikimedia.org:8443" },
  ]) {
    const away = await makePictured(file);
    await run();
    expect((await rowOf(away.id))?.photo).toBeNull();
    expect(await asked("commons", `${away.file}/`)).toHaveLength("host" in file ? 0 : 1);
  }
});

test.each([
  ["a 503 of Commons", "commons", { status: 503, retryAfter: 700 }],
  ["a 429 of Commons", "commons", { status: 429, retryAfter: 700 }],
  ["databases that lag", "commons", { status: 200, retryAfter: 700 }],
  ["a 503 of MusicBrainz", "musicbrainz", { status: 503, retryAfter: 700 }],
] as const)("%s stops everything for as long as it says", async (_name, party, fault) => {
  const run = makeJob();
  const artist = await makePictured();
  await fail(party, { ...fault, path: party === "commons" ? "/w/api.php" : "/artist/" });
  await run();
  await run(600_000);
  expect(await rowOf(artist.id)).toMatchObject({ photo: null, photoAskedAt: null });
  expect(await asked("musicbrainz", artist.musicbrainz)).toHaveLength(1);
  await run(720_000);
  expect((await rowOf(artist.id))?.photo).toMatch(/^\/pictures\//);
});

test.each([
  ["no response", { status: 0 }],
  ["a page instead of JSON", { status: 200, body: "<html>Error</html>" }],
  ["JSON of another form", { status: 200, body: '{"query":{"pages":[{"title":7}]}}' }],
  ["an error of its own", { status: 200, body: '{"error":{"code":"internal_api_error","info":"x"}}' }],
])("Commons with %s: a day later it is asked again", async (_name, fault) => {
  const run = makeJob();
  const artist = await makePictured();
  await fail("commons", fault);
  await run();
  await run(dayMs - 60_000);
  expect((await rowOf(artist.id))?.photo).toBeNull();
  await run(dayMs + 60_000);
  expect((await rowOf(artist.id))?.photo).toMatch(/^\/pictures\//);
});

test("no one is asked about an artist who is hidden, was played long ago, or is two at MusicBrainz", async () => {
  const hidden = await makePictured();
  await db
    .update(plays)
    .set({ hiddenUntil: Date.now() + dayMs })
    .where(eq(plays.id, hidden.playId));
  const old = await makePictured({}, { playedAt: Date.now() - 40 * dayMs });
  const doubtful = await makePictured();
  const other = await makePlay({ stageId: null, performerId: (await makePerson()).id });
  const otherId = crypto.randomUUID();
  await db
    .insert(tracksArtists)
    .values({ trackId: other.trackId, artistId: doubtful.id, position: 0, musicbrainz: otherId });
  await makeJob()();
  for (const { musicbrainz } of [hidden, old, doubtful, { musicbrainz: otherId }])
    expect(await asked("musicbrainz", musicbrainz)).toEqual([]);
});

test("each of the two can be off: then nothing is asked", async () => {
  const artist = await makePictured();
  await makeJob({ commons: null })();
  await makeJob({ musicbrainz: null })();
  expect(await asked("musicbrainz", artist.musicbrainz)).toEqual([]);
  expect(await rowOf(artist.id)).toMatchObject({ photo: null, photoAskedAt: null });
});

test("a performer who takes an artist's name and plays their songs does not give the artist a picture", async () => {
  const artist = await makePictured();
  const namesake = await makePerformer({ photo: "/icons/cover-1400.png" });
  await db
    .update(users)
    .set({ username: artist.name, usernameKey: artist.name.toLowerCase() })
    .where(eq(users.id, namesake.id));
  await db.update(plays).set({ performerId: namesake.id }).where(eq(plays.id, artist.playId));
  expect(await pageOf(artist.id)).toMatchObject({ photo: null, photoCredit: null });
  await makeJob()();
  const { photo, photoCredit } = await pageOf(artist.id);
  expect(photo).toMatch(/^\/pictures\//);
  expect(photoCredit?.author).toBe("Jo Park");
});

test("a picture that an operator removes is deleted, and does not return", async () => {
  const run = makeJob();
  const [artist, next] = [await makePictured(), await makePictured()];
  // The second while it is being stored.
  await run(0, () => operate("remove-artist-picture", { artist: next.name }));
  const { photo } = await pageOf(artist.id);
  expect(await operate("remove-artist-picture", { artist: artist.name })).toMatchObject({
    id: artist.id,
    photo: null,
    photoCredit: null,
  });
  expect((await request(String(photo))).status).toBe(404);
  expect(await rowOf(next.id)).toMatchObject({ photo: null, photoCredit: null });
  await run(60 * dayMs);
  for (const { id, musicbrainz } of [artist, next]) {
    expect(await pageOf(id)).toMatchObject({ photo: null, photoCredit: null });
    expect(await asked("musicbrainz", musicbrainz)).toHaveLength(1);
    expect(await env.DB.prepare("select id from pictures where owner_id = ?").bind(id).first()).toBeNull();
  }
  await operate("remove-artist-picture", { artist: "No one of this name" }, 404);
});
