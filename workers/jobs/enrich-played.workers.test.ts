/** Fields that are filled from MusicBrainz and the Cover Art Archive, against their simulators. */
import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { enrichRecordings, enrichTerms } from "#app/domains/music/enrichment/enrich.server.ts";
import { minVoiceAgeMs } from "#app/domains/people/accounts/independent.ts";
import { connectMusicBrainz } from "#app/domains/people/integrations/musicbrainz/client.ts";
import type { ErrorCode } from "#app/errors.ts";
import { makeReference } from "#tests/helpers/crates.ts";
import { received } from "#tests/helpers/linked-accounts.ts";
import { makePerformer, makePerson } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makePlay } from "#tests/helpers/stages.ts";
import { createAppContext } from "../context.ts";

const dayMs = 86_400_000;
const operator = { token: "test-operator-key-0123456789" };
const simulator = <Answer>(path: string, body: object) =>
  answerOf<Answer>(request(`/dev/elsewhere/${path}`, { body }));
const fail = (party: string, fault: object) => simulator(`${party}/fail`, { count: 1, ...fault });

/** Runs the job `passedMs` from now, with counters of its own and waits that take no time. */
function makeJob(change: Partial<Record<"musicbrainz" | "coverart", null>> = {}) {
  const until = new Map<string, number>();
  let waitedMs = 0;
  let turns = 0;
  let lastTurnAt = -Infinity;
  const run = async (passedMs = 0) => {
    const ctx = createAppContext(new Request(env.CUE_ORIGIN), env, null);
    const clock = { now: () => Date.now() + passedMs + waitedMs };
    const once = async (key: string, forMs: number) => {
      if ((until.get(key) ?? 0) > clock.now()) return false;
      until.set(key, clock.now() + forMs);
      return true;
    };
    const take = async (key: string, { max, perMs }: { max: number; perMs: number }) => {
      expect([key, max, perMs]).toEqual(["musicbrainz-request", 1, 1_000]);
      const retryAfterMs = lastTurnAt + perMs - clock.now();
      if (retryAfterMs > 0) return { ok: false as const, code: "rate-limited" as ErrorCode, retryAfterMs };
      lastTurnAt = clock.now();
      turns += 1;
      return { ok: true as const };
    };
    const connect: typeof ctx.connect = (party) => (party in change ? null : ctx.connect(party));
    await enrichRecordings({ ...ctx, clock, connect, limits: { ...ctx.limits, once, take } }, async (ms) => {
      waitedMs += ms;
    });
  };
  return Object.assign(run, { turns: () => turns });
}

const played = async (title: string, change: { playedAt?: number } = {}) =>
  (await makePlay({ stageId: null, performerId: (await makePerson()).id }, { title, ...change })).trackId;

const pageOf = async (track: string) =>
  answerOf<Record<string, unknown>>(
    request("/api/trackHistory/trackProfile", { as: await makePerson(), body: { track } }),
  );

const askedAtOf = async (track: string) =>
  (
    await env.DB.prepare("select musicbrainz_asked_at as at from recordings where track_id = ?")
      .bind(track)
      .first<{ at: number | null }>()
  )?.at;

/** Returns the requests to a simulator, oldest first. */
const requestsOf = async (party: "musicbrainz" | "coverart", part: string) =>
  (await received()).filter(
    (each) => each.party === party && each.method === "GET" && each.path.includes(part),
  );

const asked = (words: string) => requestsOf("musicbrainz", words.replaceAll(" ", "+").toLowerCase());

const nightBus = (title: string, change: object = {}) => ({
  title,
  artists: ["Ana"],
  lengthMs: 300_000,
  isrcs: ["DEA123400001"],
  composers: ["Ana Lopez", "Bo"],
  links: ["https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC"],
  releases: [
    {
      title: "Last Stop",
      date: "2019-05-17",
      labels: [{ name: "Night Bus Records", code: 2070, number: "NBR 012" }],
    },
  ],
  ...change,
});

interface Added {
  id: string;
  releases: { id: string }[];
}
const add = (entry: object) => simulator<Added>("musicbrainz/catalogue", entry);

/** Makes a recording in the catalogue that was played, with a front where `location` is not null. */
async function makeKnown(title: string, { location }: { location?: string | null } = {}) {
  const known = await add(nightBus(title));
  const release = known.releases[0]?.id ?? "";
  if (location !== null)
    await simulator("coverart/front", { release, ...(location !== undefined && { location }) });
  return { ...known, release, track: await played(title) };
}

test("a recording that was played is filled, with its picture, and asked for once", async () => {
  const run = makeJob();
  const { track, id, release } = await makeKnown("Filled bus");
  const unknown = await played("Unknown bus");
  await run();
  const page = await pageOf(track);
  expect(page).toMatchObject({
    albumName: "Last Stop",
    labelName: "Night Bus Records",
    labelCode: "LC 02070",
    catalogueNumber: "NBR 012",
    releaseDate: "2019-05-17",
    isrc: "DEA123400001",
    composer: "Ana Lopez, Bo",
    durationMs: 300_000,
    musicbrainz: id,
    spotify: "4uLU6hMCjMI75M1A2tKUQC",
    art: expect.stringMatching(/^\/pictures\/[\w-]{22}\/512\.webp$/),
  });
  const picture = await request(String(page["art"]));
  expect(picture.headers.get("content-type")).toBe("image/webp");
  expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(100);
  // From the archive's address over that of the Internet Archive to one of its servers.
  expect(await requestsOf("coverart", release)).toHaveLength(3);

  const [first] = await asked("filled bus");
  expect(first?.headers?.["user-agent"]).toMatch(/^CueMusic\/\S+ \( \S+ \)$/);
  expect(run.turns()).toBe((await requestsOf("musicbrainz", "/ws/2/")).length);
  expect(await pageOf(unknown)).toMatchObject({ musicbrainz: null, art: null });
  await run(29 * dayMs);
  expect(await asked("unknown bus")).toHaveLength(1);
  await run(31 * dayMs - 60_000);
  expect(await asked("filled bus")).toHaveLength(1);
});

test("what was not found is looked for again after thirty days, while it is played", async () => {
  const run = makeJob();
  const track = await played("Later bus", { playedAt: Date.now() + 20 * dayMs });
  await run();
  expect(await asked("later bus")).toHaveLength(1);
  await add(nightBus("Later bus"));
  await run(enrichTerms.askAgainMs - 60_000);
  expect(await asked("later bus")).toHaveLength(1);
  await run(enrichTerms.askAgainMs + 60_000);
  expect(await pageOf(track)).toMatchObject({ isrc: "DEA123400001", art: null });
});

test("nothing that is known is replaced, and no other release is mixed with it", async () => {
  const run = makeJob();
  const [described, elsewhere] = [await makeKnown("Described bus"), await makeKnown("Elsewhere bus")];
  const describe = (body: object) =>
    answerOf(request("/api/operator/describe-track", { as: operator, body }));
  const own = {
    composer: "Cy",
    isrc: "GBA123400009",
    art: "/icons/cover-1400.png",
    label: "night bus records",
  };
  await describe({ track: described.track, ...own });
  await describe({ track: elsewhere.track, label: "Day Records" });
  await run();
  expect(await pageOf(described.track)).toMatchObject({
    composer: "Cy",
    isrc: "GBA123400009",
    art: "/icons/cover-1400.png",
    labelName: "Night Bus Records",
    albumName: "Last Stop",
    catalogueNumber: "NBR 012",
  });
  expect(await requestsOf("coverart", described.release)).toEqual([]);
  expect(await pageOf(elsewhere.track)).toMatchObject({
    labelName: "Day Records",
    albumName: null,
    catalogueNumber: null,
    releaseDate: null,
    art: null,
    composer: "Ana Lopez, Bo",
  });
});

test("the ISRC of a crate finds a recording of another spelling; what is hidden is not named", async () => {
  const run = makeJob();
  const track = await played("Coded bus");
  await answerOf(
    request("/api/operator/describe-track", { as: operator, body: { track, isrc: "DE-A12-34-00077" } }),
  );
  const known = await add(nightBus("Coded Bus (2019 remaster)", { isrcs: ["DEA123400077"] }));
  const hidden = await played("Hidden bus");
  await env.DB.prepare("update plays set hidden_until = ? where track_id = ?")
    .bind(Date.now() + dayMs, hidden)
    .run();
  const old = await played("Old bus", { playedAt: Date.now() - 40 * dayMs });
  await run();
  expect(await pageOf(track)).toMatchObject({ musicbrainz: known.id, isrc: "DEA123400077" });
  expect(await requestsOf("musicbrainz", "/ws/2/isrc/DEA123400077")).toHaveLength(1);
  expect(await asked("coded bus")).toEqual([]);
  expect(await asked("hidden bus")).toEqual([]);
  expect(await asked("old bus")).toEqual([]);
  expect([await askedAtOf(hidden), await askedAtOf(old)]).toEqual([undefined, undefined]);
});

test("files tell which recording it is where independent people say the same, and one account's nothing", async () => {
  const track = await played("Tagged bus");
  const known = await add(nightBus("Tagged Bus (2019 remaster)", { isrcs: ["DEA123400088"] }));
  const aged = { createdAt: Date.now() - minVoiceAgeMs };
  const [one, friend, other] = [await makePerformer(aged), await makePerformer(), await makePerformer(aged)];
  const addFile = ({ id: ownerId }: { id: string }) =>
    makeReference({ ownerId, trackId: track, isrc: "DEA123400088", musicbrainz: known.id });
  for (const owner of [one, one, friend]) await addFile(owner);
  await makeJob()();
  expect(await pageOf(track)).toMatchObject({ musicbrainz: null, isrc: null, composer: null });
  await addFile(other);
  await makeJob()(29 * dayMs);
  expect(await pageOf(track)).toMatchObject({ musicbrainz: null });
  await env.DB.prepare("update recordings set musicbrainz_asked_at = null where track_id = ?")
    .bind(track)
    .run();
  await makeJob()();
  expect(await pageOf(track)).toMatchObject({ musicbrainz: known.id, isrc: "DEA123400088" });
});

test("a 503 and a 429 stop everything for as long as the service says", async () => {
  const run = makeJob();
  const { track } = await makeKnown("Limited bus");
  await fail("musicbrainz", { status: 503, retryAfter: 700 });
  await run();
  expect(await askedAtOf(track)).toBeUndefined();
  await run(600_000);
  expect(await asked("limited bus")).toHaveLength(1);
  await fail("coverart", { status: 429, retryAfter: 1_800 });
  await run(701_000);
  // What MusicBrainz has said stays; for the picture it is asked again.
  expect(await pageOf(track)).toMatchObject({ isrc: "DEA123400001", musicbrainz: null, art: null });
  await run(2_400_000);
  expect((await pageOf(track))["art"]).toBeNull();
  await run(2_600_000);
  expect((await pageOf(track))["art"]).toMatch(/^\/pictures\//);
});

test.each([
  ["no response", { status: 0 }],
  ["an error", { status: 500 }],
  ["a page instead of JSON", { status: 200, body: "<html>Down for maintenance</html>" }],
  ["JSON of another form", { status: 200, body: '{"recordings":[{"id":7}]}' }],
  ["a body without end", { status: 200, bytes: 3_000_000 }],
  ["a redirect", { status: 301, body: "" }],
])(
  "MusicBrainz with %s: the run ends, others are next, and a day later it is asked again",
  async (name, fault) => {
    const run = makeJob();
    const title = `Failed bus ${name}`;
    const { track } = await makeKnown(title);
    await fail("musicbrainz", fault);
    await run();
    expect(await pageOf(track)).toMatchObject({ isrc: null, musicbrainz: null });
    await run(dayMs - 60_000);
    expect((await pageOf(track))["musicbrainz"]).toBeNull();
    await run(dayMs + 60_000);
    expect((await pageOf(track))["musicbrainz"]).not.toBeNull();
  },
);

test("a response that takes too long is none", async () => {
  const { connect, clock } = createAppContext(new Request(env.CUE_ORIGIN), env, null);
  const service = connect("musicbrainz");
  if (service === null) throw new Error("there is no simulator");
  const turn = () => Promise.resolve();
  const source = connectMusicBrainz(service, { clock, userAgent: "Test/1 ( a )", turn, timeoutMs: 50 });
  await fail("musicbrainz", { status: 500, delayMs: 1_000 });
  expect(await source.byIsrc("DEA123400001")).toEqual({ is: "failed", reason: "no response" });
});

test.each([
  ["no picture in it", { status: 200, body: "<svg/>" }],
  ["a huge file", { status: 200, bytes: 2_000_000 }],
])("the archive with %s: the recording has no picture, and is not asked for again", async (name, fault) => {
  const run = makeJob();
  const { track, id } = await makeKnown(`Bare bus ${name}`);
  await fail("coverart", fault);
  await run();
  expect(await pageOf(track)).toMatchObject({ musicbrainz: id, art: null });
  await run(2 * dayMs);
  expect((await pageOf(track))["art"]).toBeNull();
});

test("redirects of the archive lead nowhere else, and end", async () => {
  const run = makeJob();
  const away = [
    "https://example.com/front.jpg",
    "http://127.0.0.1/front.jpg",
    "https://archive.org:8443/f",
    "ftp://archive.org/f",
  ];
  for (const location of [...away, "https://archive.org.example.com/f", ""]) {
    const { track, release } = await makeKnown(`Away bus ${location}`, { location });
    await run();
    expect(await pageOf(track)).toMatchObject({ isrc: "DEA123400001", art: null });
    expect(await requestsOf("coverart", release)).toHaveLength(1);
  }
  const loop = await makeKnown("Loop bus", { location: null });
  const location = `https://coverartarchive.org/release/${loop.release}/front-500`;
  await simulator("coverart/front", { release: loop.release, location });
  await run();
  const rounds = await requestsOf("coverart", loop.release);
  expect(rounds).toHaveLength(5);
});

test("each source can be off: without MusicBrainz nothing is asked, without the archive no picture", async () => {
  const { track, id } = await makeKnown("Switched bus");
  await makeJob({ musicbrainz: null })();
  expect(await asked("switched bus")).toEqual([]);
  await makeJob({ coverart: null })();
  expect(await pageOf(track)).toMatchObject({ musicbrainz: id, art: null });
});

test("a picture that an operator replaces is deleted", async () => {
  const { track } = await makeKnown("Replaced bus");
  await makeJob()();
  const { art } = await pageOf(track);
  await answerOf(request("/api/operator/describe-track", { as: operator, body: { track, art: "" } }));
  expect((await pageOf(track))["art"]).toBeNull();
  expect((await request(String(art))).status).toBe(404);
});
