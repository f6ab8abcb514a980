import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { ulid } from "ulidx";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { HeardLine } from "#app/domains/air/media/contract/heard.ts";
import type { StreamReport } from "#app/domains/air/stages/stream-report.ts";
import {
  expireCrateReferences,
  type NewReference,
} from "#app/domains/music/recognition/queries/references.ts";
import { openDb } from "#db/client.ts";
import { tracklistEvidence } from "#db/schema/index.ts";
import { runAlarm } from "#tests/helpers/alarms.ts";
import { makeReference } from "#tests/helpers/crates.ts";
import { addPerformer, Listener, report, viewer } from "#tests/helpers/rooms.ts";
import { profileRoom } from "../../stubs.ts";

let me: string;
let reference: string;
let listener: Listener;
let startedAt: number;
const room = () => profileRoom(env, me);
const tell = (change: Partial<StreamReport> = {}) => room().streamChanged(report("performer", me, change));

beforeEach(async () => {
  me = ulid();
  await addPerformer(me);
  reference = (await makeReference({ ownerId: me, title: "Groove", artists: ["Ana"] })).id;
  startedAt = Date.now();
  await tell();
  listener = await Listener.open(room(), viewer(null));
  await listener.send("listen", { class: "normal" });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A line of the ear, sure unless changed. */
function heard(change: Partial<HeardLine> = {}): HeardLine {
  return {
    line: `line of ${reference}`,
    reference,
    from: startedAt + 2_000,
    to: startedAt + 30_000,
    speed: 1.02,
    playback: "varispeed",
    share: 0.4,
    chance: 0.02,
    seconds: 25,
    certainty: "named",
    versions: [],
    isOver: false,
    indexSize: 3,
    ...change,
  };
}

const named = (artist: string, title: string, after = 1_000) => ({ artist, title, at: startedAt + after });
const shown = () => listener.events.flatMap((event) => (event.event === "new track" ? [event.data] : []));

interface PlayRow {
  id: string;
  title: string;
  source: string;
  confidence: string;
  playedAt: number;
  endedAt: number | null;
  listeners: number;
}
interface HeardRow {
  id: string;
  kind: string;
  trackId: string | null;
  endsAt: number | null;
  performance: string;
}

const readPlays = async () =>
  (
    await env.DB.prepare(
      `select plays.id, tracks.title, source, confidence, played_at as playedAt, ended_at as endedAt, listeners
       from plays join tracks on tracks.id = track_id where performer_id = ? order by played_at`,
    )
      .bind(me)
      .all<PlayRow>()
  ).results;
const readEvidence = async () =>
  (
    await env.DB.prepare(
      `select id, kind, track_id as trackId, ends_at as endsAt, performance from tracklist_evidence
       where performer_id = ? and act = 'heard' order by id`,
    )
      .bind(me)
      .all<HeardRow>()
  ).results;

/** Rows of D1 once they are as wanted. */
function settled<Row>(read: () => Promise<Row[]>, isIt: (rows: Row[]) => boolean): Promise<Row[]> {
  return vi.waitFor(
    async () => {
      await runAlarm(room());
      const rows = await read();
      if (!isIt(rows)) throw new Error(`not yet: ${JSON.stringify(rows)}`);
      return rows;
    },
    { timeout: 15_000, interval: 50 },
  );
}

/** The encoder leaves, the broadcast ends, and its plays are published. */
async function end(change: Partial<StreamReport>): Promise<void> {
  await tell({ ...change, state: "down", disconnectedAt: Date.now() });
  for (const ms of [60_000, 10_000]) {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
    await runAlarm(room());
  }
}

test("what is possible is evidence alone; once it is sure it is a play by the ear, told once, with its listeners", async () => {
  await tell({ heard: [heard({ certainty: "possible", seconds: 8 })] });
  const [row] = await settled(readEvidence, (rows) => rows.length === 1);
  // A crate is private: it makes no track that everyone could find.
  expect(row).toMatchObject({ kind: "ear", trackId: null, endsAt: null });
  expect(shown()).toEqual([]);
  for (const to of [30_000, 35_000]) await tell({ heard: [heard({ to: startedAt + to })] });
  const [play] = await settled(readPlays, (rows) => rows.length === 1);
  expect(play).toMatchObject({ id: row?.id, title: "Groove", source: "ear", confidence: "named" });
  expect(play?.playedAt).toBe(startedAt + 2_000);
  await vi.waitUntil(() => shown().length > 0);
  expect(shown()).toMatchObject([
    { title: "Groove", artist: "Ana", trackHistory: row?.id, mediaAt: startedAt + 2_000, source: "ear" },
  ]);
  const late = await Listener.open(room(), viewer(null));
  expect((await late.event("snapshot")).data.currentTrackSource).toBe("ear");
  const over = [heard({ to: startedAt + 50_000, isOver: true })];
  await tell({ heard: over });
  await end({ heard: over });
  const [ended] = await settled(readPlays, ([one]) => one?.endedAt === startedAt + 50_000);
  expect(ended).toMatchObject({ source: "ear", listeners: 1 });
  expect(await readEvidence()).toMatchObject([{ id: row?.id, endsAt: startedAt + 50_000 }]);
});

test.each(["title first", "ear first"])(
  "an encoder and the ear that agree are one play, %s",
  async (order) => {
    const title = named("ANA", "Groove (Original Mix)");
    if (order === "title first") await tell({ title });
    else await tell({ heard: [heard()] });
    await vi.waitUntil(() => shown().length === 1);
    const both = { title, heard: [heard({ to: startedAt + 60_000 })] };
    await tell(both);
    const rows = await settled(readEvidence, (all) => all.length === 2);
    expect(new Set(rows.map(({ trackId }) => trackId)).size).toBe(1);
    await tell({ ...both, heard: [heard({ to: startedAt + 90_000 })] });
    await end(both);
    const all = await settled(readPlays, ([one]) => one?.confidence === "fileable");
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({ id: rows[0]?.id, source: "encoder" });
    expect(shown()).toHaveLength(1);
  },
);

test("another title of an encoder stays until the ear has heard a track alone for 30 s", async () => {
  const title = named("Bo", "Always this one");
  await tell({ title });
  await vi.waitUntil(() => shown().length === 1);
  await tell({ title, heard: [heard({ to: startedAt + 25_000 })] });
  await settled(readEvidence, (all) => all.length === 2);
  expect(shown()).toHaveLength(1);
  await tell({ title, heard: [heard({ to: startedAt + 40_000 })] });
  await vi.waitUntil(() => shown().length === 2);
  // The same title again is no news.
  await tell({ title, heard: [heard({ to: startedAt + 45_000 })] });
  await settled(readPlays, (rows) => rows.length === 2);
  expect(shown().map((each) => [each.title, each.source])).toEqual([
    ["Always this one", undefined],
    ["Groove", "ear"],
  ]);
});

test("something without a title ends the encoder's track, and the ear's name for it is shown as soon as it is sure", async () => {
  await tell({ title: named("Bo", "Tagged", 500) });
  await vi.waitUntil(() => shown().length === 1);
  const title = named("", "", 1_500);
  await tell({ title });
  const ended = await listener.event("track ended");
  expect(ended.data).toEqual({ mediaAt: startedAt + 1_500, trackHistory: shown()[0]?.trackHistory });
  const late = await Listener.open(room(), viewer(null));
  const { currentTitle, currentTrack, earlierTracks } = (await late.event("snapshot")).data;
  expect([currentTitle, currentTrack]).toEqual([null, null]);
  expect(earlierTracks?.map((track) => track.title)).toEqual(["Tagged"]);
  await tell({ title, heard: [heard({ to: startedAt + 12_000 })] });
  await vi.waitUntil(() => shown().length === 2);
  // The next file has none either: what the ear hears goes on.
  await tell({ title: named("", "", 20_000), heard: [heard()] });
  await tell({ title: named("Bo", "Tagged", 40_000), heard: [heard()] });
  await vi.waitUntil(() => shown().length === 3);
  expect(shown().map((each) => each.title)).toEqual(["Tagged", "Groove", "Tagged"]);
  const plays = await settled(
    readPlays,
    ([, second, third]) => third !== undefined && second?.endedAt !== null,
  );
  expect(plays.map((play) => play.endedAt)).toEqual([startedAt + 1_500, startedAt + 40_000, null]);
});

test("where the ear hears a track no more nothing is named, and within 90 s it goes on as the same play", async () => {
  const known = (change: Partial<HeardLine> = {}) => tell({ heard: [heard(change)] });
  await known();
  await vi.waitUntil(() => shown().length === 1);
  vi.useFakeTimers({ toFake: ["Date"], now: startedAt + 59_000 });
  await known();
  expect(listener.events.some(({ event }) => event === "track ended")).toBe(false);
  vi.useFakeTimers({ toFake: ["Date"], now: startedAt + 61_000 });
  await known();
  const ended = await listener.event("track ended");
  expect(ended.data).toEqual({ mediaAt: startedAt + 30_000, trackHistory: shown()[0]?.trackHistory });
  const late = await Listener.open(room(), viewer(null));
  expect((await late.event("snapshot")).data.currentTrackHistory).toBeNull();
  await known({ to: startedAt + 70_000 });
  await vi.waitUntil(() => shown().length === 2);
  expect(shown()[1]).toEqual(shown()[0]);
  expect((await (await Listener.open(room(), viewer(null))).event("snapshot")).data.currentTitle).toBe(
    "Groove",
  );
  await known({ to: startedAt + 70_000, isOver: true });
  await vi.waitUntil(() => listener.events.filter(({ event }) => event === "track ended").length === 2);
  // The same record, minutes later, is another play.
  const again = { line: "again", from: startedAt + 300_000, to: startedAt + 330_000 };
  await known(again);
  await vi.waitUntil(() => shown().length === 3);
  expect(shown()[2]).toMatchObject({ title: "Groove", mediaAt: startedAt + 300_000 });
  expect(shown()[2]?.trackHistory).not.toBe(shown()[0]?.trackHistory);
});

test("a title of the encoder holds until its next one, although the ear hears it no more", async () => {
  await tell({ heard: [heard()] });
  await vi.waitUntil(() => shown().length === 1);
  const title = named("Ana", "Groove");
  await tell({ title, heard: [heard({ to: startedAt + 60_000 })] });
  await settled(readEvidence, (rows) => rows.length === 2);
  await tell({ title, heard: [heard({ to: startedAt + 60_000, isOver: true })] });
  await settled(readEvidence, (rows) => rows.some(({ endsAt }) => endsAt !== null));
  expect(listener.events.some(({ event }) => event === "track ended")).toBe(false);
});

test("what the performer has corrected stays", async () => {
  await tell({ heard: [heard({ certainty: "possible", seconds: 8 })] });
  const [row] = await settled(readEvidence, (rows) => rows.length === 1);
  await env.DB.prepare(
    `insert into tracklist_evidence (id, performance, performer_id, kind, act, line, user_id, at)
     values (?, ?, ?, 'performer', 'remove', ?, ?, ?)`,
  )
    .bind(ulid(), row?.performance, me, row?.id, me, Date.now() + 1_000)
    .run();
  await tell({ heard: [heard()] });
  await tell({ heard: [heard({ to: startedAt + 60_000 })] });
  await end({});
  expect(await readPlays()).toEqual([]);
  expect(shown()).toEqual([]);
});

describe("a file of another performer's crate", () => {
  const strangers = async (facts: Omit<Partial<NewReference>, "ownerId"> = {}) => {
    const stranger = ulid();
    await addPerformer(stranger);
    return (await makeReference({ ownerId: stranger, title: "Impostor", artists: ["Mo"], ...facts })).id;
  };

  test("names nothing on air, whatever it sounds like, and leaves the encoder's title and its times alone", async () => {
    reference = await strangers();
    await tell({ heard: [heard({ share: 0.9 })] });
    await settled(readEvidence, (rows) => rows.length === 1);
    const title = named("Ana", "Groove", 5_000);
    await tell({ title, heard: [heard({ share: 0.9, to: startedAt + 60_000 })] });
    await tell({ title, heard: [heard({ share: 0.9, to: startedAt + 90_000, isOver: true })] });
    await settled(readEvidence, (rows) => rows.length === 2);
    await end({ title });
    const plays = await settled(readPlays, ([one]) => one?.endedAt != null);
    expect(plays.map((play) => [play.title, play.source, play.confidence])).toEqual([
      ["Groove", "encoder", "named"],
    ]);
    expect(shown().map((each) => each.title)).toEqual(["Groove"]);
  });

  test("is gone from evidence with the file, also where it is still heard then", async () => {
    const stranger = ulid();
    await addPerformer(stranger);
    reference = (await makeReference({ ownerId: stranger, title: "Impostor", artists: ["Mo"] })).id;
    await tell({ heard: [heard()] });
    await settled(readEvidence, (rows) => rows.length === 1);
    await expireCrateReferences(openDb(env.DB), stranger, [reference]);
    expect(await readEvidence()).toEqual([]);
    const title = named("Ana", "Groove", 5_000);
    await tell({ title, heard: [heard({ to: startedAt + 60_000, isOver: true })] });
    await settled(readEvidence, (rows) => rows.some(({ kind }) => kind === "encoder"));
    expect((await readEvidence()).map(({ kind }) => kind)).toEqual(["encoder"]);
  });

  test("leaves the span with the file, where listeners have said something of it", async () => {
    const stranger = ulid();
    await addPerformer(stranger);
    reference = (await makeReference({ ownerId: stranger, title: "Impostor", artists: ["Mo"] })).id;
    await tell({ heard: [heard()] });
    const [line] = await settled(readEvidence, (rows) => rows.length === 1);
    const { id = "", performance = "" } = line ?? {};
    const suggested = { kind: "listener", act: "suggest", line: id, title: "Groove" } as const;
    const db = openDb(env.DB);
    await db.insert(tracklistEvidence).values({ ...suggested, id: ulid(), performance, at: startedAt });
    await expireCrateReferences(db, stranger, [reference]);
    const left = await db
      .select()
      .from(tracklistEvidence)
      .where(eq(tracklistEvidence.performance, performance))
      .orderBy(tracklistEvidence.at);
    expect(left.find(({ act }) => act === "suggest")).toMatchObject(suggested);
    expect(left.filter(({ act }) => act === "heard")).toMatchObject([
      { id, kind: "ear", trackId: null, artist: "", title: "", referenceId: null },
    ]);
  });

  test("of the performer's own recording says what their own file says", async () => {
    const own = reference;
    reference = await strangers();
    await env.DB.prepare("update track_references set same_as = ? where id = ?").bind(reference, own).run();
    await tell({ heard: [heard()] });
    await vi.waitUntil(() => shown().length === 1);
    expect(shown().map((each) => [each.artist, each.title])).toEqual([["Ana", "Groove"]]);
  });

  test("names what has no title once independent performers have broadcast it under that name", async () => {
    reference = await strangers({ witnesses: 2 });
    await tell({ heard: [heard()] });
    await vi.waitUntil(() => shown().length === 1);
    expect(shown().map((each) => each.title)).toEqual(["Impostor"]);
    await end({ heard: [heard({ to: startedAt + 90_000, isOver: true })] });
    expect(await settled(readPlays, ([one]) => one?.endedAt != null)).toMatchObject([
      { confidence: "named" },
    ]);
  });
});

test("a harvested reference that no second broadcast agrees with names nobody's play", async () => {
  reference = (await makeReference({ ownerId: me, grade: "B", witnesses: 1, title: "Loose" })).id;
  await tell({ heard: [heard()] });
  await settled(readEvidence, (rows) => rows.length === 1);
  expect(shown()).toEqual([]);
});

test("what nobody has named is evidence alone, with where in the reference it was, and nobody is told", async () => {
  const unnamed = await makeReference({ ownerId: me, grade: "C", title: "", artists: [] });
  const line = heard({ line: "unnamed", reference: unnamed.id, position: 40_000 });
  await tell({ heard: [{ ...line, certainty: "possible", seconds: 8 }] });
  await tell({ heard: [line] });
  await vi.waitFor(async () => expect(await readEvidence()).toHaveLength(1));
  await tell({ heard: [{ ...line, to: startedAt + 60_000, position: 70_000, isOver: true }] });
  const stored = () =>
    env.DB.prepare(
      "select ends_at as endsAt, track_id as track, reference_id as reference, details from tracklist_evidence where performer_id = ?",
    )
      .bind(me)
      .all();
  await vi.waitFor(async () =>
    expect((await stored()).results).toEqual([
      {
        endsAt: startedAt + 60_000,
        track: null,
        reference: unnamed.id,
        details: JSON.stringify({ certainty: "named", position: 70_000 }),
      },
    ]),
  );
  await tell({ heard: [heard({ line: "deleted", reference: "not there" })] });
  expect(shown()).toEqual([]);
  expect((await stored()).results).toHaveLength(1);
});

test("a silence is evidence once it is over, and a pause is none", async () => {
  const readSilences = async () =>
    (
      await env.DB.prepare(
        `select starts_at as startsAt, ends_at as endsAt, performance from tracklist_evidence
         where performer_id = ? and act = 'silence'`,
      )
        .bind(me)
        .all<{ startsAt: number; endsAt: number; performance: string }>()
    ).results;
  const silence = async (silentMs: number) => {
    const silentSince = Date.now();
    await tell({ silentSince });
    vi.useFakeTimers({ toFake: ["Date"], now: silentSince + silentMs });
    await tell({ silentSince: null });
    return silentSince;
  };
  await silence(7_000);
  const silentSince = await silence(9_000);
  const [row, ...others] = await settled(readSilences, (rows) => rows.length > 0);
  expect(row).toMatchObject({ startsAt: silentSince, endsAt: silentSince + 9_000 });
  expect(others).toEqual([]);
});
