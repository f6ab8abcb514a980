/** Past performances: sets that were played, and those on profiles and on-demand stages that can be heard again. */
import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { ulid } from "ulidx";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { PlayedSetView, SetPage } from "#app/domains/air/sets/contract/changes.ts";
import type { DeskView } from "#app/domains/air/sets/contract/desk.ts";
import { openDb } from "#db/client.ts";
import * as tables from "#db/schema/index.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { makePlayedSet } from "#tests/helpers/replays.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makePlay, makeStage } from "#tests/helpers/stages.ts";

const db = openDb(env.DB);
const hourMs = 3_600_000;
const minMs = 60_000;

let manager: Person;
let fan: Person;
let dj: Person;
/** A booking stage, and an on-demand stage. */
let booked: string;
let lounge: string;

beforeAll(async () => {
  [manager, fan] = await Promise.all([makePerson({ isManager: true }), makePerson()]);
  booked = (await makeStage(manager)).id;
});

beforeEach(async () => {
  dj = await makePerformer();
  lounge = (await makeStage(manager, { name: "Lounge", instant: true })).id;
});

type Facts = Partial<typeof tables.replays.$inferInsert>;

/** An hour that can be heard again; on the profile of `dj` unless told otherwise. Returns its id. */
async function perform(hoursAgo: number, facts: Facts = {}): Promise<string> {
  const id = facts.id ?? ulid();
  const startedAt = facts.startedAt ?? Date.now() - hoursAgo * hourMs;
  const row = { id, performance: id, performerId: dj.id, stageId: null, startedAt, ...facts };
  const { stageId, performerId, performance } = row;
  await db.insert(tables.replays).values({
    room: stageId === null ? `profile/${performerId}` : `stage/${stageId}`,
    status: "ready",
    endedAt: startedAt + hourMs,
    durationMs: hourMs,
    visibility: "always",
    mayDownload: true,
    isInFeed: true,
    changedAt: 1,
    ...row,
  });
  const aired = { streamId: `s-${id}`, stageId, performerId, performance };
  const later = { startedAt: startedAt + 25 * minMs, endedAt: startedAt + hourMs, peakListeners: 7 };
  await db.insert(tables.broadcasts).values([
    { id, ...aired, startedAt, endedAt: startedAt + 20 * minMs, peakListeners: 3 },
    { id: ulid(), ...aired, ...later },
  ]);
  return id;
}

async function playSet(hoursAgo: number, performer = dj): Promise<string> {
  const startedAt = Date.now() - hoursAgo * hourMs;
  const credit = { stageId: booked, performerId: performer.id };
  const setId = await makePlayedSet(credit, startedAt);
  await db.insert(tables.broadcasts).values({ id: ulid(), streamId: "s", ...credit, setId, startedAt });
  return setId;
}

const ofPerformer = (as: Person) =>
  answerOf<PlayedSetView[]>(request("/api/sets/getLatestSets", { as, body: { user: dj.id } }));
const ofStage = (as: Person, room = lounge) =>
  answerOf<PlayedSetView[]>(request("/api/sets/getLatestRoomSets", { as, body: { room } }));
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

async function readPages(as: Person): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: object = {};
  for (;;) {
    const body = { user: dj.id, ...cursor };
    const { items, dateCursor, idCursor } = await answerOf<SetPage>(
      request("/api/sets/getPastSetsPaginate", { as, body }),
    );
    pages.push(idsOf(items));
    if (idCursor === "end") return pages;
    cursor = { dateCursor, idCursor };
  }
}

test("what was on a profile is among the past performances, with the row of a set that leads to its replay", async () => {
  const [oldest, set, profile, stage] = [
    await perform(40),
    await playSet(30),
    await perform(20),
    await perform(10, { stageId: lounge }),
  ];
  const rows = await ofPerformer(fan);
  expect(idsOf(rows)).toEqual([stage, profile, set, oldest]);
  expect(await readPages(fan)).toEqual([idsOf(rows)]);
  const [onStage, onProfile, booking] = rows;
  expect(onProfile).toEqual({
    id: profile,
    _id: profile,
    name: `${dj.username} live`,
    description: "",
    url: `/live/s-${profile}`,
    startTime: expect.any(Number),
    endTime: (onProfile?.startTime ?? 0) + hourMs,
    room: null,
    user: { id: dj.id, _id: dj.id, username: dj.username, profile: null },
    private: null,
    weeks: 1,
    dst: [0],
    peakListeners: 7,
    totalFavorites: 0,
    totalCheers: 0,
    totalTips: 0,
    replay: { id: profile, url: `/replay/${profile}`, duration: hourMs, isPublic: true },
    isWithoutSet: true,
  });
  expect(onStage).toMatchObject({ room: { id: lounge, name: "Lounge", currentListeners: 0 } });
  expect(booking?.isWithoutSet).toBeUndefined();
  // Only what was booked has a picture and tags of its own, and the state of a booking.
  expect(Object.keys(booking ?? {}).toSorted()).toEqual(
    [
      ...Object.keys(onStage ?? {}).filter((key) => key !== "isWithoutSet"),
      "picture",
      "state",
      "tags",
    ].toSorted(),
  );
});

test("the dashboard of their performer lists them too", async () => {
  await perform(20);
  await playSet(30);
  const { playedSets } = await answerOf<DeskView>(request("/api/djs/desk", { as: dj }));
  expect(playedSets).toHaveLength(2);
  expect(playedSets).toEqual(await ofPerformer(dj));
});

test("an on-demand stage lists what named performers played there", async () => {
  const other = await makePerformer();
  const [first, second] = [
    await perform(4, { stageId: lounge }),
    await perform(2, { stageId: lounge, performerId: other.id }),
  ];
  await perform(3, { stageId: lounge, performerId: null });
  await perform(3);
  await perform(3, { stageId: booked });
  const rows = await ofStage(fan);
  expect(rows.map(({ id, user }) => [id, user.id])).toEqual([
    [second, other.id],
    [first, dj.id],
  ]);
  const set = await playSet(5, other);
  expect(idsOf(await ofStage(fan, booked))).toContain(set);
  expect((await ofStage(fan, booked)).filter(({ isWithoutSet }) => isWithoutSet)).toEqual([]);
});

test("a performance is listed for those who may hear its replay, and for nobody else", async () => {
  const mine = await perform(1, { visibility: "me" });
  const day = await perform(10, { visibility: "day" });
  await perform(30, { visibility: "day" });
  await perform(2, { visibility: "never" });
  await perform(3, { status: "deleted" });
  await perform(4, { status: "recording", endedAt: null });
  const withheld = await perform(5, { stageId: lounge });
  expect(idsOf(await ofPerformer(fan))).toEqual([withheld, day]);
  await db.update(tables.stages).set({ keepsReplays: false }).where(eq(tables.stages.id, lounge));
  expect(idsOf(await ofPerformer(fan))).toEqual([day]);
  expect(idsOf(await ofPerformer(manager))).toEqual([day]);
  expect(idsOf(await ofStage(manager))).toEqual([]);
  const own = await ofPerformer(dj);
  expect(idsOf(own)).toEqual([mine, withheld, day]);
  expect(own[0]?.replay).toMatchObject({ id: mine, isPublic: false });
  expect(idsOf(await ofStage(dj))).toEqual([withheld]);
  await db.update(tables.users).set({ bannedAt: 1 }).where(eq(tables.users.id, dj.id));
  await db.update(tables.stages).set({ keepsReplays: true }).where(eq(tables.stages.id, lounge));
  expect(idsOf(await ofStage(fan))).toEqual([]);
});

test("its favorites, cheers and tokens are those of its sound, in its room", async () => {
  const id = await perform(10, { stageId: lounge });
  await perform(10);
  const { startedAt } = (await db.select().from(tables.replays).where(eq(tables.replays.id, id)))[0] ?? {};
  const at = (min: number) => (startedAt ?? 0) + min * minMs;
  const given = { userId: fan.id, performerId: dj.id, stageId: lounge };
  const cheer = (min: number, more: object = {}) => ({ id: ulid(), ...given, cheeredAt: at(min), ...more });
  await db.insert(tables.cheers).values([
    cheer(0),
    cheer(59),
    // Heard a little later.
    cheer(60.5, { mediaAt: at(59.9) }),
    // Of what was before or after it, of another performer, and on the profile.
    cheer(-1),
    cheer(60.5),
    cheer(0.5, { mediaAt: at(-0.1) }),
    cheer(10, { performerId: fan.id }),
    cheer(10, { stageId: null }),
    cheer(11, { stageId: null }),
  ]);
  const { trackId } = await makePlay({ stageId: lounge, performerId: dj.id });
  await db.insert(tables.favorites).values({ ...given, trackId, createdAt: at(5) });
  const wallets = { fromWallet: "a", toWallet: "b" };
  const tip = (amount: number, more: object) => ({
    id: ulid(),
    ...wallets,
    amount,
    stageId: lounge,
    tippedAt: at(5),
    ...more,
  });
  await db
    .insert(tables.tips)
    .values([tip(5, { broadcastId: id }), tip(4, { broadcastId: id, reversed: 1 }), tip(9, {})]);
  const [row, profile] = (await ofPerformer(fan)).toSorted((a, b) => (a.room ? -1 : b.room ? 1 : 0));
  expect(row).toMatchObject({ id, peakListeners: 7, totalFavorites: 1, totalCheers: 3, totalTips: 8 });
  expect(profile).toMatchObject({ peakListeners: 7, totalFavorites: 0, totalCheers: 2, totalTips: 0 });

  await db.update(tables.users).set({ hideProfileStats: true }).where(eq(tables.users.id, dj.id));
  const hidden = { peakListeners: null, totalFavorites: null, totalCheers: null, totalTips: null };
  expect(await ofPerformer(fan)).toMatchObject([hidden, hidden]);
  expect(await ofStage(fan)).toMatchObject([{ id, ...hidden }]);
  for (const as of [dj, manager])
    expect(await ofStage(as)).toMatchObject([{ id, totalCheers: 3, totalTips: 8 }]);
  expect(new Set((await ofPerformer(dj)).map(({ totalTips }) => totalTips))).toEqual(new Set([0, 8]));
});

test("pages of both kinds lose and repeat nothing, at equal times and past what may not be heard", async () => {
  const ids: { id: string; at: number }[] = [];
  const now = Date.now();
  for (let n = 0; n < 32; n++) {
    // Four of each millisecond, in the order of their kinds: not that of their ids.
    const startedAt = now - 10 * hourMs - Math.floor(n / 4);
    if (n % 4 === 3) {
      const credit = { stageId: booked, performerId: dj.id };
      const setId = await makePlayedSet(credit, startedAt);
      await db.insert(tables.broadcasts).values({ id: ulid(), streamId: "s", ...credit, setId, startedAt });
      ids.push({ id: setId, at: startedAt });
    } else ids.push({ id: await perform(0, { startedAt }), at: startedAt });
  }
  // More than a page of what the query gives and the rule refuses, between two of them.
  for (let n = 0; n < 25; n++)
    await perform(0, { startedAt: now - 30 * hourMs - n, visibility: "day", endedAt: now - 29 * hourMs });
  for (let n = 0; n < 14; n++) {
    const startedAt = now - 60 * hourMs - n;
    ids.push({ id: await perform(0, { startedAt }), at: startedAt });
  }
  const newestFirst = ids.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
  const pages = await readPages(fan);
  expect(pages.flat()).toEqual(newestFirst);
  expect(pages.map((page) => page.length)).toEqual([20, 20, 6]);
  expect(idsOf(await ofPerformer(fan))).toEqual(pages[0]);
  expect((await readPages(dj)).flat()).toEqual(newestFirst);
});

test("a recording that began with a later broadcast is listed by its performance", async () => {
  const first = ulid();
  const replay = await perform(5, { performance: first });
  expect(await ofPerformer(fan)).toMatchObject([
    { id: first, replay: { id: replay, url: `/replay/${replay}` } },
  ]);
});

test("lists of sets alone have no other performances: one's own sets, and feeds but for their episodes", async () => {
  await perform(5, { isInFeed: false });
  const set = await playSet(8);
  expect(idsOf(await answerOf<PlayedSetView[]>(request("/api/sets/getMyPastSets", { as: dj })))).toEqual([
    set,
  ]);
  const feed = await (await SELF.fetch(`http://localhost:8787/feed/performer/${dj.id}.xml`)).text();
  expect(feed.match(/<item>/g)).toHaveLength(1);
  expect(feed).toContain(set);
});
