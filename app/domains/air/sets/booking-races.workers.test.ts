/**
 * Thirty simultaneous acceptances, of which exactly one may succeed. `BOOKING_RACES` sets the number of rounds of each
 * kind.
 */
import { env } from "cloudflare:test";
import { and, eq, inArray } from "drizzle-orm";
import { ulid } from "ulidx";
import { beforeAll, expect, test } from "vitest";
import { openDb } from "#db/client.ts";
import { setRequests, sets } from "#db/schema/index.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { request } from "#tests/helpers/request.ts";
import { makeStage } from "#tests/helpers/stages.ts";

const db = openDb(env.DB);
const hourMs = 3_600_000;
const rounds = Number(env.BOOKING_RACES || 5);
const runners = 30;

let manager: Person;
let otherManager: Person;
let performers: Person[];
let stageIds: string[];
/** Every round has its own hour, so that earlier bookings do not conflict. */
let hour = Math.ceil(Date.now() / hourMs) + 1;

beforeAll(async () => {
  [manager, otherManager] = await Promise.all([
    makePerson({ isManager: true }),
    makePerson({ isManager: true }),
  ]);
  performers = await Promise.all(Array.from({ length: runners }, () => makePerformer()));
  const stages = await Promise.all(performers.map(() => makeStage(manager, { name: "The same name" })));
  stageIds = stages.map(({ id }) => id);
  for (const room of stageIds) {
    const added = await request("/api/rooms/addManager", {
      as: manager,
      body: { room, user: otherManager.id },
    });
    expect(added.status).toBe(200);
  }
});

/** A request that waits for the stage's answer, for the hour of this round. */
const ask = (performer: Person | undefined, stageId: string | undefined) => ({
  id: ulid(),
  stageId: stageId ?? "",
  performerId: performer?.id ?? "",
  requestorId: performer?.id ?? "",
  name: "A set",
  startsAt: hour * hourMs,
  endsAt: (hour + 1) * hourMs,
  timeZone: "UTC",
  createdAt: Date.now(),
});
type Asked = ReturnType<typeof ask>;

/** Accepts all of them simultaneously, by two managers in turn. Returns the refusals. */
async function race(asked: Asked[]): Promise<string[]> {
  const [first, ...others] = [...new Map(asked.map((each) => [each.id, each])).values()];
  if (first === undefined) throw new Error("nobody runs");
  await db.batch([
    db.insert(setRequests).values(first),
    ...others.map((each) => db.insert(setRequests).values(each)),
  ]);
  const answers = await Promise.all(
    asked.map(async ({ id }, index) => {
      const as = index % 2 === 0 ? manager : otherManager;
      const response = await request("/api/setRequests/accept", { as, body: { request: id } });
      const { code, status } = await response.json<{ code?: string; status: string | number }>();
      return response.status === 200 ? `won: ${status}` : `${response.status} ${code ?? ""}`;
    }),
  );
  const requestIds = [first, ...others].map(({ id }) => id);
  const booked = await db
    .select({ requestId: sets.requestId })
    .from(sets)
    .where(and(inArray(sets.requestId, requestIds), eq(sets.status, "accepted")));
  expect(booked).toHaveLength(1);
  const accepted = await db
    .select({ id: setRequests.id })
    .from(setRequests)
    .where(and(inArray(setRequests.id, requestIds), eq(setRequests.status, "accepted")));
  expect(accepted.map(({ id }) => id)).toEqual(booked.map(({ requestId }) => requestId));
  expect(answers.filter((answer) => answer === "won: accepted")).toHaveLength(1);
  hour++;
  return answers.filter((answer) => !answer.startsWith("won"));
}

async function everyRound(field: () => Asked[], refusal: string): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    expect(await race(field())).toEqual(Array.from({ length: runners - 1 }, () => refusal));
  }
}
const timeout = { timeout: 30_000 + rounds * 5_000 };

test("only one of thirty performers gets the same hour of a stage", timeout, () =>
  everyRound(() => performers.map((performer) => ask(performer, stageIds[0])), "409 slot-taken"),
);

test("only one of thirty stages gets the same hour of a performer", timeout, () =>
  everyRound(() => stageIds.map((stageId) => ask(performers[0], stageId)), "409 slot-taken"),
);

test("only one of thirty simultaneous acceptances of a request succeeds", timeout, () =>
  everyRound(() => {
    const one = ask(performers[1], stageIds[1]);
    return performers.map(() => one);
  }, "409 request-settled"),
);
