import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SetRequestAnswer, SetRequestView } from "#app/domains/air/sets/contract/requests.ts";
import type { ManagedStageView } from "#app/domains/air/stages/contract/stages.ts";
import type { StageAnswer } from "#app/domains/outside/operator/contract/commands.ts";
import { openDb } from "#db/client.ts";
import { sets, stageMembers, stages, toggleSettings } from "#db/schema/index.ts";
import { inbox } from "#durable-objects/stubs.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makeStage } from "#tests/helpers/stages.ts";

const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;
const db = openDb(env.DB);

let manager: Person;
let performer: Person;
let stranger: Person;
let stage: StageAnswer;

beforeAll(async () => {
  manager = await makePerson({ username: "Booker", isManager: true });
});
beforeEach(async () => {
  // New users in every test, because a booked performer cannot be booked again for the same hour.
  [performer, stranger, stage] = await Promise.all([makePerformer(), makePerformer(), makeStage(manager)]);
});

/** The next full hour plus this number of hours. */
const hourFromNow = (hours: number) => (Math.floor(Date.now() / hourMs) + 1 + hours) * hourMs;

function ask(as: Person, more: Record<string, unknown> = {}, status = 200): Promise<SetRequestAnswer> {
  const start = hourFromNow(1);
  const body = {
    dj: performer.id,
    room: stage.id,
    start,
    end: start + hourMs,
    name: "Late show",
    timeZone: "UTC",
    ...more,
  };
  return answerOf<SetRequestAnswer>(request("/api/setRequests/request", { as, body }), status);
}
const settle = (verb: "accept" | "decline", as: Person, id: string, status = 200) =>
  answerOf<SetRequestAnswer & { error?: string; code?: string }>(
    request(`/api/setRequests/${verb}`, { as, body: { request: id } }),
    status,
  );
const setsOn = (stageId: string) => db.select().from(sets).where(eq(sets.stageId, stageId));

describe("a performer's request", () => {
  test("is one of 20 that may wait on a stage: those of others stay in the managers' list", async () => {
    for (let count = 0; count < 20; count++) await ask(performer);
    const refused = await request("/api/setRequests/request", {
      as: performer,
      body: { dj: performer.id, room: stage.id, start: hourFromNow(1), end: hourFromNow(2), timeZone: "UTC" },
    });
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: "conflict" }]);
    const theirs = await ask(stranger, { dj: stranger.id });
    const listed = await answerOf<SetRequestView[]>(
      request("/api/setRequests/getRoomRequests", { as: manager, body: { room: stage.id } }),
    );
    expect(listed.map(({ id }) => id)).toContain(theirs.id);
    const [first] = listed;
    await settle("decline", performer, first?.id ?? "");
    await ask(performer);
  });

  test("waits where 20 sets are ahead of them already, also with automatic approval", async () => {
    await db.update(stages).set({ hasAutoApprove: true }).where(eq(stages.id, stage.id));
    for (let count = 0; count < 20; count++) {
      const start = hourFromNow(1 + count);
      expect(await ask(performer, { start, end: start + hourMs })).toMatchObject({ status: "accepted" });
    }
    const start = hourFromNow(30);
    expect(await ask(performer, { start, end: start + hourMs })).toMatchObject({ status: "pending" });
    expect(await ask(stranger, { dj: stranger.id, start, end: start + hourMs })).toMatchObject({
      status: "accepted",
    });
  });

  test("waits until a manager accepts it", async () => {
    const asked = await ask(performer, { description: "Warm-up" });
    expect(asked).toMatchObject({ message: "Set request sent", status: "pending", type: "confirm" });
    const mine = await answerOf<SetRequestView[]>(
      request("/api/setRequests/getMyRequests", { as: performer }),
    );
    expect(mine.map(({ id }) => id)).toContain(asked.id);
    const theirs = await answerOf<SetRequestView[]>(
      request("/api/setRequests/getRoomRequests", { as: manager, body: { room: stage.id } }),
    );
    expect(theirs.map(({ id }) => id)).toEqual([asked.id]);

    await settle("accept", performer, asked.id, 404);
    await settle("accept", stranger, asked.id, 404);
    expect(await settle("accept", manager, asked.id)).toMatchObject({
      message: "Set confirmed",
      status: "accepted",
    });
    expect(await setsOn(stage.id)).toMatchObject([{ name: "Late show", description: "Warm-up" }]);
    expect(await settle("accept", manager, asked.id, 409)).toMatchObject({ code: "request-settled" });
  });

  test("can be declined by a manager or withdrawn by its performer", async () => {
    const [first, second] = [await ask(performer), await ask(performer)];
    await settle("decline", stranger, first.id, 404);
    expect(await settle("decline", manager, first.id)).toMatchObject({ message: "Set request declined" });
    expect(await settle("decline", performer, second.id)).toMatchObject({ status: "cancelled" });
    expect(await settle("accept", manager, second.id, 409)).toMatchObject({ code: "request-settled" });
    expect(await setsOn(stage.id)).toEqual([]);
  });

  test("is accepted automatically on a stage with automatic approval", async () => {
    await db.update(stages).set({ hasAutoApprove: true }).where(eq(stages.id, stage.id));
    expect(await ask(performer)).toMatchObject({ message: "Set confirmed", status: "accepted" });
    await ask(performer, {}, 409);
  });

  test("needs a membership on a members-only stage", async () => {
    await db.update(stages).set({ isMembersOnly: true }).where(eq(stages.id, stage.id));
    await ask(performer, {}, 403);
    await db
      .insert(stageMembers)
      .values({ id: "member-1", stageId: stage.id, userId: performer.id, createdAt: 1 });
    await ask(performer);
  });

  test("is refused for a time that cannot be booked", async () => {
    const start = hourFromNow(1);
    const wrong = [
      { start, end: start + hourMs / 4 },
      { start, end: start + 4 * hourMs },
      { start: start + 600_000, end: start + 600_000 + hourMs },
      { start: start - 3 * hourMs, end: start - 2 * hourMs },
      { start: start + 31 * 24 * hourMs, end: start + 31 * 24 * hourMs + hourMs },
      { weeks: 2 },
      { weeks: 0 },
      { timeZone: "Mars/Olympus" },
      { start: "soon" },
    ];
    for (const more of wrong) await ask(performer, more, 400);
    await ask(performer, { room: "nothing" }, 404);
    await ask(stranger, {}, 404);
    const onDemand = await makeStage(manager, { instant: true });
    await ask(performer, { room: onDemand.id }, 409);
  });
});

test("a booking without a visible name is named after its date", async () => {
  const start = hourFromNow(1);
  const date = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "long" }).format(start);
  const named = `Performance on Cue Music - ${date}`;
  for (const name of [undefined, null, "", "  "])
    expect(await ask(performer, { name })).toMatchObject({ name: named, mixcloudName: named });
  expect(await ask(performer)).toMatchObject({ name: "Late show", mixcloudName: "Late show - Cue Music" });
  await ask(performer, { name: "\u200b" }, 400);
});

test("the list of managed stages says for which of them requests wait, and those come first", async () => {
  const owner = await makePerson({ isManager: true });
  const [quiet, busy] = [await makeStage(owner), await makeStage(owner)];
  await ask(performer, { room: busy.id });
  await ask(performer, { room: busy.id });
  // A performer answers this one.
  await ask(owner, { room: quiet.id });
  const managed = await answerOf<ManagedStageView[]>(request("/api/rooms/getManaging", { as: owner }));
  expect(managed.map(({ id, waitingRequests }) => [id, waitingRequests])).toEqual([
    [busy.id, 2],
    [quiet.id, 0],
  ]);
});

describe("a manager's request", () => {
  test("is for any minute and up to twelve hours, unlike a performer's", async () => {
    const start = hourFromNow(2) + 7 * 60_000;
    const festival = { start, end: start + 12 * hourMs };
    await ask(performer, festival, 400);
    await ask(manager, { ...festival, end: festival.end + 60_000 }, 400);
    const asked = await ask(manager, festival);
    await settle("accept", performer, asked.id);
    expect(await setsOn(stage.id)).toMatchObject([{ startsAt: start, endsAt: start + 12 * hourMs }]);
  });

  test("uses the performer's own upload setting", async () => {
    expect(await ask(manager, { mixcloud: true })).toMatchObject({ mixcloud: false });
    await db.insert(toggleSettings).values({ userId: performer.id, mixcloudPersonal: true });
    expect(await ask(manager, { mixcloud: false })).toMatchObject({ mixcloud: true });
    expect(await ask(performer)).toMatchObject({ mixcloud: true });
    expect(await ask(performer, { mixcloud: false })).toMatchObject({ mixcloud: false });
  });

  test("leaves the upload of a booked set to the performer whose account it is", async () => {
    const toggle = { mixcloudPersonal: true };
    await answerOf(request("/api/users/saveToggleSettings", { as: performer, body: toggle }));
    const { id } = await ask(manager);
    await settle("accept", performer, id);
    const isUploaded = async () => (await setsOn(stage.id)).map(({ mixcloud }) => mixcloud);
    const [set] = await setsOn(stage.id);
    const change = async (as: Person, mixcloud: boolean) => {
      await answerOf(request("/api/sets/update", { as, body: { set: set?.id, mixcloud } }));
      return isUploaded();
    };
    expect(await isUploaded()).toEqual([true]);
    expect(await change(manager, false)).toEqual([true]);
    expect(await change(performer, false)).toEqual([false]);
    expect(await change(manager, true)).toEqual([false]);
  });

  test("waits for the performer to accept it", async () => {
    const asked = await ask(manager);
    expect(asked).toMatchObject({ message: "Set request sent", status: "pending" });
    await settle("accept", manager, asked.id, 404);
    expect(await settle("accept", performer, asked.id)).toMatchObject({ message: "Set confirmed" });
  });

  test("is refused for users who have not passed the stream test", async () => {
    const listener = await makePerson();
    await ask(manager, { dj: listener.id }, 409);
    await ask(manager, { dj: "nobody" }, 404);
  });
});

describe("a block", () => {
  const block = (by: Person, of: Person) =>
    answerOf(request("/api/users/blockUser", { as: by, body: { block: of.id } }));
  const refusal = (as: Person) => ask(as, {}, 403) as Promise<unknown>;
  const stageRefuses = { code: "not-welcome", error: "This stage does not take requests from you." };

  test("between manager and performer refuses the manager's request", async () => {
    await block(performer, manager);
    expect(await refusal(manager)).toMatchObject({
      code: "not-welcome",
      error: "You cannot contact this person.",
    });
    const other = await makePerformer();
    await block(manager, other);
    expect(await ask(manager, { dj: other.id }, 409)).toMatchObject({ code: "you-blocked" });
  });

  test("of a performer by every manager refuses the performer's request, also with automatic approval", async () => {
    const owner = await makePerson({ isManager: true });
    stage = await makeStage(owner);
    const second = await makePerson();
    await answerOf(
      request("/api/rooms/addManager", { as: owner, body: { room: stage.id, user: second.id } }),
    );
    await block(owner, performer);
    const asked = await ask(performer);
    const told = { message: `${performer.username} asks to play “${asked.name}” on Test stage.` };
    expect(await inbox(env, owner.id).notices()).toEqual([]);
    expect(await inbox(env, second.id).notices()).toMatchObject([told]);

    await block(second, performer);
    await db.update(stages).set({ hasAutoApprove: true }).where(eq(stages.id, stage.id));
    expect(await refusal(performer)).toMatchObject(stageRefuses);
    await ask(stranger, { dj: stranger.id });
  });

  test("of all managers by the performer refuses the request and says that it is the performer's own", async () => {
    const owner = await makePerson({ isManager: true });
    stage = await makeStage(owner);
    await block(performer, owner);
    expect(await ask(performer, {}, 409)).toMatchObject({
      code: "you-blocked",
      error: "You have blocked every manager of this stage. Unblock one of them first.",
    });
  });
});

describe("a weekly series", () => {
  beforeEach(async () => {
    await db.update(stages).set({ isWeekly: true }).where(eq(stages.id, stage.id));
  });

  test("is booked as a whole, or refused with the list of taken weeks", async () => {
    const start = hourFromNow(48);
    const series = await ask(performer, { start, end: start + hourMs, weeks: 4 });
    const inTheWay = await ask(stranger, {
      dj: stranger.id,
      start: start + 30 * 60_000,
      end: start + 90 * 60_000,
    });
    await settle("accept", manager, inTheWay.id);
    const refused = await settle("accept", manager, series.id, 409);
    expect(refused.code).toBe("slot-taken");
    expect(refused.error).toMatch(
      /^These weeks are taken: week 1 \(\d+ \w+\)\. “Late show” with .+ is booked then\.$/,
    );
    expect(await setsOn(stage.id)).toHaveLength(1);
  });

  test("has one set a week", async () => {
    const start = hourFromNow(24);
    const series = await ask(performer, { start, end: start + hourMs, weeks: 3 });
    await settle("accept", manager, series.id);
    const booked = (await setsOn(stage.id)).map(({ startsAt }) => startsAt);
    expect(booked.toSorted((a, b) => a - b)).toEqual([start, start + weekMs, start + 2 * weekMs]);
  });

  test("counts each week where a stage approves automatically, and is approved whole where none is ahead", async () => {
    await db.update(stages).set({ hasAutoApprove: true }).where(eq(stages.id, stage.id));
    const times = (hours: number) => ({ start: hourFromNow(hours), end: hourFromNow(hours + 1) });
    const whole = await ask(performer, { ...times(24), weeks: 26 });
    expect(whole).toMatchObject({ status: "accepted", weeks: 26 });

    const his = { dj: stranger.id };
    for (let count = 0; count < 19; count++) await ask(stranger, { ...his, ...times(30 + count) });
    expect(await ask(stranger, { ...his, ...times(60), weeks: 2 })).toMatchObject({
      status: "pending",
      message:
        "Set request sent. A manager answers it: this stage approves up to 20 of your sets ahead automatically, and you have 19.",
    });
    expect(await setsOn(stage.id)).toHaveLength(26 + 19);
  });
});
