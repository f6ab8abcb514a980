/**
 * Random sequences of requests, answers, undos, moves, offers, renames, cancellations and conversions, also
 * simultaneous ones: accepted sets of a stage or performer never overlap, a series is booked completely or not at all,
 * an on-demand stage keeps no bookings, and acknowledged changes are kept. `BOOKING_HISTORIES` sets the number of
 * histories.
 */
import { env, runInDurableObject } from "cloudflare:test";
import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "#app/errors.ts";
import { openDb } from "#db/client.ts";
import {
  type Bookings,
  type BookingWorld,
  faultsOf,
  makeBookingWorld,
  readBookings,
} from "#tests/helpers/booking-world.ts";
import { sqliteAsD1 } from "#tests/helpers/sqlite-d1.ts";
import { isSweep } from "#tests/helpers/sweep.ts";
import { updateStage } from "../stages/manage.server.ts";
import { cancelSet, updateSet } from "./change.server.ts";
import { acceptSetRequest, declineSetRequest, requestSet } from "./requests.server.ts";
import { undoAccept } from "./undo.server.ts";

const hourMs = 3_600_000;
const histories = Number(env.BOOKING_HISTORIES || (isSweep ? 200 : 40));

/** The frequency of a verb is its number of occurrences. */
const verbs =
  "ask ask ask ask accept accept accept accept decline undo undo move move offer offer rename cancel convert wait".split(
    " ",
  );
const small = fc.nat(5);
const command = fc.record({
  verb: fc.constantFrom(...verbs),
  stage: fc.nat(1),
  performer: fc.nat(2),
  byManager: fc.boolean(),
  slot: small,
  halves: fc.integer({ min: 1, max: 4 }),
  weeks: fc.integer({ min: 1, max: 3 }),
  which: small,
});
type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never;

/** An acknowledged change of a set. */
interface Acknowledged {
  set: string;
  startsAt?: number;
  name?: string;
}

const pick = <Item extends { id: string }>(items: Item[], which: number) =>
  items[which % Math.max(1, items.length)]?.id ?? "none";

const performerIdOf = ({ performers }: BookingWorld, which: number) =>
  performers[which % performers.length]?.viewer?.id ?? "none";

async function perform(
  world: BookingWorld,
  before: Bookings,
  step: Command & { origin: number },
): Promise<Acknowledged | undefined> {
  const room = world.stageIds[step.stage] ?? "";
  const performer = world.performers[step.performer] ?? world.manager;
  const as = step.byManager ? world.manager : performer;
  const start = step.origin + hourMs + (step.slot * hourMs) / 2;
  const end = start + (step.halves * hourMs) / 2;
  const set = pick(
    before.sets.filter(({ status }) => status === "accepted"),
    step.which,
  );
  const asked = pick(
    before.requests.filter(({ status }) => status === "pending"),
    step.which,
  );
  switch (step.verb) {
    case "ask": {
      const dj = performer.viewer?.id ?? "";
      await requestSet(as, { dj, room, start, end, name: "A set", weeks: step.weeks, timeZone: "UTC" });
      return;
    }
    case "accept": {
      const { kind, set, startTime } = await acceptSetRequest(as, { request: asked });
      return kind === "move" && set !== null ? { set: set.id, startsAt: startTime } : undefined;
    }
    case "decline":
      await declineSetRequest(as, { request: asked });
      return;
    case "undo": {
      const accepted = before.requests.filter(({ status }) => status === "accepted");
      const request = pick(accepted, step.which);
      await undoAccept(as, { request, set: step.weeks === 1 ? set : null });
      return;
    }
    case "move":
      // On a stage with approval the set keeps its time, which is what is acknowledged.
      return { set, startsAt: (await updateSet(as, { set, start, end })).startTime };
    case "offer":
      await updateSet(as, { set, user: performerIdOf(world, step.which) });
      return;
    case "rename": {
      const name = `Set ${step.slot}`;
      await updateSet(as, { set, name });
      return { set, name };
    }
    case "cancel":
      await cancelSet(as, { set });
      return;
    case "convert":
      // More often to a booking stage than to on-demand: without a schedule nothing is booked.
      await updateStage(world.manager, { room, instant: step.byManager && step.slot < 3 });
      return;
    case "wait":
      world.clock.now += hourMs / 2;
  }
}

/** A refusal is a valid answer; any other error is a failure. */
async function attempt(...input: Parameters<typeof perform>): Promise<Acknowledged | undefined> {
  try {
    return await perform(...input);
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return undefined;
  }
}

/** Sets whose time or name differs from the last acknowledged one, or changed without an acknowledgement. */
function lostChanges(before: Bookings, after: Bookings, changes: Acknowledged[]): string[] {
  return after.sets.flatMap((set) => {
    const was = before.sets.find(({ id }) => id === set.id);
    const own = changes.filter((change) => change.set === set.id);
    const starts = own.flatMap(({ startsAt }) => startsAt ?? []);
    const names = own.flatMap(({ name }) => name ?? []);
    if (was === undefined) return [];
    const hasTime = (starts.length > 0 ? starts : [was.startsAt]).includes(set.startsAt);
    const hasName = (names.length > 0 ? names : [was.name]).includes(set.name);
    return [
      ...(hasTime ? [] : [`${set.id} does not begin when it was said to`]),
      ...(hasName ? [] : [`${set.id} is not called what it was said to be`]),
    ];
  });
}

const timeout = { timeout: 30_000 + histories * 2_000 };

test(
  "no history of bookings leads to an overlap, a partial series, a lost change or a set on an on-demand stage",
  timeout,
  async () => {
    let booked = 0;
    await runInDurableObject(env.LIMITER.getByName("histories"), async (_, { storage }) => {
      for (const { queries } of env.TEST_MIGRATIONS) for (const query of queries) storage.sql.exec(query);
      const db = openDb(sqliteAsD1(storage, async () => {}));
      const history = fc.array(fc.array(command, { minLength: 1, maxLength: 4 }), {
        minLength: 3,
        maxLength: 10,
      });
      const property = fc.asyncProperty(history, fc.scheduler(), async (groups, scheduler) => {
        // A scheduler decides at random before each statement which caller continues.
        const theirs = openDb(sqliteAsD1(storage, () => scheduler.schedule(Promise.resolve())));
        const world = await makeBookingWorld(db, theirs);
        const origin = world.clock.now;
        let before = await readBookings(world);
        // Commands of one group run simultaneously.
        for (const together of groups) {
          const all = Promise.all(together.map((step) => attempt(world, before, { ...step, origin })));
          const done = await scheduler.waitFor(all);
          const after = await readBookings(world);
          const changes = done.filter((change) => change !== undefined);
          expect([...faultsOf(world, after), ...lostChanges(before, after, changes)]).toEqual([]);
          before = after;
        }
        booked += before.sets.length;
      });
      await fc.assert(property, { numRuns: histories, seed: 4, endOnFailure: true });
    });
    // Histories without a booking prove nothing.
    expect(booked).toBeGreaterThan(histories);
  },
);
