/** A booked set changes its time or performer after those involved have accepted. */
import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { OwnSetView, SetChangeView } from "#app/domains/air/sets/contract/changes.ts";
import type { SetRequestAnswer, SetRequestView } from "#app/domains/air/sets/contract/requests.ts";
import type { StageAnswer } from "#app/domains/outside/operator/contract/commands.ts";
import { openDb } from "#db/client.ts";
import { sets, stages, users } from "#db/schema/index.ts";
import { inbox } from "#durable-objects/stubs.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makeSet, makeStage } from "#tests/helpers/stages.ts";

const hourMs = 3_600_000;
const db = openDb(env.DB);
const hours = (count: number) => (Math.floor(Date.now() / hourMs) + 1 + count) * hourMs;

let manager: Person;
let performer: Person;
let substitute: Person;
let stranger: Person;
let stage: StageAnswer;
let set: { id: string };

beforeEach(async () => {
  [manager, performer, substitute, stranger] = await Promise.all([
    makePerson({ isManager: true }),
    makePerformer(),
    makePerformer(),
    makePerformer(),
  ]);
  stage = await makeStage(manager);
  set = await makeSet(stage, performer, 24 * hourMs);
});

type Answer<View> = View & { code?: string; error?: string };
const post = <View>(path: string, as: Person, body: Record<string, unknown>, status = 200) =>
  answerOf<Answer<View>>(request(`/api/${path}`, { as, body }), status);
const update = (as: Person, body: Record<string, unknown>, status = 200) =>
  post<SetChangeView>("sets/update", as, { set: set.id, ...body }, status);
const settle = (verb: "accept" | "decline", as: Person, id: string, status = 200) =>
  post<SetRequestAnswer>(`setRequests/${verb}`, as, { request: id }, status);
const ownSet = (as: Person) => post<OwnSetView>("sets/getOwnSet", as, { set: set.id });
const mine = (as: Person) => answerOf<SetRequestView[]>(request("/api/setRequests/getMyRequests", { as }));
const ofStage = (as: Person) => post<SetRequestView[]>("setRequests/getRoomRequests", as, { room: stage.id });
const counts = (as: Person) => answerOf(request("/api/setRequests/getCounts", { as }));
const told = async (person: Person) => (await inbox(env, person.id).notices()).map(({ message }) => message);
const block = (by: Person, of: Person) => post("users/blockUser", by, { block: of.id });
const stored = async () => (await db.select().from(sets).where(eq(sets.id, set.id)))[0];

/** The pending requests of the set. */
async function waiting(): Promise<SetRequestView> {
  const [asked] = await ofStage(manager);
  if (asked === undefined) throw new Error("nothing waits");
  return asked;
}

describe("a performer's move of a set on a stage with approval", () => {
  const wanted = () => ({ start: hours(30), end: hours(32) });

  test("keeps the old time until a manager accepts the new one", async () => {
    const before = await stored();
    expect(await update(performer, { ...wanted(), name: "Later" })).toMatchObject({
      message: "Set request sent",
      name: "Later",
      startTime: before?.startsAt,
    });
    const asked = await waiting();
    expect(asked).toMatchObject({
      kind: "move",
      startTime: wanted().start,
      endTime: wanted().end,
      set: { id: set.id, startTime: before?.startsAt, endTime: before?.endsAt },
    });
    expect((await mine(performer)).map(({ id }) => id)).toEqual([asked.id]);
    expect(await counts(manager)).toEqual({ djs: 0, managers: 1 });
    expect((await told(manager))[0]).toMatch(/ asks to move “.*” on Test stage from .* UTC to .* UTC\.$/);
    expect(await ownSet(performer)).toMatchObject({ canAskToMove: false, waiting: { id: asked.id } });
    await settle("accept", performer, asked.id, 404);
    await settle("accept", stranger, asked.id, 404);

    expect(await settle("accept", manager, asked.id)).toMatchObject({ message: "Set confirmed" });
    expect(await stored()).toMatchObject({
      startsAt: wanted().start,
      endsAt: wanted().end,
      changedById: manager.id,
    });
    expect((await told(performer))[0]).toMatch(/was moved to .* as you asked\.$/);
    expect(await ofStage(manager)).toEqual([]);
  });

  test("keeps the old time when it is declined or withdrawn", async () => {
    const before = await stored();
    await update(performer, wanted());
    expect(await update(performer, { start: hours(40), end: hours(41) }, 409)).toMatchObject({
      code: "change-waiting",
    });
    await settle("decline", manager, (await waiting()).id);
    expect((await told(performer))[0]).toMatch(/stays at .*: the new time was declined\.$/);
    await update(performer, wanted());
    await settle("decline", performer, (await waiting()).id);
    expect((await told(manager))[0]).toMatch(/withdrew the request to move/);
    expect(await stored()).toMatchObject({ startsAt: before?.startsAt, revision: before?.revision });
  });

  test("is refused at acceptance if the new time was taken meanwhile", async () => {
    const start = hours(30) + hourMs / 2;
    await update(performer, wanted());
    const asked = await waiting();
    const body = { stageId: stage.id, performerId: stranger.id, name: "In the way", createdAt: 1 };
    await db.insert(sets).values({ id: `way-${asked.id}`, startsAt: start, endsAt: start + hourMs, ...body });
    expect(await settle("accept", manager, asked.id, 409)).toMatchObject({ code: "slot-taken" });
    await post("sets/cancel", manager, { set: `way-${asked.id}` });
    await settle("accept", manager, asked.id);
  });

  test("is dropped when a manager moves the set, and is immediate with automatic approval", async () => {
    await update(performer, wanted());
    const asked = await waiting();
    await update(manager, { start: hours(50), end: hours(51) });
    expect(await ofStage(manager)).toEqual([]);
    expect(await settle("accept", manager, asked.id, 409)).toMatchObject({ code: "request-settled" });
    await db.update(stages).set({ hasAutoApprove: true }).where(eq(stages.id, stage.id));
    expect(await update(performer, wanted())).toMatchObject({
      message: "Set updated",
      startTime: wanted().start,
    });
  });

  test("is refused once the set has started, or if every manager has blocked the performer", async () => {
    const { id } = await makeSet(stage, performer, -hourMs / 2);
    const body = { set: id, end: Date.now() + 90 * 60_000 };
    expect(await post("sets/update", performer, body, 403)).toMatchObject({ code: "managers-move-sets" });
    await block(manager, performer);
    expect(await update(performer, wanted(), 403)).toMatchObject({ code: "not-welcome" });
  });
});

describe("an offer of a set to a substitute", () => {
  const offer = () => update(performer, { user: substitute.id });

  test("leaves the set with its performer until the substitute accepts, and notifies the managers", async () => {
    expect(await offer()).toMatchObject({ message: "Set request sent", user: { id: performer.id } });
    const asked = await waiting();
    expect(asked).toMatchObject({
      kind: "substitute",
      dj: { id: substitute.id },
      requestor: { id: performer.id },
      set: { id: set.id, user: { id: performer.id } },
    });
    for (const who of [performer, substitute])
      expect((await mine(who)).map(({ id }) => id)).toEqual([asked.id]);
    expect(await counts(substitute)).toEqual({ djs: 1, managers: 0 });
    expect((await told(substitute))[0]).toMatch(/ asks you to play “/);
    expect((await told(manager))[0]).toMatch(/ to a substitute\.$/);
    for (const who of [manager, performer, stranger]) await settle("accept", who, asked.id, 404);
    expect(await stored()).toMatchObject({ performerId: performer.id });

    expect(await settle("accept", substitute, asked.id)).toMatchObject({ message: "Set confirmed" });
    expect(await stored()).toMatchObject({ performerId: substitute.id, changedById: substitute.id });
    for (const who of [performer, manager])
      expect((await told(who))[0]).toContain(`${substitute.username} takes over “`);
    await post("sets/getOwnSet", performer, { set: set.id }, 404);
    expect(await ownSet(substitute)).toMatchObject({ user: { id: substitute.id }, waiting: null });
  });

  test("leaves the set with its performer when it is declined, withdrawn or the set is cancelled", async () => {
    await offer();
    await settle("decline", substitute, (await waiting()).id);
    expect((await told(performer))[0]).toContain("will not take over");
    await offer();
    const second = await waiting();
    await settle("decline", performer, second.id);
    expect((await told(substitute))[0]).toContain("withdrew the offer");
    expect(await settle("accept", substitute, second.id, 409)).toMatchObject({ code: "request-settled" });
    await offer();
    const third = await waiting();
    await post("sets/cancel", performer, { set: set.id });
    expect((await told(substitute))[0]).toContain("is no longer offered to you");
    expect(await settle("accept", substitute, third.id, 409)).toMatchObject({ code: "request-settled" });
    expect(await stored()).toMatchObject({ performerId: performer.id });
  });

  test("requires of the substitute what a booking requires", async () => {
    const refused = async (status: number, code: string) =>
      expect(await update(performer, { user: substitute.id }, status)).toMatchObject({ code });
    expect(await update(performer, { user: "nobody" }, 404)).toMatchObject({ code: "not-found" });
    const listener = await makePerson();
    expect(await update(performer, { user: listener.id }, 409)).toMatchObject({ code: "not-a-performer" });

    await db.update(stages).set({ isMembersOnly: true }).where(eq(stages.id, stage.id));
    await refused(403, "members-only");
    await db.update(stages).set({ isMembersOnly: false }).where(eq(stages.id, stage.id));

    const elsewhere = await makeStage(manager);
    const other = await makeSet(elsewhere, substitute, 24.5 * hourMs);
    await refused(409, "slot-taken");
    await post("sets/cancel", manager, { set: other.id });

    await db.update(users).set({ bannedAt: 1 }).where(eq(users.id, substitute.id));
    await refused(404, "not-found");
    await db.update(users).set({ bannedAt: null }).where(eq(users.id, substitute.id));

    await block(manager, substitute);
    await refused(403, "not-welcome");
    await post("users/unblockUser", manager, { unblock: substitute.id });
    await block(substitute, performer);
    await refused(403, "not-welcome");
    expect(await ofStage(manager)).toEqual([]);
    // Not an offer: clients that send every field of a set repeat its performer.
    expect(await update(performer, { user: performer.id })).toMatchObject({ message: "Set updated" });
  });

  test("is checked again when it is accepted", async () => {
    await offer();
    const asked = await waiting();
    const elsewhere = await makeStage(manager);
    await makeSet(elsewhere, substitute, 24.5 * hourMs);
    expect(await settle("accept", substitute, asked.id, 409)).toMatchObject({ code: "slot-taken" });
    await block(substitute, performer);
    expect(await settle("accept", substitute, asked.id, 409)).toMatchObject({ code: "you-blocked" });
  });

  test("by a manager needs the substitute's acceptance, unless the manager is the substitute", async () => {
    await db.update(stages).set({ isMembersOnly: true }).where(eq(stages.id, stage.id));
    await update(manager, { user: substitute.id });
    await settle("accept", substitute, (await waiting()).id);
    expect(await told(performer)).toEqual([
      expect.stringContaining("takes over"),
      expect.stringContaining("to a substitute"),
    ]);
    const playing = await makePerformer({ isManager: true });
    const own = await makeStage(playing);
    set = await makeSet(own, performer, 48 * hourMs);
    expect(await update(playing, { user: playing.id })).toMatchObject({ message: "Set request sent" });
    expect(await stored()).toMatchObject({ performerId: playing.id });
  });

  test("takes the set out of its weekly series, so that cancelling it affects no other week", async () => {
    await db.update(stages).set({ isWeekly: true }).where(eq(stages.id, stage.id));
    const start = hours(72);
    const body = { dj: performer.id, room: stage.id, start, end: start + hourMs, name: "Weekly", weeks: 3 };
    const { id } = await post<SetRequestAnswer>("setRequests/request", performer, body);
    await settle("accept", manager, id);
    const booked = await db.select().from(sets).where(eq(sets.requestId, id)).orderBy(sets.startsAt);
    const [first] = booked;
    if (first === undefined) throw new Error("no series");
    set = first;
    await offer();
    await settle("accept", substitute, (await waiting()).id);
    expect((await ownSet(substitute)).series).toEqual([]);
    await post("sets/cancel", substitute, { set: first.id, rest: true });
    const left = await db.select().from(sets).where(eq(sets.requestId, id)).orderBy(sets.startsAt);
    expect(left.map(({ status }) => status)).toEqual(["cancelled", "accepted", "accepted"]);
  });
});
