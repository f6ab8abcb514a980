import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { ulid } from "ulidx";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import type { OwnSetView, SetChangeView, SetPage } from "#app/domains/air/sets/contract/changes.ts";
import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import type { StageAnswer } from "#app/domains/outside/operator/contract/commands.ts";
import { openDb } from "#db/client.ts";
import { broadcasts, ingestCredentials, sets, stageLog, stages, users } from "#db/schema/index.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makeSet, makeStage } from "#tests/helpers/stages.ts";

const hourMs = 3_600_000;
const db = openDb(env.DB);

let manager: Person;
let performer: Person;
let stage: StageAnswer;

beforeAll(async () => {
  manager = await makePerson({ username: "Scheduler", isManager: true });
});
beforeEach(async () => {
  [performer, stage] = await Promise.all([makePerformer(), makeStage(manager)]);
});

const change = (as: Person, body: Record<string, unknown>, status = 200) =>
  answerOf<SetChangeView & { code?: string }>(request("/api/sets/update", { as, body }), status);
const cancel = (as: Person, set: string, status = 200) =>
  answerOf<SetChangeView & { code?: string }>(
    request("/api/sets/cancel", { as, body: { set, managingRoom: stage.id } }),
    status,
  );

describe("a booked set", () => {
  test("can be renamed by its performer, and also moved by a manager", async () => {
    const set = await makeSet(stage, performer, hourMs);
    const renamed = await change(performer, { set: set.id, name: "Later", description: "Slow" });
    expect(renamed).toMatchObject({ message: "Set updated", name: "Later", description: "Slow" });
    const start = renamed.startTime + hourMs;
    await change(manager, { set: set.id, start, end: start + hourMs });
    expect(
      await answerOf(request("/api/sets/getSet", { as: performer, body: { set: set.id } })),
    ).toMatchObject({
      name: "Later",
      startTime: start,
    });
    const log = await db.select().from(stageLog).where(eq(stageLog.stageId, stage.id));
    expect(log.map(({ actorId, action }) => ({ actorId, action }))).toEqual([
      { actorId: performer.id, action: "set-changed" },
      { actorId: manager.id, action: "set-changed" },
    ]);
    // By it the entries are found, with the former names of the set, when the account is deleted.
    for (const { details } of log) expect(details).toMatchObject({ performer: performer.username });
  });

  test("can be moved by its performer on a stage with automatic approval", async () => {
    await db.update(stages).set({ hasAutoApprove: true }).where(eq(stages.id, stage.id));
    const set = await makeSet(stage, performer, hourMs);
    const start = Date.now() + 5 * hourMs;
    await change(performer, { set: set.id, start, end: start + hourMs });
  });

  test("cannot overlap another set of its stage or its performer", async () => {
    const [first, second] = [
      await makeSet(stage, performer, hourMs),
      await makeSet(stage, performer, 3 * hourMs),
    ];
    const elsewhere = await makeSet(await makeStage(manager), performer, 6 * hourMs);
    for (const [other, inTheWay] of [
      [second, /^That time is taken\. “.+” with .+ is booked then\.$/],
      [elsewhere, /^That time is taken\. .+ plays “.+” on .+ then\.$/],
    ] as const) {
      const [row] = await db.select().from(sets).where(eq(sets.id, other.id));
      const start = (row?.startsAt ?? 0) + hourMs / 2;
      expect(await change(manager, { set: first.id, start, end: start + hourMs }, 409)).toMatchObject({
        code: "slot-taken",
        error: expect.stringMatching(inTheWay),
      });
    }
    const start = Date.now() + 20 * hourMs;
    const races = await Promise.all(
      [first, second].map(({ id }) =>
        request("/api/sets/update", { as: manager, body: { set: id, start, end: start + hourMs } }),
      ),
    );
    expect(races.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    await Promise.all(races.map((race) => race.text()));
  });

  test("keeps its start time after it has started, and cannot change after it has ended", async () => {
    const live = await makeSet(stage, performer, -hourMs / 2);
    const [row] = await db.select().from(sets).where(eq(sets.id, live.id));
    const { startsAt = 0, endsAt = 0 } = row ?? {};
    expect(
      await change(manager, { set: live.id, start: startsAt + hourMs, end: endsAt + hourMs }, 409),
    ).toMatchObject({ code: "set-begun" });
    await change(manager, { set: live.id, end: endsAt + hourMs / 2 });
    await db
      .update(sets)
      .set({ endsAt: Date.now() - 1 })
      .where(eq(sets.id, live.id));
    expect(await change(manager, { set: live.id, name: "Rewritten" }, 409)).toMatchObject({
      code: "set-over",
    });
  });

  test("can be cancelled once, by its performer or a manager", async () => {
    const [first, second] = [
      await makeSet(stage, performer, hourMs),
      await makeSet(stage, performer, 3 * hourMs),
    ];
    expect(await cancel(performer, first.id)).toMatchObject({ message: "Set cancelled" });
    expect(await cancel(performer, first.id, 409)).toMatchObject({ code: "set-over" });
    expect(await change(manager, { set: first.id, name: "Back again" }, 409)).toMatchObject({
      code: "set-over",
    });
    await cancel(manager, second.id);
    expect(await answerOf(request("/api/sets/getMySets", { as: performer }))).toEqual([]);
    // The time is free again.
    await makeSet(stage, performer, hourMs);
  });

  test("is readable for its performer and managers with its last editor, also when cancelled", async () => {
    const { id } = await makeSet(stage, performer, hourMs);
    const open = (as: Person, status = 200) =>
      answerOf<OwnSetView>(request("/api/sets/getOwnSet", { as, body: { set: id } }), status);
    expect(await open(performer)).toMatchObject({
      status: "accepted",
      revision: 0,
      changed: null,
      series: [],
      isManager: false,
      isMovable: false,
    });
    await change(performer, { set: id, name: "Earlier", mixcloudName: "For later" });
    expect(await open(manager)).toMatchObject({
      name: "Earlier",
      mixcloudName: "For later",
      revision: 1,
      changed: { by: { id: performer.id } },
      isManager: true,
      isMovable: true,
    });
    await cancel(manager, id);
    expect(await open(performer)).toMatchObject({
      status: "cancelled",
      changed: { by: { username: "Scheduler" } },
    });
    for (const as of [await makePerformer(), await makePerson({ isManager: true })]) await open(as, 404);
  });

  test("of a weekly series lists its other weeks", async () => {
    await db.update(stages).set({ hasAutoApprove: true, isWeekly: true }).where(eq(stages.id, stage.id));
    const start = Math.ceil(Date.now() / hourMs) * hourMs + hourMs;
    const body = { dj: performer.id, room: stage.id, name: "Weekly", start, end: start + hourMs, weeks: 3 };
    await answerOf(request("/api/setRequests/request", { as: performer, body }));
    const [, second] = await answerOf<SetView[]>(request("/api/sets/getMySets", { as: performer }));
    await cancel(performer, second?.id ?? "");
    const { series } = await answerOf<OwnSetView>(
      request("/api/sets/getOwnSet", { as: performer, body: { set: second?.id } }),
    );
    expect(series.map(({ status }) => status)).toEqual(["accepted", "cancelled", "accepted"]);
    expect(series[2]?.startTime).toBe(start + 14 * 24 * hourMs);
  });

  test("of a weekly series can be cancelled together with the later weeks", async () => {
    await db.update(stages).set({ hasAutoApprove: true, isWeekly: true }).where(eq(stages.id, stage.id));
    const start = Math.ceil(Date.now() / hourMs) * hourMs + hourMs;
    const ask = (name: string, startsAt: number) => {
      const slot = { start: startsAt, end: startsAt + hourMs, weeks: 4, timeZone: "UTC" };
      const body = { dj: performer.id, room: stage.id, name, ...slot };
      return answerOf(request("/api/setRequests/request", { as: performer, body }));
    };
    const mine = async () => {
      const lineup = await answerOf<SetView[]>(request("/api/sets/getMySets", { as: performer }));
      return lineup.map(({ id, name }) => ({ id, name }));
    };
    await ask("Kept", start);
    await ask("Shortened", start + 2 * hourMs);
    const [, , third] = (await mine()).filter(({ name }) => name === "Shortened");
    const body = { set: third?.id, rest: true };
    expect(await answerOf(request("/api/sets/cancel", { as: manager, body }))).toMatchObject({
      message: "Set cancelled for 2 weeks",
    });
    const names = (await mine()).map(({ name }) => name);
    expect(names).toEqual(["Kept", "Shortened", "Kept", "Shortened", "Kept", "Kept"]);
    const alone = await makeSet(stage, performer, 5 * hourMs);
    expect(
      await answerOf(request("/api/sets/cancel", { as: performer, body: { set: alone.id, rest: true } })),
    ).toMatchObject({ message: "Set cancelled" });
  });

  test("refuses an edit of an outdated version and names who changed it", async () => {
    const { id } = await makeSet(stage, performer, hourMs);
    await change(manager, { set: id, revision: 0, description: "Slow" });
    expect(await change(performer, { set: id, revision: 0, description: "Fast" }, 409)).toMatchObject({
      code: "conflict",
      error: "Scheduler changed this set in the meantime.",
    });
    const races = await Promise.all(
      ["One", "Two", "Three"].map((name) =>
        request("/api/sets/update", { as: manager, body: { set: id, revision: 1, name } }),
      ),
    );
    expect(races.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    await Promise.all(races.map((race) => race.text()));
  });

  test("can be tested on its own mount by its performer only", async () => {
    const set = await makeSet(stage, performer, hourMs);
    const body = { set: set.id };
    const started = await answerOf<{ status: string; mount: string; url: string; port: number }>(
      request("/api/sets/test", { as: performer, body }),
    );
    expect(started).toMatchObject({ status: "testing", url: started.mount, port: 1337 });
    expect(
      await answerOf(request("/api/sets/checkIcecast", { as: performer, body: { mount: started.mount } })),
    ).toBe(false);
    for (const path of ["/api/sets/test", "/api/sets/endTest"]) {
      await answerOf(request(path, { as: manager, body }), 404);
      await answerOf(request(path, { as: performer, body: { set: "nothing" } }), 404);
      await answerOf(request(path, { as: performer, body: {} }), 400);
    }
    await answerOf(request("/api/sets/endTest", { as: performer, body }));
  });

  test("is not found for other users", async () => {
    const set = await makeSet(stage, performer, hourMs);
    const otherManager = await makePerson({ isManager: true });
    await makeStage(otherManager);
    for (const as of [otherManager, await makePerformer(), await makePerson()]) {
      await change(as, { set: set.id, name: "Mine now" }, 404);
      await cancel(as, set.id, 404);
    }
    await change(manager, { set: "nothing" }, 404);
    await cancel(manager, "nothing", 404);
    await change(manager, { set: set.id, start: "soon" }, 400);
  });
});

describe("past sets", () => {
  /** A set that ended `hoursAgo`, on air or not. */
  async function makePast(hoursAgo: number, wasOnAir = true): Promise<string> {
    const id = ulid();
    const endsAt = Date.now() - hoursAgo * hourMs;
    await db.insert(sets).values({
      id,
      stageId: stage.id,
      performerId: performer.id,
      name: `${hoursAgo} h ago`,
      startsAt: endsAt - hourMs,
      endsAt,
      createdAt: 1,
    });
    if (wasOnAir) {
      await db.insert(broadcasts).values({
        id: ulid(),
        streamId: "stream",
        stageId: stage.id,
        performerId: performer.id,
        setId: id,
        startedAt: endsAt - hourMs,
        endedAt: endsAt,
      });
    }
    return id;
  }

  test("are paged newest first without loss or repetition while sets are added", async () => {
    const ids: string[] = [];
    for (let hours = 1; hours <= 45; hours++) ids.push(await makePast(hours * 2));
    await makePast(1, false);
    const seen: string[] = [];
    let page: Pick<SetPage, "dateCursor" | "idCursor"> = { dateCursor: null, idCursor: "" };
    do {
      const next: SetPage = await answerOf(
        request("/api/sets/getPastSetsPaginate", {
          as: manager,
          body: { user: performer.id, ...(page.idCursor === "" ? {} : page) },
        }),
      );
      seen.push(...next.items.map(({ id }) => id));
      page = next;
      await makePast(0);
    } while (page.idCursor !== "end");
    expect(seen).toEqual(ids);
    expect(seen).toHaveLength(45);
  });

  test("are listed newest first for a performer, a stage and oneself", async () => {
    const id = await makePast(1);
    await makePast(2, false);
    const ask = (path: string, body?: unknown) =>
      answerOf<SetView[]>(request(`/api/sets/${path}`, { as: performer, body }));
    expect((await ask("getLatestSets", { user: performer.id })).map((set) => set.id)).toEqual([id]);
    expect((await ask("getLatestRoomSets", { room: stage.id })).map((set) => set.id)).toEqual([id]);
    expect((await ask("getMyPastSets")).map((set) => set.id)).toEqual([id]);
    const next = await makeSet(stage, performer, hourMs);
    expect((await ask("getUserUpcomingSets", { user: performer.id })).map((set) => set.id)).toEqual([
      next.id,
    ]);
    await answerOf(request("/api/sets/getLatestSets", { as: performer, body: { user: "nobody" } }), 404);
  });

  test("hide their numbers from others if their performer hides statistics", async () => {
    await makePast(1);
    await db.update(users).set({ hideProfileStats: true }).where(eq(users.id, performer.id));
    const body = { user: performer.id };
    const ask = (as: Person, path: string) => answerOf<unknown>(request(`/api/sets/${path}`, { as, body }));
    const hidden = { peakListeners: null, totalFavorites: null, totalCheers: null };
    expect(await ask(manager, "getPastSetsPaginate")).toMatchObject({ items: [hidden] });
    expect(await ask(manager, "getLatestSets")).toMatchObject([hidden]);
    expect(await ask(performer, "getPastSetsPaginate")).toMatchObject({ items: [{ peakListeners: 0 }] });
    const onStage = (as: Person) =>
      answerOf<unknown>(request("/api/sets/getLatestRoomSets", { as, body: { room: stage.id } }));
    expect(await onStage(await makePerson())).toMatchObject([hidden]);
    for (const as of [performer, manager]) expect(await onStage(as)).toMatchObject([{ peakListeners: 0 }]);
  });

  test("of a limited time span include every set that overlaps it", async () => {
    const past = await makePast(1, false);
    const next = await makeSet(stage, performer, hourMs);
    const { startTime, endTime } = await answerOf<SetView>(
      request("/api/sets/getSet", { as: performer, body: { set: next.id } }),
    );
    const ask = (from: number, until: number) =>
      request("/api/sets/getRoomSchedule", { as: performer, body: { room: stage.id, from, until } });
    const idsOf = async (from: number, until: number) =>
      (await answerOf<SetView[]>(ask(from, until))).map(({ id }) => id);
    expect(await idsOf(startTime - 30 * 24 * hourMs, startTime + 1)).toEqual([past, next.id]);
    expect(await idsOf(startTime - hourMs, startTime)).not.toContain(next.id);
    expect(await idsOf((endTime ?? 0) - 1, startTime + 24 * hourMs)).toEqual([next.id]);
    expect((await ask(startTime, startTime)).status).toBe(400);
    expect((await ask(startTime, startTime + 43 * 24 * hourMs)).status).toBe(400);
  });
});

test("a set includes its stage, weeks and clock changes, and its mount for its performer only", async () => {
  await db.update(stages).set({ isWeekly: true }).where(eq(stages.id, stage.id));
  const start = (Math.floor(Date.now() / hourMs) + 30) * hourMs;
  const booking = { room: stage.id, start, end: start + hourMs, name: "Weekly", weeks: 26 };
  const body = { ...booking, dj: performer.id, timeZone: "Europe/Berlin" };
  const asked = await answerOf<{ id: string }>(request("/api/setRequests/request", { as: performer, body }));
  await answerOf(request("/api/setRequests/accept", { as: manager, body: { request: asked.id } }));
  await db.insert(ingestCredentials).values({
    mount: `mount-${performer.id}`,
    password: "x",
    kind: "performer",
    ownerId: performer.id,
    streamId: ulid(),
    createdAt: 1,
  });
  const lineup = async (as: Person) => {
    const [first] = await answerOf<SetView[]>(
      request("/api/sets/getUserUpcomingSets", { as, body: { user: performer.id } }),
    );
    return first;
  };
  const view = await lineup(performer);
  expect(view).toMatchObject({
    room: { id: stage.id, weekly: true, currentListeners: 0 },
    weeks: 26,
    private: `mount-${performer.id}`,
  });
  expect(view?.dst).toHaveLength(26);
  // Half a year contains a clock change.
  expect(Math.max(...(view?.dst ?? []).map(Math.abs))).toBe(hourMs);
  for (const other of [manager, await makePerson()])
    expect(await lineup(other)).toMatchObject({ private: null });
  const own = { as: performer, body: { set: view?.id } };
  for (const call of ["getSet", "getOwnSet"])
    expect(await answerOf(request(`/api/sets/${call}`, own))).toMatchObject({ private: view?.private });
  const open = await answerOf(request("/api/sets/getSet", { as: manager, body: { set: view?.id } }));
  expect(JSON.stringify(open)).not.toContain(`mount-${performer.id}`);
});

test("lists of upcoming sets are complete, unless a limit is given", async () => {
  const ahead = 150;
  const id = (n: number) => `${stage.id}-${String(n).padStart(3, "0")}`;
  const at = Date.now() + 400 * 24 * hourMs;
  const rows = Array.from({ length: ahead }, (_, n) => ({
    id: id(n),
    stageId: stage.id,
    performerId: performer.id,
    name: `Week ${n}`,
    startsAt: at + n * hourMs,
    endsAt: at + (n + 1) * hourMs,
    createdAt: 0,
  }));
  const [first, ...more] = rows.map((row) => db.insert(sets).values(row));
  if (first === undefined) throw new Error("no sets");
  await db.batch([first, ...more]);
  const all = rows.map((row) => row.id);
  const listed = async (path: string, body?: unknown) => {
    const list = await answerOf<SetView[]>(request(path, { as: performer, body }));
    return list.map((set) => set.id).filter((setId) => all.includes(setId));
  };
  expect(await listed("/api/sets/getUpcomingSets")).toEqual(all);
  expect(await listed("/api/rooms/getRoomLineup", { room: stage.id })).toEqual(all);
  expect(await listed("/api/sets/getMySets")).toEqual(all);
  expect(await listed("/api/sets/getUserUpcomingSets", { user: performer.id })).toEqual(all);
  const { lineup } = await answerOf<{ lineup: SetView[] }>(
    request("/api/rooms/getRoom", { as: performer, body: { room: stage.id } }),
  );
  expect(lineup).toHaveLength(ahead);

  const whole = await answerOf<SetView[]>(request("/api/sets/getUpcomingSets", { as: performer }));
  const some = await answerOf<SetView[]>(request("/api/sets/getUpcomingSets?limit=70", { as: performer }));
  expect(some).toEqual(whole.slice(0, 70));
  for (const limit of ["0", "-1", "1.5", "many"])
    await answerOf(request(`/api/sets/getUpcomingSets?limit=${limit}`, { as: performer }), 400);
});

test("a late performer's set is still the next set of the stage in every view", async () => {
  const late = await makeSet(stage, performer, -10 * 60_000);
  await makeSet(stage, performer, 2 * hourMs);
  const alone = await answerOf<StageView>(
    request("/api/rooms/getRoom", { as: performer, body: { room: stage.id } }),
  );
  const inList = await answerOf<StageView[]>(request("/api/rooms/getRooms", { as: performer }));
  for (const view of [alone, inList.find((listed) => listed.id === stage.id)])
    expect(view).toMatchObject({ online: false, nextSet: { id: late.id } });
});
