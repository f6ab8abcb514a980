/** Random histories of three users and two stages. */
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { ulid } from "ulidx";
import type { Db } from "#db/client.ts";
import * as tables from "#db/schema/index.ts";
import type { Deed } from "./award-replay.ts";

const halfHourMs = 1_800_000;

const person = fc.nat(2);
const stage = fc.nat(1);
/** One action of one user. */
export const act = fc.record({
  kind: fc.constantFrom(
    ...("broadcast broadcast broadcast broadcast favorite favorite cheer cheer listen listen".split(
      " ",
    ) as Deed["kind"][]),
    "subscription" as const,
    "registration" as const,
  ),
  person,
  other: fc.option(person, { freq: 8 }),
  stage: fc.option(stage, { freq: 8 }),
  set: fc.option(fc.nat(1), { freq: 1 }),
  isReconnect: fc.boolean(),
  isHeard: fc.option(fc.constant(true), { freq: 8 }),
  halves: fc.integer({ min: 1, max: 4 }),
  peak: fc.nat(5),
});
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

/** Converts actions to the history of a separate world: three users, two stages, and their sets. */
export function toHistory(
  acts: readonly Act[],
  world: { people: string[]; stages: string[]; setOf: (key: string) => string },
): Deed[] {
  const known = new Set<string>();
  const performances = new Map<string, string>();
  /** Few, so that what is marked was often heard. */
  const performanceOf = ({ other, stage: at, set }: Act): string | null =>
    other === null || at === null || set === null
      ? null
      : world.setOf(`${world.people[other]} ${world.stages[at]} ${set}`);
  return acts.flatMap((each, index): Deed[] => {
    const at = 1_000 + index;
    const user = world.people[each.person] ?? "";
    const other = each.other === null ? null : (world.people[each.other] ?? null);
    const stageId = each.stage === null ? null : (world.stages[each.stage] ?? null);
    switch (each.kind) {
      case "broadcast": {
        const isOfSet = stageId !== null && each.set !== null;
        const set = isOfSet ? world.setOf(`${user} ${stageId} ${each.set}`) : null;
        // Without a set, a reconnect continues the last performance of the same performer in the same room.
        const room = `${user} ${stageId}`;
        const last = each.isReconnect ? performances.get(room) : undefined;
        const performance = set ?? last ?? ulid();
        if (set === null) performances.set(room, performance);
        const lengthMs = each.halves * halfHourMs;
        return [
          {
            kind: "broadcast",
            performer: user,
            stage: stageId,
            set,
            performance,
            lengthMs,
            peak: each.peak,
            at,
          },
        ];
      }
      case "favorite":
      case "cheer":
        return [
          {
            kind: each.kind,
            user,
            performer: other,
            stage: stageId,
            performance: performanceOf(each),
            isHeard: each.isHeard === true,
            at,
          },
        ];
      case "listen": {
        const performance = performanceOf(each) ?? ulid();
        const key = `${user} ${performance}`;
        if (known.has(key)) return [];
        known.add(key);
        return [{ kind: "listen", user, performer: other ?? user, stage: stageId, performance, at }];
      }
      case "subscription": {
        const key = `${user} ${stageId}`;
        if (stageId === null || known.has(key)) return [];
        known.add(key);
        return [{ kind: "subscription", user, stage: stageId, at }];
      }
      case "registration": {
        const newcomer = ulid();
        const isVerified = each.halves > 1;
        const registered = { kind: "registration", user: newcomer, referrer: other, isVerified, at } as const;
        if (!each.isReconnect) return [registered];
        // They listen, too; half a millisecond between two actions is free.
        const heard = { performer: user, stage: null, performance: ulid(), at: at + 0.5 };
        return [registered, { kind: "listen", user: newcomer, ...heard }];
      }
    }
  });
}

/** Stores it as the product does. */
export async function store(db: Db, deed: Deed): Promise<void> {
  const id = ulid();
  switch (deed.kind) {
    case "broadcast": {
      // The start is stored first, and the end later.
      const { performer: performerId, stage: stageId, set: setId, performance, peak, at, lengthMs } = deed;
      const begun = { id, streamId: "s", performerId, stageId, setId, performance, startedAt: at - lengthMs };
      await db.insert(tables.broadcasts).values(begun);
      const ended = { endedAt: at, peakListeners: peak, steadyPeak: peak };
      await db.update(tables.broadcasts).set(ended).where(eq(tables.broadcasts.id, id));
      return;
    }
    case "favorite": {
      const {
        user: userId,
        performer: performerId,
        stage: stageId,
        performance: setId,
        isHeard,
        at: createdAt,
      } = deed;
      await db
        .insert(tables.favorites)
        .values({ trackId: id, userId, performerId, stageId, setId, isHeard, createdAt });
      return;
    }
    case "cheer": {
      const {
        user: userId,
        performer: performerId,
        stage: stageId,
        performance: setId,
        isHeard,
        at: cheeredAt,
      } = deed;
      await db.insert(tables.cheers).values({ id, userId, performerId, stageId, setId, isHeard, cheeredAt });
      return;
    }
    case "listen": {
      const { user: listener, performer: performerId, stage: stageId, performance, at: listenedAt } = deed;
      await db.insert(tables.listens).values({ performance, listener, performerId, stageId, listenedAt });
      return;
    }
    case "subscription":
      await db
        .insert(tables.stageSubscriptions)
        .values({ stageId: deed.stage, userId: deed.user, createdAt: deed.at });
      return;
    case "registration":
      await db.insert(tables.users).values(toUser(deed.user, deed.at, deed.referrer));
      // Later, as by the link in an email.
      if (deed.isVerified)
        await db.update(tables.users).set({ emailVerifiedAt: deed.at }).where(eq(tables.users.id, deed.user));
  }
}

const toUser = (id: string, createdAt: number, referrerId: string | null = null) => ({
  id,
  username: id,
  usernameKey: id,
  email: id,
  emailKey: id,
  passwordHash: "none",
  createdAt,
  referrerId,
});

/** The users exist before all actions; the second and third are not pioneers, nor are users registered after 1,020. */
export async function makeAwardWorld(db: Db) {
  const people = [ulid(), ulid(), ulid()];
  const stages = [ulid(), ulid()];
  const sets = new Map<string, string>();
  for (const performerId of people)
    for (const stageId of stages) for (const n of [0, 1]) sets.set(`${performerId} ${stageId} ${n}`, ulid());
  await db.batch([
    ...people.map((id, index) => db.insert(tables.users).values(toUser(id, index === 0 ? 1 : 5_000))),
    ...stages.map((id) =>
      db.insert(tables.stages).values({ id, name: "Stage", streamId: ulid(), createdAt: 1 }),
    ),
    ...Array.from(sets, ([key, id]) => {
      const [performerId = "", stageId = ""] = key.split(" ");
      const set = { id, performerId, stageId, name: "A set", startsAt: 1, endsAt: 2, createdAt: 1 };
      return db.insert(tables.sets).values(set);
    }),
  ] as unknown as Parameters<Db["batch"]>[0]);
  return { people, stages, setOf: (key: string) => sets.get(key) ?? "" };
}
