/** An archived stage can be restored; a deleted one leaves only what belongs to others. */
import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { ulid } from "ulidx";
import { beforeEach, expect, test, vi } from "vitest";
import type { SetRecordView } from "#app/domains/air/sets/contract/record.ts";
import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { finishStageDeletions } from "#app/domains/air/stages/end.server.ts";
import type { StageAnswer } from "#app/domains/outside/operator/contract/commands.ts";
import { openDb } from "#db/client.ts";
import { broadcasts, sets, stages } from "#db/schema/index.ts";
import { inbox } from "#durable-objects/stubs.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { Listener, viewer } from "#tests/helpers/rooms.ts";
import { makeSet, makeStage } from "#tests/helpers/stages.ts";
import { storageOf } from "#tests/helpers/storage.ts";
import { createAppContext } from "#workers/context.ts";

const hourMs = 3_600_000;
const origin = env.CUE_ORIGIN;
const db = openDb(env.DB);

let manager: Person;
let coManager: Person;
let performer: Person;
let stage: StageAnswer;
let url: string;
beforeEach(async () => {
  [manager, coManager, performer] = await Promise.all([
    makePerson({ isManager: true }),
    makePerson(),
    makePerformer(),
  ]);
  url = `glass-${ulid().toLowerCase()}`;
  stage = await makeStage(manager, { name: "Glasshouse", customUrl: url });
  await post(manager, "rooms/addManager", { room: stage.id, user: coManager.id });
});

const post = <Answer>(as: Person, path: string, body: unknown, status = 200) =>
  answerOf<Answer>(request(`/api/${path}`, { as, body }), status);
const room = () => ({ room: stage.id });
const told = async (person: Person) => (await inbox(env, person.id).notices()).map(({ message }) => message);
const idsOf = (all: { id: string }[]) => all.map(({ id }) => id);
const listed = async () =>
  idsOf(await answerOf<StageView[]>(request("/api/rooms/getRooms", { as: performer })));
const statusOf = async (path: string) => {
  const response = await SELF.fetch(`${origin}${path}`, { redirect: "manual" });
  await response.body?.cancel();
  return response.status;
};
const ask = (status: number) => {
  const start = (Math.floor(Date.now() / hourMs) + 30) * hourMs;
  const body = { ...room(), dj: performer.id, start, end: start + hourMs, name: "Late", timeZone: "UTC" };
  return post<{ code?: string }>(performer, "setRequests/request", body, status);
};

/** A set that was on air, which is over or started an hour ago. */
async function makePlayed(startsAt: number, endsAt: number): Promise<string> {
  const id = ulid();
  const who = { stageId: stage.id, performerId: performer.id };
  await db.insert(sets).values({ id, ...who, name: "Played", startsAt, endsAt, createdAt: 1 });
  await db.insert(broadcasts).values({
    id: ulid(),
    ...who,
    setId: id,
    streamId: "stream",
    startedAt: startsAt,
    peakListeners: 3,
  });
  return id;
}

test("an archived stage is unlisted and closed for bookings, keeps its page and history, and can be restored", async () => {
  const now = Date.now();
  const playing = await makePlayed(now - hourMs, now + hourMs);
  const coming = await makeSet(stage, performer, 5 * hourMs);
  await ask(200);
  await post(performer, "rooms/subscribe", room());
  const archived = await post<StageView>(coManager, "rooms/archive", room());
  expect(archived.archivedAt).toBeGreaterThan(0);
  await post(manager, "rooms/archive", room());

  expect(await listed()).not.toContain(stage.id);
  expect(await post<unknown[]>(performer, "rooms/search", { search: "Glasshouse" })).toEqual([]);
  expect(await answerOf(request("/api/rooms/getSubscribed", { as: performer }))).toEqual([]);
  expect(await ask(409)).toMatchObject({ code: "stage-archived" });
  expect(await post(performer, "rooms/getRoomLineup", room())).toEqual([]);
  expect(await post(manager, "setRequests/getRoomRequests", room())).toEqual([]);
  const [cancelled] = await db.select().from(sets).where(eq(sets.id, coming.id));
  expect(cancelled?.status).toBe("cancelled");
  // The live set has ended, and counts as a past set.
  expect(idsOf(await post(performer, "sets/getLatestRoomSets", room()))).toEqual([playing]);
  expect(await post(performer, "rooms/getRoom", { room: url })).toMatchObject({ id: stage.id });
  // One notification for all cancellations, even if it is archived repeatedly.
  await vi.waitFor(async () =>
    expect(await told(performer)).toEqual([
      "Your 3 bookings on Glasshouse were cancelled: the stage was archived.",
    ]),
  );
  expect((await told(manager))[0]).toBe(`${coManager.username} archived Glasshouse.`);

  expect((await post<StageView>(manager, "rooms/restore", room())).archivedAt).toBeNull();
  expect(await listed()).toContain(stage.id);
  expect(idsOf(await answerOf(request("/api/rooms/getSubscribed", { as: performer })))).toEqual([stage.id]);
  await ask(200);
});

test("deleting a stage requires its name, removes it everywhere, and keeps its name in past performances", async () => {
  const past = await makePlayed(Date.now() - 3 * hourMs, Date.now() - 2 * hourMs);
  const coming = await makeSet(stage, performer, 5 * hourMs);
  const page = await Listener.open(env.STAGE_ROOM.getByName(stage.id), viewer(performer.id));
  await page.say("Hello glasshouse");
  const [row] = await db.select().from(stages).where(eq(stages.id, stage.id));

  await post(manager, "rooms/delete", { ...room(), name: "Greenhouse" }, 400);
  await post(performer, "rooms/delete", { ...room(), name: "Glasshouse" }, 404);
  expect(await post(manager, "rooms/delete", { ...room(), name: "Glasshouse" })).toMatchObject({
    message: "Glasshouse has been deleted",
  });
  // Open pages learn that the room no longer exists, and its chat is deleted.
  await vi.waitFor(() => expect(page.closeCode).toBe(4404));
  expect(await storageOf(env.STAGE_ROOM.getByName(stage.id))).not.toContain("glasshouse");

  expect(await listed()).not.toContain(stage.id);
  expect(await post(manager, "rooms/getRoom", room(), 410)).toMatchObject({ code: "stage-deleted" });
  expect(await ask(410)).toMatchObject({ code: "stage-deleted" });
  const gone = [
    `/live/${stage.id}`,
    `/live/${url}`,
    `/live/${row?.streamId}`,
    `/calendar/stage/${stage.id}.ics`,
    `/feed/stage/${stage.id}.xml`,
    `/oembed?url=${encodeURIComponent(`${origin}/room/${url}`)}`,
  ];
  expect(await Promise.all(gone.map(async (path) => [path, await statusOf(path)]))).toEqual(
    gone.map((path) => [path, 410]),
  );
  expect(await statusOf("/live/never-was-one")).toBe(404);

  // Data of other owners.
  const record = await post<SetRecordView>(performer, "sets/getSet", { set: past });
  expect(record).toMatchObject({ room: { id: stage.id, name: "Glasshouse" } });
  expect(idsOf(await post(coManager, "sets/getLatestSets", { user: performer.id }))).toEqual([past]);
  const [cancelled] = await db.select().from(sets).where(eq(sets.id, coming.id));
  expect(cancelled?.status).toBe("cancelled");
  await vi.waitFor(async () =>
    expect(await told(performer)).toEqual([
      `“${cancelled?.name}” on Glasshouse was cancelled: the stage was deleted.`,
    ]),
  );
  await vi.waitFor(async () =>
    expect((await told(coManager))[0]).toBe(`${manager.username} deleted Glasshouse.`),
  );
  // A manager of only this stage loses the role; the one who deleted it can create another.
  expect(await answerOf(request("/api/users/me", { as: coManager }))).toMatchObject({ manager: false });
  expect(await answerOf(request("/api/users/me", { as: manager }))).toMatchObject({ manager: true });
});

test("the address of a deleted stage is reserved for 30 days", async () => {
  await post(manager, "rooms/delete", { ...room(), name: "Glasshouse" });
  const wish = { name: "Glasshouse again", customUrl: url };
  await post(manager, "rooms/create", wish, 409);
  const ctx = createAppContext(new Request(origin), env, null);
  const later = { ...ctx, clock: { now: () => Date.now() + 31 * 24 * hourMs } };
  await finishStageDeletions(ctx, 100);
  await post(manager, "rooms/create", wish, 409);
  await finishStageDeletions(later, 100);
  await post(manager, "rooms/create", wish);
  expect(await statusOf(`/feed/stage/${url}.xml`)).toBe(200);
  expect(await statusOf(`/feed/stage/${stage.id}.xml`)).toBe(410);
});
