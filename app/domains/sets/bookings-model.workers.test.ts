/**
 * Whatever is asked, accepted, moved, cancelled and converted, at whatever moment and by however many at once, no
 * stage and no performer ever has two accepted sets that overlap. `BOOKING_HISTORIES` sets how many histories run.
 */
import { env } from "cloudflare:test";
import { and, eq, inArray } from "drizzle-orm";
import fc from "fast-check";
import { ulid } from "ulidx";
import { expect, test } from "vitest";
import type { AppContext, Viewer } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { openDb } from "#db/client.ts";
import { setRequests, sets, stageManagers, stages, users } from "#db/schema/index.ts";
import { createAppContext } from "#workers/context.ts";
import { updateStage } from "../stages/manage.server.ts";
import { cancelSet, updateSet } from "./change.server.ts";
import { acceptSetRequest, declineSetRequest, requestSet } from "./requests.server.ts";

const hourMs = 3_600_000;
const db = openDb(env.DB);
const now = Math.floor(Date.now() / hourMs) * hourMs;
const histories = Number((env as { BOOKING_HISTORIES?: string }).BOOKING_HISTORIES ?? 60);

/** Nothing but the database: rooms, notices and counters have tests of their own. */
function contextOf(viewer: Viewer): AppContext {
  const quiet = { refresh: async () => {}, onAir: async () => Promise.reject(new Error("no room")) };
  const base = createAppContext(new Request("http://localhost:8787/"), env, viewer);
  const room = () => quiet as unknown as ReturnType<AppContext["rooms"]["stage"]>;
  return {
    ...base,
    clock: { now: () => now },
    rooms: { stage: room, profile: room },
    lobby: { ...base.lobby, live: async () => [], upcomingChanged: async () => {}, dropUser: async () => {} },
    inboxes: { of: () => ({ notify: async () => {}, erase: async () => {} }) as never },
    limits: { take: async () => ({ ok: true }), once: async () => true, giveBack: async () => {} },
    log: { info: () => {}, warn: () => {}, error: () => {} },
  };
}

interface World {
  stageIds: string[];
  performers: AppContext[];
  manager: AppContext;
}

async function makeWorld(): Promise<World> {
  const person = () => {
    const id = ulid();
    return {
      id,
      username: id,
      usernameKey: id,
      email: id,
      emailKey: id,
      passwordHash: "none",
      createdAt: 1,
      isPerformer: true,
      hasPassedTest: true,
      isManager: true,
    };
  };
  const people = [person(), person(), person(), person()];
  const rooms = [0, 1].map((index) => ({
    id: ulid(),
    name: "Stage",
    streamId: ulid(),
    createdAt: 1,
    isWeekly: true,
    hasAutoApprove: index === 1,
  }));
  const [manager] = people;
  await db.batch([
    ...people.map((each) => db.insert(users).values(each)),
    ...rooms.map((each) => db.insert(stages).values(each)),
    ...rooms.map(({ id }) =>
      db.insert(stageManagers).values({ stageId: id, userId: manager?.id ?? "", createdAt: 1 }),
    ),
  ] as unknown as Parameters<typeof db.batch>[0]);
  const contexts = people.map(({ id, username }) =>
    contextOf({
      id,
      username,
      photo: null,
      badge: null,
      performerType: "dj",
      isPerformer: true,
      hasPassedTest: true,
      isManager: true,
      isOperator: false,
      sessionHash: "none",
    }),
  );
  const [first, ...others] = contexts;
  if (first === undefined) throw new Error("a world without people");
  return { stageIds: rooms.map(({ id }) => id), performers: others, manager: first };
}

const small = fc.nat(5);
const command = fc.record({
  verb: fc.constantFrom(
    "ask",
    "ask",
    "ask",
    "accept",
    "accept",
    "accept",
    "decline",
    "move",
    "move",
    "cancel",
    "convert",
  ),
  stage: fc.nat(1),
  performer: fc.nat(2),
  byManager: fc.boolean(),
  slot: small,
  halves: fc.integer({ min: 1, max: 4 }),
  weeks: fc.integer({ min: 1, max: 3 }),
  which: small,
});
type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never;

async function perform(world: World, step: Command): Promise<void> {
  const stageId = world.stageIds[step.stage] ?? "";
  const performer = world.performers[step.performer] ?? world.manager;
  const dj = performer.viewer?.id ?? "";
  const start = now + hourMs + (step.slot * hourMs) / 2;
  const end = start + (step.halves * hourMs) / 2;
  if (step.verb === "ask") {
    const as = step.byManager ? world.manager : performer;
    await requestSet(as, {
      dj,
      room: stageId,
      start,
      end,
      name: "A set",
      weeks: step.weeks,
      timeZone: "UTC",
    });
  } else if (step.verb === "accept" || step.verb === "decline") {
    const open = await db
      .select({ id: setRequests.id })
      .from(setRequests)
      .where(and(inArray(setRequests.stageId, world.stageIds), eq(setRequests.status, "pending")));
    const request = open[step.which % Math.max(1, open.length)]?.id ?? "none";
    const answer = step.verb === "accept" ? acceptSetRequest : declineSetRequest;
    await answer(step.byManager ? world.manager : performer, { request });
  } else if (step.verb === "convert") {
    await updateStage(world.manager, { room: stageId, instant: step.byManager });
  } else {
    const booked = await db
      .select({ id: sets.id })
      .from(sets)
      .where(and(inArray(sets.stageId, world.stageIds), eq(sets.status, "accepted")));
    const set = booked[step.which % Math.max(1, booked.length)]?.id ?? "none";
    if (step.verb === "cancel") await cancelSet(world.manager, { set });
    else await updateSet(world.manager, { set, start, end });
  }
}

/** A refusal is an answer; anything else that is thrown is a fault. */
async function attempt(world: World, step: Command): Promise<void> {
  try {
    await perform(world, step);
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
  }
}

async function listOverlaps(world: World): Promise<string[]> {
  const booked = await db
    .select()
    .from(sets)
    .where(and(inArray(sets.stageId, world.stageIds), eq(sets.status, "accepted")));
  return booked.flatMap((one, index) =>
    booked
      .slice(index + 1)
      .filter((other) => one.startsAt < other.endsAt && other.startsAt < one.endsAt)
      .filter((other) => one.stageId === other.stageId || one.performerId === other.performerId)
      .map((other) => `${one.id} and ${other.id}`),
  );
}

test("no history of bookings ends in an overlap", async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(command, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 10 }),
      async (steps) => {
        const world = await makeWorld();
        // What stands together happens at once.
        for (const together of steps) await Promise.all(together.map((step) => attempt(world, step)));
        expect(await listOverlaps(world)).toEqual([]);
        accepted += await db.$count(sets, inArray(sets.stageId, world.stageIds));
      },
    ),
    { numRuns: histories, seed: 4, endOnFailure: true },
  );
  // Histories in which nothing is ever booked prove nothing.
  expect(accepted).toBeGreaterThan(histories);
}, 900_000);
