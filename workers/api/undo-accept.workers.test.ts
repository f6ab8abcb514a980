/** Undoing an acceptance: the slot is free, the request waits again, and the other side is notified once. */
import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import type { OwnSetView } from "#app/domains/air/sets/contract/changes.ts";
import type {
  SetRequestAnswer,
  SetRequestView,
  UndoneAnswer,
} from "#app/domains/air/sets/contract/requests.ts";
import type { StageAnswer } from "#app/domains/outside/operator/contract/commands.ts";
import { openDb } from "#db/client.ts";
import { sets, stages } from "#db/schema/index.ts";
import { inbox } from "#durable-objects/stubs.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makeStage } from "#tests/helpers/stages.ts";

const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;
const db = openDb(env.DB);
const start = (Math.floor(Date.now() / hourMs) + 30) * hourMs;

let manager: Person;
let performer: Person;
let stage: StageAnswer;
beforeEach(async () => {
  [manager, performer] = await Promise.all([makePerson({ isManager: true }), makePerformer()]);
  stage = await makeStage(manager);
  await db.update(stages).set({ isWeekly: true }).where(eq(stages.id, stage.id));
});

const post = <Answer>(as: Person, path: string, body: unknown, status = 200) =>
  answerOf<Answer>(request(`/api/${path}`, { as, body }), status);
const ask = (as: Person, weeks: number) =>
  post<SetRequestAnswer>(as, "setRequests/request", {
    dj: performer.id,
    room: stage.id,
    start,
    end: start + hourMs,
    name: "Late",
    timeZone: "UTC",
    weeks,
  });
const accept = (as: Person, id: string, status = 200) =>
  post<SetRequestAnswer>(as, "setRequests/accept", { request: id }, status);
const undo = (as: Person, body: { request: string; set?: string }, status = 200) =>
  post<UndoneAnswer & { code?: string }>(as, "setRequests/undoAccept", body, status);
const waiting = () => post<SetRequestView[]>(manager, "setRequests/getRoomRequests", { room: stage.id });
const lineup = () =>
  post<{ id: string; startTime: number }[]>(manager, "rooms/getRoomLineup", { room: stage.id });
const told = async (person: Person) => (await inbox(env, person.id).notices()).map(({ message }) => message);
const withdrawn =
  "The acceptance of “Late” on Test stage was withdrawn. The request is waiting for an answer again.";

test("undoing an acceptance removes the set, and the request waits again", async () => {
  const { id } = await ask(performer, 1);
  await accept(manager, id);
  await vi.waitFor(async () => expect(await told(performer)).toEqual(["“Late” on Test stage was accepted."]));
  await undo(performer, { request: id }, 404);
  expect(await undo(manager, { request: id })).toMatchObject({
    message: "Acceptance undone",
    requests: [{ id, status: "pending", startTime: start, weeks: 1 }],
  });
  expect(await lineup()).toEqual([]);
  expect(await waiting()).toMatchObject([{ id, status: "pending", dj: { id: performer.id } }]);
  // A single notification, which replaces the one that says the opposite.
  await vi.waitFor(async () => expect(await told(performer)).toEqual([withdrawn]));

  const [off] = await db.select().from(sets).where(eq(sets.stageId, stage.id));
  expect(await post<OwnSetView>(performer, "sets/getOwnSet", { set: off?.id })).toMatchObject({
    status: "cancelled",
    isAskedAgain: true,
  });
  expect((await undo(manager, { request: id }, 409)).code).toBe("nothing-to-undo");
  await accept(manager, id);
  expect(await lineup()).toMatchObject([{ startTime: start }]);
  await vi.waitFor(async () =>
    expect(await told(performer)).toEqual(["“Late” on Test stage was accepted.", withdrawn]),
  );
});

test("a series can be undone as a whole, or one week, which becomes its own request", async () => {
  const { id } = await ask(performer, 3);
  await accept(manager, id);
  const [, second] = await lineup();
  const own = await post<OwnSetView>(manager, "sets/getOwnSet", { set: second?.id });
  expect(own.undoableRequest).toBe(id);
  const { requests } = await undo(manager, { request: id, set: second?.id });
  expect(requests).toMatchObject([{ startTime: start + weekMs, weeks: 1, dj: { id: performer.id } }]);
  expect((await lineup()).map(({ startTime }) => startTime)).toEqual([start, start + 2 * weekMs]);
  await vi.waitFor(async () => expect((await told(performer))[0]).toMatch(/ at .* UTC was withdrawn\. /));

  expect((await undo(manager, { request: id })).message).toBe("Acceptance undone for 2 weeks");
  expect(await lineup()).toEqual([]);
  const again = await waiting();
  expect(
    again.flatMap(({ slots }) => slots.map(({ startTime }) => startTime)).toSorted((a, b) => a - b),
  ).toEqual([start, start + weekMs, start + 2 * weekMs]);
  for (const each of again) await accept(manager, each.id);
  expect(await lineup()).toHaveLength(3);
});

test("undoing a series that has started affects only its upcoming weeks", async () => {
  const { id } = await ask(performer, 2);
  await accept(manager, id);
  const [first] = await lineup();
  const begun = { startsAt: Date.now() - 60_000, endsAt: Date.now() + 60_000 };
  await db
    .update(sets)
    .set(begun)
    .where(eq(sets.id, first?.id ?? ""));
  expect((await undo(manager, { request: id, set: first?.id }, 409)).code).toBe("nothing-to-undo");
  expect((await undo(manager, { request: id })).requests).toMatchObject([
    { startTime: start + weekMs, weeks: 1 },
  ]);
  expect(await lineup()).toMatchObject([{ id: first?.id }]);
});

test("only the performer can undo the performer's own acceptance, and managers are notified", async () => {
  const { id } = await ask(manager, 1);
  await accept(performer, id);
  await undo(manager, { request: id }, 404);
  await undo(performer, { request: id });
  await vi.waitFor(async () =>
    expect(await told(manager)).toEqual([
      `${performer.username} withdrew the acceptance of “Late” on Test stage. The request is waiting for an answer again.`,
    ]),
  );
});

test("only one of twenty simultaneous undos succeeds", async () => {
  const { id } = await ask(performer, 3);
  await accept(manager, id);
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const response = await request("/api/setRequests/undoAccept", { as: manager, body: { request: id } });
      await response.body?.cancel();
      return response.status;
    }),
  );
  expect(answers.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  expect(await waiting()).toMatchObject([{ id, weeks: 3 }]);
});
