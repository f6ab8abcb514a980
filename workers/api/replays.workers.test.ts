import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { ulid } from "ulidx";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type {
  OwnReplayView,
  ReplayDetailsView,
  ReplayEventsView,
  ReplayPage,
} from "#app/domains/air/replays/contract.ts";
import { listReplayEvents } from "#app/domains/air/replays/events.server.ts";
import { listMoments } from "#app/domains/air/replays/moments.server.ts";
import { openReplay } from "#app/domains/air/replays/open.server.ts";
import { listOwnReplays } from "#app/domains/air/replays/own.server.ts";
import { findRecordingRights } from "#app/domains/air/replays/queries/replays.ts";
import { indexKey, tapePrefix } from "#app/domains/air/replays/tape-index.ts";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { openDb } from "#db/client.ts";
import * as tables from "#db/schema/index.ts";
import { StageRoom } from "#durable-objects/room/stage-room.ts";
import { Tape } from "#durable-objects/tape/tape.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { recordingDatabase, wholeTableScans } from "#tests/helpers/query-plan.ts";
import { makePlayedSet, makeReplay } from "#tests/helpers/replays.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import { makePlay, makeSet, makeStage } from "#tests/helpers/stages.ts";
import { createAppContext } from "#workers/context.ts";
import { eraseReplays } from "#workers/jobs/jobs.ts";

const db = openDb(env.DB);
const dayMs = 24 * 3_600_000;

let dj: Person;
let fan: Person;
let manager: Person;
let stageId: string;

beforeAll(async () => {
  [dj, fan, manager] = [await makePerformer(), await makePerson(), await makePerson({ isManager: true })];
  stageId = (await makeStage(manager)).id;
});

afterEach(() => {
  vi.restoreAllMocks();
});

type Caller = { token: string } | undefined;
const open = (replay: string, as?: Caller) =>
  answerOf<ReplayDetailsView>(request("/api/replays/get", { as, body: { replay } }));
const update = (replay: string, change: object, as: Caller = dj) =>
  answerOf<OwnReplayView>(request("/api/replays/update", { as, body: { replay, ...change } }));
const openSet = (set: string, as?: Caller) =>
  answerOf<SetView>(request("/api/sets/getSet", { as, body: { set } }));
const rowOf = async (performance: string) =>
  (await db.select().from(tables.replays).where(eq(tables.replays.performance, performance)))[0];

/** A played set with its recording. */
async function makeRecordedSet(facts: Parameters<typeof makeReplay>[0] = {}) {
  const setId = await makePlayedSet({ stageId, performerId: dj.id });
  return { setId, ...(await makeReplay({ stageId, performerId: dj.id, setId, ...facts })) };
}

describe("the list of all replays", () => {
  const listed = async (as?: Caller, cursor: object = {}) =>
    answerOf<ReplayPage>(request("/api/replays/getLatestPaginate", { as, body: cursor }));
  const idsOf = ({ items }: ReplayPage) => items.map(({ id }) => id);

  test("has what everyone may hear, newest first, page by page", async () => {
    const startedAt = Date.now() - 7_200_000;
    const made: string[] = [];
    // Two of them of the same millisecond.
    for (let n = 0; n < 23; n++)
      made.push(
        (await makeReplay({ performerId: dj.id, startedAt: startedAt + Math.min(n, 21) * 1_000 })).id,
      );
    const { setId, id } = await makeRecordedSet({ startedAt: startedAt + 30_000 });
    for (const visibility of ["me", "never"] as const)
      await makeReplay({ performerId: dj.id, startedAt: startedAt + 40_000, visibility });
    await makeReplay({ performerId: dj.id, startedAt: startedAt - dayMs, visibility: "day" });
    await makeReplay({
      performerId: dj.id,
      startedAt: startedAt + 40_000,
      status: "recording",
      endedAt: null,
    });
    const banned = await makePerformer({ bannedAt: 1 });
    await makeReplay({ performerId: banned.id, startedAt: startedAt + 40_000 });

    const first = await listed();
    expect(first.items[0]).toMatchObject({ id, set: setId, isPublic: true, performer: { id: dj.id } });
    expect(idsOf(first)).toHaveLength(20);
    const second = await listed(fan, first);
    const newestFirst = [...idsOf(first), ...idsOf(second)];
    expect(newestFirst.slice(0, 24)).toEqual([id, ...made.toSorted().toReversed()]);
    expect(new Set(newestFirst).size).toBe(newestFirst.length);
    expect(second.idCursor).toBe("end");
  });

  test("has nothing of a performer with a block between them and the reader", async () => {
    const [other, reader] = [await makePerformer(), await makePerson()];
    const { id } = await makeReplay({ performerId: other.id });
    expect(idsOf(await listed(reader))).toContain(id);
    await answerOf(request("/api/users/blockUser", { as: other, body: { block: reader.id } }));
    expect(idsOf(await listed(reader))).not.toContain(id);
    expect(idsOf(await listed(fan))).toContain(id);
  });
});

describe("what a replay consists of", () => {
  test("tracks, cheers, gaps and peaks are by position", async () => {
    const anchors = (at: number) => [
      { position: 0, at },
      { position: 20_000, at: at + 50_000 },
    ];
    const setId = await makePlayedSet({ stageId, performerId: dj.id });
    const startedAt = Date.now() - 3_700_000;
    const made = await makeReplay(
      { stageId, performerId: dj.id, setId, startedAt },
      { anchors: anchors(startedAt) },
    );
    const { playId } = await makePlay({ stageId, performerId: dj.id, setId });
    await db
      .update(tables.plays)
      .set({ playedAt: startedAt + 60_000 })
      .where(eq(tables.plays.id, playId));
    const cheer = (cheeredAt: number, mediaAt: number | null = null) => ({
      id: ulid(),
      userId: fan.id,
      stageId,
      setId,
      cheeredAt,
      mediaAt,
    });
    // Before, within the gap, after, and when it was over.
    const times = [-1_000, 30_000, 55_000, 500_000].map((after) => cheer(startedAt + after));
    // By listeners 25 s behind: for sound that is in it, and for sound before it.
    const behind = [85_000, 20_000].map((after) => cheer(startedAt + after, startedAt + after - 25_000));
    await db.insert(tables.cheers).values([...times, ...behind]);
    const view = await open(setId);
    expect(view).toMatchObject({
      id: made.id,
      url: `/replay/${made.id}`,
      duration: 45_000,
      isPublic: true,
      name: "Late bus",
      set: setId,
      performer: { id: dj.id },
      room: { id: stageId, name: "Test stage", thumbnail: null },
      startTime: startedAt,
      endTime: startedAt + 45_000,
      opus: `/replay/${made.id}.opus`,
      mp3: `/replay/${made.id}.mp3`,
      opusBytes: (await (await SELF.fetch(`http://localhost:8787/replay/${made.id}.opus`)).bytes())
        .byteLength,
      isDownloadable: true,
      availableUntil: null,
      listenCount: 0,
      gaps: [{ at: 20_000, duration: 30_000 }],
      cheers: [20_000, 25_000, 30_000],
      rights: null,
    });
    expect(view.peaks).toHaveLength(90);
    expect(view.tracks).toMatchObject([{ id: playId, start: 30_000, listenCount: 0 }]);
    expect((await open(setId, dj)).rights).toEqual({ visibility: "always", download: true, feed: true });
  });

  test("without a set its tracks are those of the broadcasts of the performance", async () => {
    const made = await makeReplay({ stageId, performerId: null });
    const { startedAt, id } = { ...made.index, id: made.id };
    const again = ulid();
    const broadcast = { streamId: "s", stageId, startedAt, performance: id };
    await db.insert(tables.broadcasts).values([
      { id, ...broadcast },
      { id: again, ...broadcast },
      { id: ulid(), ...broadcast, performance: "another" },
    ]);
    const plays = await Promise.all([id, again, ulid()].map(() => makePlay({ stageId, performerId: dj.id })));
    for (const [index, broadcastId] of [id, again, ulid()].entries())
      await db
        .update(tables.plays)
        .set({ broadcastId, playedAt: startedAt + index * 1_000 })
        .where(eq(tables.plays.id, plays[index]?.playId ?? ""));
    const view = await open(id);
    expect(view.tracks.map((track) => [track.id, track.start])).toEqual([
      [plays[0]?.playId, 0],
      [plays[1]?.playId, 1_000],
    ]);
    expect(view).toMatchObject({ name: "Test stage", performer: null, set: null });
    expect((await open(id, manager)).rights).not.toBeNull();
  });

  test("a performer who hides statistics hides them here, except from the stage's managers", async () => {
    const shy = await makePerformer({ hideProfileStats: true });
    const setId = await makePlayedSet({ stageId, performerId: shy.id });
    const made = await makeReplay({ stageId, performerId: shy.id, setId });
    await makePlay({ stageId, performerId: shy.id, setId });
    await db
      .update(tables.plays)
      .set({ playedAt: made.index.startedAt })
      .where(eq(tables.plays.setId, setId));
    const hidden = await open(setId, fan);
    expect(hidden).toMatchObject({ listenCount: null, cheers: null, tracks: [{ listenCount: null }] });
    for (const as of [shy, manager])
      expect(await open(setId, as)).toMatchObject({
        listenCount: 0,
        cheers: [],
        tracks: [{ listenCount: 0 }],
      });
  });

  test("a deleted stage is still named, and what nobody played there is gone", async () => {
    const closed = (await makeStage(manager, { name: "Old hall" })).id;
    const [played, silent] = [
      await makeReplay({ stageId: closed, performerId: dj.id }),
      await makeReplay({ stageId: closed, performerId: null }),
    ];
    const deletedAt = Date.now();
    await db.update(tables.stages).set({ deletedAt }).where(eq(tables.stages.id, closed));
    expect((await open(played.id)).room).toEqual({ id: closed, name: "Old hall", thumbnail: null });
    expect(await refusalOf(request("/api/replays/get", { body: { replay: silent.id } }))).toBe("not-found");
  });
});

test("a track's plays lead to their moments, for those who may hear them", async () => {
  const { setId, id } = await makeRecordedSet({ visibility: "me" });
  const { playId } = await makePlay({ setId, stageId, performerId: dj.id });
  const elsewhere = await makePlay({ stageId, performerId: dj.id });
  const ctx = createAppContext(new Request(env.CUE_ORIGIN), env, null);
  const moments = () => listMoments(ctx, [{ id: playId }, { id: elsewhere.playId }]);
  expect(await moments()).toEqual({});
  await update(id, { visibility: "always" });
  expect(await moments()).toEqual({ [playId]: `/replay/${id}?play=${playId}` });
});

test("deleting a stage deletes what was its own, and leaves performers theirs", async () => {
  const closing = (await makeStage(manager, { name: "Short-lived" })).id;
  const [played, silent] = [
    await makeReplay({ stageId: closing, performerId: dj.id }),
    await makeReplay({ stageId: closing, performerId: null }),
  ];
  await answerOf(request("/api/rooms/delete", { as: manager, body: { room: closing, name: "Short-lived" } }));
  expect(await rowOf(silent.id)).toMatchObject({ status: "deleted" });
  expect((await open(played.id)).room?.name).toBe("Short-lived");
  await eraseReplays(env);
  expect(await rowOf(silent.id)).toBeUndefined();
});

describe("what happened in the room", () => {
  test("chat, hearts and cheers are by position, without people whom the viewer has blocked", async () => {
    const { setId, index } = await makeRecordedSet();
    const at = index.startedAt + 5_000;
    const said = (userId: string, time: number) => ({
      _id: ulid(),
      user: "name",
      userId,
      message: "Hello",
      time,
      badge: null,
      profile: null,
    });
    const messages = [said(fan.id, at), said("loud", at + 1_000), said(fan.id, at - 60_000)];
    vi.spyOn(StageRoom.prototype, "replayChat").mockResolvedValue(messages);
    const track = { trackId: ulid(), stageId, setId };
    await db.insert(tables.favorites).values([
      { ...track, userId: fan.id, createdAt: at },
      { ...track, userId: dj.id, createdAt: at + 25_000, mediaAt: at + 1_000 },
      // On the replay, a day later.
      { ...track, userId: manager.id, createdAt: at + dayMs },
    ]);
    const viewer = await makePerson();
    const blocked = await makePerson();
    messages[1] = said(blocked.id, at + 1_000);
    await db.insert(tables.blocks).values({ userId: viewer.id, blockedId: blocked.id, createdAt: at });
    const events = (as?: Caller) =>
      answerOf<ReplayEventsView>(request("/api/replays/events", { as, body: { replay: setId } }));
    const all = await events();
    expect(all.chat.map(({ userId, at: position }) => [userId, position])).toEqual([
      [fan.id, 5_000],
      [blocked.id, 6_000],
    ]);
    expect(all).toMatchObject({ hearts: [5_000, 6_000], cheers: [] });
    expect((await events(viewer)).chat.map(({ userId }) => userId)).toEqual([fan.id]);
    const tip = (fromId: string, mediaAt: number) => ({
      _id: ulid(),
      // Given while that sound was heard, a little later.
      time: mediaAt + 2_000,
      mediaAt,
      fromUsername: "name",
      fromId,
      fromBadge: null,
      toUsername: "DJ",
      toId: "dj",
      toBadge: null,
      amount: 25,
    });
    const tips = [
      tip(fan.id, at),
      tip(blocked.id, at + 1_000),
      tip("", at + 2_000),
      tip(fan.id, at - 60_000),
    ];
    vi.spyOn(StageRoom.prototype, "replayTips").mockResolvedValue(tips);
    const tipsIn = ({ tips: shown }: ReplayEventsView) =>
      shown.map((each) => [each.fromId, each.at, each.amount]);
    expect(tipsIn(await events())).toEqual([
      [fan.id, 5_000, 25],
      [blocked.id, 6_000, 25],
      ["", 7_000, 25],
    ]);
    expect(tipsIn(await events(viewer))).toEqual([
      [fan.id, 5_000, 25],
      ["", 7_000, 25],
    ]);
    vi.spyOn(console, "warn").mockImplementation(() => {});
    vi.spyOn(StageRoom.prototype, "replayChat").mockRejectedValue(new Error("restarting"));
    expect(await events()).toMatchObject({ chat: [], hearts: [5_000, 6_000] });
  });
});

describe("changing rights", () => {
  test("a change holds at the next request, and the tape is told", async () => {
    const { id, performance, setId } = await makeRecordedSet();
    const told = vi.spyOn(Tape.prototype, "rightsChanged");
    expect(await update(setId, { visibility: "me" })).toMatchObject({
      id,
      isPublic: false,
      rights: { visibility: "me", download: true, feed: true },
    });
    expect(told).toHaveBeenCalledTimes(1);
    expect((await request(`/replay/${id}.opus`, { method: "HEAD" })).status).toBe(404);
    expect((await openSet(setId, fan)).replay).toBeNull();
    expect((await openSet(setId, dj)).replay).toMatchObject({ id, isPublic: false });
    const day = await update(performance, { visibility: "day", download: false });
    expect(day).toMatchObject({ isPublic: true, availableUntil: (day.endTime ?? 0) + dayMs });
    expect((await open(id)).isDownloadable).toBe(false);
  });

  test("what was chosen stays chosen where the recording of a set on air was deleted, and nothing more is recorded", async () => {
    for (const isDeleted of [false, true]) {
      const stage = await makeStage(manager);
      const { id: setId } = await makeSet(stage, dj, -60_000);
      const onAir = { status: "recording", startedAt: Date.now() - 60_000, endedAt: null } as const;
      const own = { stageId: stage.id, performerId: dj.id, setId };
      const { id } = await makeReplay({ ...own, mayDownload: false, ...onAir });
      if (isDeleted) await request("/api/replays/delete", { as: dj, body: { replay: id } });
      else await update(setId, { visibility: "never" });
      const chosen = { visibility: "never", download: false, feed: true };
      expect((await update(setId, {})).rights).toEqual(chosen);
      expect((await openSet(setId, dj)).replay).toBeNull();
      const performed = { performance: setId, ...own };
      expect(await findRecordingRights(db, performed)).toMatchObject({ visibility: "never", isOwn: true });
      expect((await update(setId, { visibility: "me" })).rights).toEqual({ ...chosen, visibility: "me" });
      expect(await findRecordingRights(db, performed)).toMatchObject({ visibility: "me", isOwn: true });
      await db.update(tables.sets).set({ status: "cancelled" }).where(eq(tables.sets.id, setId));
    }
  });

  test("never keeps what is recorded from everyone, and deletes it after a week: row, files and chat", async () => {
    const { id, performance } = await makeRecordedSet();
    const forgotten = vi.spyOn(StageRoom.prototype, "forgetReplay");
    const open = () => request("/api/replays/get", { as: dj, body: { replay: id } });
    const withdraw = async (days: number) => {
      const withdrawn = await update(id, { visibility: "never" });
      expect(withdrawn.rights.visibility).toBe("never");
      expect((withdrawn.availableUntil ?? 0) / dayMs).toBeCloseTo(Date.now() / dayMs + 7, 2);
      expect(await refusalOf(open())).toBe("not-found");
      const changedAt = Date.now() - days * dayMs;
      await db.update(tables.replays).set({ changedAt }).where(eq(tables.replays.id, id));
    };
    await withdraw(6.9);
    await eraseReplays(env);
    expect((await update(id, { visibility: "me" })).availableUntil).toBeNull();
    expect((await open()).status).toBe(200);
    await withdraw(7.1);
    const again = request("/api/replays/update", { as: dj, body: { replay: id, visibility: "me" } });
    expect(await refusalOf(again)).toBe("not-found");
    await eraseReplays(env);
    expect(forgotten).toHaveBeenCalledWith(performance);
    expect(await rowOf(performance)).toBeUndefined();
    expect((await env.TAPES.list({ prefix: tapePrefix(id) })).objects).toEqual([]);
  });

  test("rights of a set that has not started are kept for it", async () => {
    const set = await makeSet({ id: stageId }, dj, 5 * dayMs);
    // Without a change they are only read.
    expect((await update(set.id, {})).rights).toEqual({ visibility: "always", download: true, feed: true });
    expect(await rowOf(set.id)).toBeUndefined();
    expect((await update(set.id, { visibility: "never" })).rights.visibility).toBe("never");
    expect(await rowOf(set.id)).toMatchObject({ status: "planned", visibility: "never", mayDownload: true });
    expect((await update(set.id, { visibility: "day", feed: false })).rights).toEqual({
      visibility: "day",
      download: true,
      feed: false,
    });
    expect(await refusalOf(request("/api/replays/get", { as: dj, body: { replay: set.id } }))).toBe(
      "not-found",
    );
    expect(await refusalOf(request("/api/replays/delete", { as: dj, body: { replay: set.id } }))).toBe(
      "not-found",
    );
    expect(
      await refusalOf(request("/api/replays/update", { as: manager, body: { replay: set.id, feed: true } })),
    ).toBe("not-found");
    const mine = await answerOf<OwnReplayView[]>(request("/api/replays/getMine", { as: dj }));
    expect(mine.filter((each) => each.set === set.id)).toEqual([]);
  });

  test("a set that is over can no longer get rights", async () => {
    const setId = await makePlayedSet({ stageId, performerId: dj.id });
    const refused = request("/api/replays/update", { as: dj, body: { replay: setId, visibility: "me" } });
    expect(await refusalOf(refused)).toBe("not-found");
  });
});

describe("one's own replays", () => {
  test("are listed newest first, whatever their visibility, until they are over", async () => {
    const me = await makePerformer();
    const of = { performerId: me.id, opusBytes: 10, mp3Bytes: 20 };
    const now = Date.now();
    const older = await makeReplay({ ...of, visibility: "me", startedAt: now - 3 * dayMs });
    const newer = await makeReplay({ ...of, status: "recording", endedAt: null, startedAt: now - 1_000 });
    await makeReplay({ ...of, visibility: "day", startedAt: now - 3 * dayMs });
    await makeReplay({ ...of, status: "deleted" });
    const mine = await answerOf<OwnReplayView[]>(request("/api/replays/getMine", { as: me }));
    expect(mine).toMatchObject([
      { id: newer.id, endTime: null, isPublic: true, bytes: 30, name: me.username, room: null },
      { id: older.id, isPublic: false, rights: { visibility: "me", download: true, feed: true } },
    ]);
  });
});

describe("replays in lists of sets", () => {
  test("played sets have those that the viewer may hear", async () => {
    const me = await makePerformer();
    const made = [];
    for (const visibility of ["always", "me", "never"] as const) {
      const setId = await makePlayedSet({ stageId, performerId: me.id }, Date.now() - 4 * 3_600_000);
      await db
        .insert(tables.broadcasts)
        .values({ id: ulid(), streamId: "s", stageId, performerId: me.id, setId, startedAt: 1 });
      made.push(await makeReplay({ stageId, performerId: me.id, setId, visibility }));
    }
    const list = async (as?: Caller) => {
      const body = { user: me.id };
      const sets = await answerOf<SetView[]>(request("/api/sets/getLatestSets", { as, body }));
      return new Map(sets.map((set) => [set.id, set.replay]));
    };
    const [always, mine, never] = made;
    const seen = await list(fan);
    expect(seen.get(always?.performance ?? "")).toEqual({
      id: always?.id,
      url: `/replay/${always?.id}`,
      duration: 45_000,
      isPublic: true,
    });
    expect(seen.get(mine?.performance ?? "")).toBeNull();
    const own = await list(me);
    expect(own.get(mine?.performance ?? "")).toMatchObject({ id: mine?.id, isPublic: false });
    expect(own.get(never?.performance ?? "")).toBeNull();
  });

  test("coming sets have none", async () => {
    const set = await makeSet({ id: stageId }, dj, 6 * dayMs);
    expect((await openSet(set.id, dj)).replay).toBeNull();
  });
});

test("a replay older than a day is not deleted by the choice of 24 hours, which is refused with a reason", async () => {
  const old = await makeReplay({ performerId: dj.id, startedAt: Date.now() - 2 * dayMs });
  const day = { replay: old.id, visibility: "day" };
  const refused = await answerOf(request("/api/replays/update", { as: dj, body: day }), 400);
  expect(refused).toMatchObject({ code: "bad-input", error: expect.stringContaining("older than a day") });
  await eraseReplays(env);
  expect(await rowOf(old.id)).toMatchObject({ status: "ready", visibility: "always" });
});

test("a stage that keeps nothing any more stops what is recorded there, and hides what was", async () => {
  const on = { performerId: dj.id, stageId } as const;
  const before = await makeReplay({ ...on, status: "ready" });
  const now = await makeReplay({ ...on, status: "recording", endedAt: null });
  const told = vi.spyOn(Tape.prototype, "rightsChanged").mockResolvedValue();
  const keep = (keepsReplays: boolean) =>
    answerOf(request("/api/rooms/update", { as: manager, body: { room: stageId, keepsReplays } }));
  await keep(false);
  expect(told).toHaveBeenCalledOnce();
  expect((await request(`/replay/${before.id}.json`)).status).toBe(404);
  expect((await request(`/replay/${now.id}.json`)).status).toBe(404);
  expect((await request(`/replay/${before.id}.json`, { as: dj })).status).toBe(200);
  await keep(true);
  expect((await request(`/replay/${before.id}.json`)).status).toBe(200);
});

test("the job deletes what is over, and what could not be deleted before", async () => {
  const over = await makeReplay({ performerId: dj.id, visibility: "day", startedAt: Date.now() - 2 * dayMs });
  const kept = await makeReplay({ performerId: dj.id, visibility: "day" });
  const stuck = await makeReplay({ performerId: dj.id });
  const away = vi.spyOn(Tape.prototype, "erase").mockRejectedValue(new Error("restarting"));
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await answerOf(request("/api/replays/delete", { as: dj, body: { replay: stuck.id } }));
  await eraseReplays(env);
  expect(await rowOf(stuck.id)).toMatchObject({ status: "deleted" });
  expect(await env.TAPES.head(indexKey(stuck.id))).not.toBeNull();
  away.mockRestore();
  await eraseReplays(env);
  for (const gone of [over, stuck]) {
    expect(await rowOf(gone.id)).toBeUndefined();
    expect((await env.TAPES.list({ prefix: tapePrefix(gone.id) })).objects).toEqual([]);
  }
  expect(await rowOf(kept.id)).toMatchObject({ status: "ready" });
});

test("every call finds its rows by an index", async () => {
  const { setId } = await makeRecordedSet();
  const profile = await makeReplay({ performerId: dj.id });
  const { database, statements } = recordingDatabase();
  const ctx = createAppContext(new Request("http://localhost:8787/"), { ...env, DB: database }, null);
  const viewer = { id: dj.id } as NonNullable<typeof ctx.viewer>;
  for (const replay of [setId, profile.id]) {
    await openReplay({ ...ctx, viewer }, { replay });
    await listReplayEvents({ ...ctx, viewer }, { replay });
  }
  await listOwnReplays({ ...ctx, viewer });
  const scans = await Promise.all([...statements].map(wholeTableScans));
  expect(scans.flat()).toEqual([]);
});
