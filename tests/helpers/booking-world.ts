import { env } from "cloudflare:test";
import { and, eq, inArray } from "drizzle-orm";
import { ulid } from "ulidx";
import type { AppContext } from "#app/context.ts";
import type { Db } from "#db/client.ts";
import { setRequests, sets, stageManagers, stages, users } from "#db/schema/index.ts";
import { createAppContext } from "#workers/context.ts";
import { viewerOf } from "./people.ts";

const hourMs = 3_600_000;

/** Two stages, the second with automatic approval, their manager and three performers, with their own clock. */
export interface BookingWorld {
  /** The database, for inspection; its users work with another client. */
  db: Db;
  clock: { now: number };
  stageIds: string[];
  performers: AppContext[];
  manager: AppContext;
}

/**
 * Creates a separate world in the same database, which needs no clean-up. Its users work with `theirs`, their own
 * client of the database.
 */
export async function makeBookingWorld(db: Db, theirs: Db): Promise<BookingWorld> {
  const clock = { now: Math.floor(Date.now() / hourMs) * hourMs };
  const managerId = ulid();
  const performerIds = [ulid(), ulid(), ulid()];
  const rooms = [0, 1].map((index) => ({
    id: ulid(),
    name: "Stage",
    streamId: ulid(),
    createdAt: 1,
    isWeekly: true,
    hasAutoApprove: index === 1,
  }));
  await db.batch([
    db.insert(stages).values(rooms),
    // One statement each: one for all would have too many variables.
    ...[managerId, ...performerIds].map((id) => db.insert(users).values(toUser(id))),
    db
      .insert(stageManagers)
      .values(rooms.map(({ id }) => ({ stageId: id, userId: managerId, createdAt: 1 }))),
  ]);
  return {
    db,
    clock,
    stageIds: rooms.map(({ id }) => id),
    manager: contextOf(managerId, clock, theirs),
    performers: performerIds.map((id) => contextOf(id, clock, theirs)),
  };
}

const toUser = (id: string) => ({
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
});

/** A context with only the database: rooms, notifications and limits have their own tests. */
function contextOf(userId: string, clock: { now: number }, db: Db): AppContext {
  const viewer = { ...viewerOf({ id: userId, username: userId }), isManager: true };
  const quiet = { refresh: async () => {}, onAir: async () => Promise.reject(new Error("no room")) };
  const base = createAppContext(new Request("http://localhost:8787/"), env, viewer);
  const room = () => quiet as unknown as ReturnType<AppContext["rooms"]["stage"]>;
  return {
    ...base,
    db,
    clock: { now: () => clock.now },
    rooms: { stage: room, profile: room, erase: async () => {} },
    lobby: { ...base.lobby, live: async () => [], upcomingChanged: async () => {}, dropUser: async () => {} },
    inboxes: {
      of: () => ({ notify: async () => {}, withdraw: async () => {} }) as never,
      erase: async () => {},
    },
    limits: {
      take: async () => ({ ok: true }),
      uses: async () => 0,
      once: async () => true,
      giveBack: async () => {},
    },
    log: { info: () => {}, warn: () => {}, error: () => {} },
  };
}

/** Returns every row of the world that a booking can change. */
export async function readBookings(world: BookingWorld) {
  const { db } = world;
  const [allSets, requests, rooms] = await db.batch([
    db.select().from(sets).where(inArray(sets.stageId, world.stageIds)),
    db.select().from(setRequests).where(inArray(setRequests.stageId, world.stageIds)),
    db
      .select({ id: stages.id })
      .from(stages)
      .where(and(inArray(stages.id, world.stageIds), eq(stages.isInstant, true))),
  ]);
  return { sets: allSets, requests, onDemandIds: new Set(rooms.map(({ id }) => id)) };
}
export type Bookings = Awaited<ReturnType<typeof readBookings>>;

/** Returns the violated invariants as sentences; empty if there are none. */
export function faultsOf(world: BookingWorld, { sets: all, requests, onDemandIds }: Bookings): string[] {
  const accepted = all.filter(({ status }) => status === "accepted");
  const overlaps = accepted.flatMap((one, index) =>
    accepted
      .slice(index + 1)
      .filter((other) => one.startsAt < other.endsAt && other.startsAt < one.endsAt)
      .filter((other) => one.stageId === other.stageId || one.performerId === other.performerId)
      .map((other) => `${one.id} and ${other.id} overlap`),
  );
  const orphans = accepted
    .filter(({ stageId, endsAt }) => onDemandIds.has(stageId) && endsAt > world.clock.now)
    .map(({ id }) => `${id} is booked on a stage without a schedule`);
  const waiting = requests
    .filter(({ stageId, status }) => onDemandIds.has(stageId) && status === "pending")
    .map(({ id }) => `${id} waits on a stage without a schedule`);
  const parts = requests
    .filter(({ kind }) => kind === "booking")
    .filter(({ id, status, weeks }) => {
      const made = all.filter(({ requestId }) => requestId === id);
      // Sets whose acceptance was undone stay cancelled with the request that waits again.
      if (status === "accepted") return made.length < weeks;
      return made.some((set) => set.status === "accepted");
    })
    .map(({ id, status }) => `${id} is ${status}, with other sets than that makes`);
  return [...overlaps, ...orphans, ...waiting, ...parts];
}
