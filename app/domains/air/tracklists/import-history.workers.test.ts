import { env, SELF } from "cloudflare:test";
import { and, eq } from "drizzle-orm";
import { ulid } from "ulidx";
import { beforeEach, expect, test } from "vitest";
import type { SocietyReport } from "#app/domains/air/tracklists/contract/exports.ts";
import type {
  CorrectedView,
  ImportedView,
  TracklistView,
} from "#app/domains/air/tracklists/contract/tracklists.ts";
import { recordPlay } from "#app/domains/music/tracks/queries/room-plays.ts";
import { openDb } from "#db/client.ts";
import { broadcasts, plays, recordings, tracklistEvidence } from "#db/schema/index.ts";
import { encodeText } from "#tests/helpers/encode-text.ts";
import { firstAt, night, offsets, preListened } from "#tests/helpers/history-files/night.ts";
import { seratoSessions } from "#tests/helpers/history-files/serato.ts";
import { rekordboxTexts } from "#tests/helpers/history-files/tables.ts";
import { nmlOf } from "#tests/helpers/history-files/traktor.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makeSet, makeStage } from "#tests/helpers/stages.ts";
import { createAppContext } from "../../../../workers/context.ts";
import { findViewer } from "../../../../workers/session.ts";

const db = openDb(env.DB);
const minMs = 60_000;

let manager: Person;
let performer: Person;
let set: string;
let on: { stageId: string; performerId: string; setId: string; broadcastId: string };

beforeEach(async () => {
  [manager, performer] = await Promise.all([makePerson({ isManager: true }), makePerformer()]);
  const stage = await makeStage(manager);
  set = (await makeSet(stage, performer, -120 * minMs)).id;
  on = { stageId: stage.id, performerId: performer.id, setId: set, broadcastId: ulid() };
  const { broadcastId: id, ...credit } = on;
  const aired = { startedAt: firstAt, endedAt: firstAt + 45 * minMs, streamId: ulid() };
  await db.insert(broadcasts).values({ id, ...credit, ...aired });
});

interface File {
  bytes: Uint8Array;
  name: string;
}

const nml = (text: string, name = "history_2026.nml"): File => ({
  bytes: new TextEncoder().encode(text),
  name,
});
const importFile = <View = ImportedView>({ bytes, name }: File, as = performer, status = 200) =>
  answerOf<View>(
    request("/api/tracklist/importHistory", {
      as,
      body: { set, file: Buffer.from(bytes).toString("base64"), name, timeZone: "UTC" },
    }),
    status,
  );
const open = () => answerOf<TracklistView>(request(`/api/tracklist/get?set=${set}`));
const titlesOf = ({ lines }: TracklistView) => lines.map(({ track }) => track?.title ?? null);
const storedPlays = () =>
  db
    .select()
    .from(plays)
    .where(and(eq(plays.setId, set), eq(plays.isRemoved, false)))
    .orderBy(plays.playedAt);
const evidence = () => db.select().from(tracklistEvidence).where(eq(tracklistEvidence.performance, set));

test("a history file makes the plays of the set, with their times and what it knows of the recordings", async () => {
  const [session = { bytes: new Uint8Array(), name: "" }] = seratoSessions;
  const view = await importFile(session);
  expect(view).toMatchObject({ format: "serato-session", read: 8, placed: 8, leftOut: [] });
  expect(titlesOf(view.tracklist)).toEqual(night.map(({ title }) => title));
  expect(view.tracklist.lines[0]).toMatchObject({ source: "history", confidence: "named" });
  expect((await storedPlays()).map(({ playedAt }) => playedAt)).toEqual(
    offsets.map((from) => firstAt + from),
  );
  const trackId = view.tracklist.lines[0]?.track?._id ?? "";
  // For the performer's own reports; to everyone else it is one person's word.
  const report = await SELF.fetch(`http://localhost:8787/api/tracklist/${set}.json?for=ppl`, {
    headers: { authorization: `Bearer ${performer.token}` },
  });
  const { lines, leftOut } = await report.json<SocietyReport>();
  expect([...lines, ...leftOut].find(({ order }) => order === 1)).toMatchObject({
    album: "Album 0",
    composer: "Writer 0",
    label: "Night Bus Records",
    sources: { album: "history", composer: "history", label: "history" },
  });
  expect(await db.select().from(recordings).where(eq(recordings.trackId, trackId))).toEqual([]);
});

test("the same file again changes nothing; a newer one of its name takes its place", async () => {
  await importFile(nml(nmlOf(night.slice(0, 5))));
  const before = await evidence();
  const lines = (await open()).lines.map(({ id }) => id);
  await importFile(nml(nmlOf(night.slice(0, 5)), "history_2026 (1).nml"));
  expect(await evidence()).toEqual(before);
  const { tracklist } = await importFile(nml(nmlOf(night.slice(1))));
  expect(titlesOf(tracklist)).toEqual(night.slice(1).map(({ title }) => title));
  expect(tracklist.lines.slice(0, 4).map(({ id }) => id)).toEqual(lines.slice(1));
  expect(await storedPlays()).toHaveLength(7);
});

test("what the performer said about a line survives the next import", async () => {
  const { tracklist } = await importFile(nml(nmlOf(night.slice(0, 3))));
  const line = tracklist.lines[1]?.id;
  await answerOf<CorrectedView>(
    request("/api/tracklist/correct", {
      as: performer,
      body: { set, act: "name", line, artist: "Bo", title: "Really" },
    }),
  );
  const again = await importFile(nml(nmlOf(night.slice(0, 4))));
  expect(titlesOf(again.tracklist).slice(0, 3)).toEqual([night[0]?.title, "Really", night[2]?.title]);
});

test("a title of the encoder and the file are one line, whatever the spelling and the clock", async () => {
  for (const index of [1, 2, 4]) {
    const { artist, title } = { artist: "", title: "", ...night[index] };
    const spelled = title.replace(" (Dub Mix)", "").toUpperCase();
    const track = {
      id: ulid(),
      key: ulid(),
      artist: artist.toUpperCase(),
      title: spelled,
      createdAt: firstAt,
    };
    const playedAt = firstAt + (offsets[index] ?? 0) + 5 * minMs;
    const id = ulid();
    for (const { sql, params } of recordPlay(db, track, [], { id, ...on, performance: set, playedAt }))
      await env.DB.prepare(sql)
        .bind(...params)
        .run();
  }
  const { tracklist } = await importFile(nml(nmlOf(night)));
  const agreed = tracklist.lines.filter(
    ({ kinds }) => kinds.includes("encoder") && kinds.includes("history"),
  );
  expect(agreed.map(({ confidence }) => confidence)).toEqual(["fileable", "fileable"]);
  expect(tracklist.lines[0]?.start).toBe(firstAt + 5 * minMs);
});

test("known recordings keep what is known of them", async () => {
  const [first] = (await importFile(nml(nmlOf(night.slice(0, 1))))).tracklist.lines;
  await db.insert(recordings).values({ trackId: first?.track?._id ?? "", album: "The Real One" });
  await importFile(nml(nmlOf(night)));
  const [stored] = await db
    .select()
    .from(recordings)
    .where(eq(recordings.trackId, first?.track?._id ?? ""));
  expect(stored?.album).toBe("The Real One");
});

test("an order alone is laid over the set, and says so", async () => {
  const [text = { bytes: new Uint8Array(), name: "" }] = rekordboxTexts;
  const { placed, tracklist } = await importFile(text);
  expect([placed, titlesOf(tracklist)[0]]).toEqual([8, night[0]?.title]);
  expect((await evidence()).every(({ details }) => details.approximately === 1)).toBe(true);
});

test("what was not heard on this set is left out with a reason", async () => {
  const late = { ...(night[0] ?? preListened), title: "After Hours", from: 7_200 };
  const view = await importFile(nml(nmlOf([...night, preListened, late])));
  expect(view).toMatchObject({ read: 10, placed: 8 });
  expect(view.leftOut).toMatchObject([{ title: "After Hours", reason: "It was played after this set." }]);
});

test("a preview says what a file would do, in which charset it was read, and stores nothing", async () => {
  const list = [
    "Мой сет",
    "0:00 Нора Вейл - Янтарь",
    "5:00 ID - ID",
    "9:00 Кайт - Отлив",
    "90:00 Мира - Снег",
  ];
  const file = Buffer.from(encodeText(list.join("\n"), "windows-1251")).toString("base64");
  const send = (body: object, status = 200) =>
    answerOf<ImportedView>(
      request("/api/tracklist/importHistory", {
        as: performer,
        body: { set, file, name: "list.txt", ...body },
      }),
      status,
    );
  const view = await send({ preview: true });
  expect(view).toMatchObject({
    isPreview: true,
    placed: 2,
    entries: [
      {
        artist: "Нора Вейл",
        title: "Янтарь",
        start: firstAt,
        end: firstAt + 5 * minMs,
        isApproximate: false,
      },
      { artist: "Кайт", title: "Отлив", start: firstAt + 9 * minMs },
    ],
    leftOut: [
      { title: "ID", reason: "The file does not name it." },
      { title: "Снег", reason: "It was played after this set." },
    ],
    unread: ["Мой сет"],
    charset: { name: "windows-1251", isGuessed: true },
    tracklist: { lines: [] },
  });
  expect([await evidence(), await storedPlays()]).toEqual([[], []]);
  // Another charset is another name; one that is not known is refused in words.
  expect((await send({ preview: true, charset: "ISO-8859-1" })).entries[0]?.title).toBe("ßíòàðü");
  await send({ preview: true, charset: "klingon" }, 400);
  const stored = await send({ charset: "cp1251" });
  expect(stored).toMatchObject({ isPreview: false, placed: 2 });
  expect(titlesOf(stored.tracklist)).toEqual(["Янтарь", "Отлив"]);
});

test.each(["shift_jis", "euc-jp"] as const)("the server reads %s, too", async (charset) => {
  const text = "0:00 宇多田 - 光の部屋\n5:00 坂本 - 夜のバス";
  const { tracklist } = await importFile({ bytes: encodeText(text, charset), name: "list.txt" });
  expect(titlesOf(tracklist)).toEqual(["光の部屋", "夜のバス"]);
});

test("only the performer may lay a file onto a set, and a wrong file is refused in words", async () => {
  const file = nml(nmlOf(night));
  for (const as of [manager, await makePerson()]) await importFile(file, as, 404);
  const song = { bytes: new TextEncoder().encode("ID3 and so on"), name: "song.mp3" };
  const { error } = await importFile<{ error: string }>(song, performer, 400);
  expect(error).toContain("sound file");
  await answerOf(
    request("/api/tracklist/importHistory", { as: performer, body: { set, file: "not base64!", name: "a" } }),
    400,
  );
  expect(await evidence()).toEqual([]);
});

test("one account's files are read one after the other, and fifteen a minute", async () => {
  const body = { set, file: btoa("0:00 Ana - One"), name: "a.txt", timeZone: "UTC", preview: true };
  const lay = async () => (await request("/api/tracklist/importHistory", { as: performer, body })).status;
  const asPerformer = new Request(env.CUE_ORIGIN, {
    headers: { authorization: `Bearer ${performer.token}` },
  });
  const { limits } = createAppContext(asPerformer, env, await findViewer(asPerformer, env));
  const turn = `turn:${performer.id}:history`;
  await limits.take(turn, { max: 1, perMs: 30_000 });
  expect(await lay()).toBe(429);
  await limits.giveBack(turn);
  const statuses: number[] = [];
  for (let times = 0; times < 15; times += 1) statuses.push(await lay());
  expect(statuses).toEqual([...Array.from({ length: 14 }, () => 200), 429]);
});

test("a file that would fill the catalog is refused, and nothing of it is stored", async () => {
  const names = (line: number) => Array.from({ length: 12 }, (_, n) => `Voice ${line * 12 + n}`).join(" × ");
  const lines = Array.from({ length: 80 }, (_, line) => {
    const [minutes, seconds] = [Math.floor(line / 2), (line % 2) * 30];
    return `${minutes}:${String(seconds).padStart(2, "0")} ${names(line)} - Song ${line}`;
  });
  const file = { bytes: new TextEncoder().encode(lines.join("\n")), name: "choirs.txt" };
  const { error } = await importFile<{ error: string }>(file, performer, 400);
  expect(error).toContain("too many artists");
  expect(await evidence()).toEqual([]);
});
