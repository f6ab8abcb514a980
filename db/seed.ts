/**
 * The demo: a few stages with a schedule around now, and accounts to try them with. Only ever put into a local
 * database. Every id is fixed, so that seeding twice changes nothing.
 */
import { and, eq, getTableColumns, gt, inArray } from "drizzle-orm";
import { copyShownAwards } from "#app/domains/value/awards/queries/awards.ts";
import type { Db } from "./client.ts";
import {
  demoAwards,
  demoFollows,
  demoJoinedAt,
  demoPeople,
  demoShownAwards,
  fixedId,
  personIds,
} from "./demo-people.ts";
import { type DemoPerformance, insertDemoPerformances, stageIds } from "./demo-performances.ts";
import {
  follows,
  ingestCredentials,
  sets,
  stageManagers,
  stageSubscriptions,
  stages,
  userAwards,
  users,
} from "./schema/index.ts";

/** Functions of the application, passed in because this folder does not import it. */
export interface SeedMakers {
  hashPassword(password: string): string;
  toUsernameColumns(username: string): { username: string; usernameKey: string; usernameLook: string };
  newMount(kind: "stage" | "performer"): string;
  newPassword(): string;
  newStreamId(): string;
}

export interface DemoAccount {
  role: "listener" | "performer" | "manager";
  username: string;
  password: string;
}

export const demoAccounts: readonly DemoAccount[] = [
  { role: "listener", username: "NellHart", password: "cue-demo-listener" },
  { role: "performer", username: "AdaMarlow", password: "cue-demo-performer" },
  { role: "manager", username: "TheoLind", password: "cue-demo-manager" },
];

export interface DemoConnection {
  mount: string;
  password: string;
}

const slotMs = 2 * 3_600_000;
/** Time that the schedule reaches ahead; every start extends it. */
const horizonMs = 7 * 24 * 3_600_000;

const id = { ...personIds, ...stageIds };

/** The demo's stage for encoders: on demand, live whenever someone broadcasts to it. */
export const demoOnDemandStage = { name: "Night Ferry", customUrl: "night-ferry" } as const;
/** The demo's stage with a schedule, where the demo performer plays. */
export const demoBookingStage = { name: "The Glasshouse", customUrl: "glasshouse" } as const;

export interface Demo {
  /** The stage where the demo performer plays. */
  bookingStageId: string;
  /** The encoder settings of the demo performer; undefined where a visitor has removed them. */
  performer: DemoConnection | undefined;
  /** The encoder settings of the on-demand stage. */
  onDemandStage: DemoConnection | undefined;
}

/**
 * Seeds people, stages and what was played on them once, and extends the schedule at `now` (epoch ms). What visitors
 * delete stays deleted.
 */
export async function seedDemo(
  db: Db,
  make: SeedMakers,
  now: number,
  performances: readonly DemoPerformance[] = [],
): Promise<Demo> {
  const isSeeded = (await db.$count(users, inArray(users.id, Object.values(personIds)))) > 0;
  if (!isSeeded) {
    await seedPeopleAndStages(db, make, now);
    await insertDemoPerformances(db, performances, now);
  }
  await seedSchedule(db, now);
  return {
    bookingStageId: id.glasshouse,
    performer: await findConnection(db, "performer", id.ada),
    onDemandStage: await findConnection(db, "stage", id.ferry),
  };
}

async function seedPeopleAndStages(db: Db, make: SeedMakers, now: number): Promise<void> {
  const passwordOf = (username: string) =>
    demoAccounts.find((account) => account.username === username)?.password ?? make.newPassword();
  const joinedAt = demoJoinedAt(now);
  const people = Object.entries(demoPeople).map(([name, { username, email, ...facts }]) => ({
    id: personIds[name as keyof typeof personIds],
    ...make.toUsernameColumns(username),
    email,
    emailKey: email,
    emailVerifiedAt: joinedAt,
    passwordHash: make.hashPassword(passwordOf(username)),
    createdAt: joinedAt,
    ...facts,
  }));
  const stage = (stageId: string, name: string, more: Partial<typeof stages.$inferInsert>) => ({
    id: stageId,
    name,
    streamId: make.newStreamId(),
    createdAt: joinedAt,
    ...more,
  });
  const credential = (kind: "stage" | "performer", ownerId: string, streamId = make.newStreamId()) => ({
    mount: make.newMount(kind),
    password: make.newPassword(),
    kind,
    ownerId,
    streamId,
    createdAt: now,
  });

  const ferry = stage(id.ferry, demoOnDemandStage.name, {
    customUrl: demoOnDemandStage.customUrl,
    genre: "Open format",
    description: "No schedule, no booking: anyone with the key goes on air. Connect an encoder and cast off.",
    isInstant: true,
  });
  await db.batch([
    db.insert(stages).values([
      stage(id.glasshouse, demoBookingStage.name, {
        customUrl: demoBookingStage.customUrl,
        genre: "Electronica",
        description: "Daylight electronica under a glass roof, around the clock.",
      }),
      ferry,
      stage(id.attic, "Attic Sessions", {
        customUrl: "attic",
        genre: "Soul and jazz",
        description: "Two hours of records every evening, from a room with a sloping ceiling.",
        isWeekly: true,
      }),
    ]),
    ...people.map((person) => db.insert(users).values(person)),
    db.insert(stageManagers).values(
      [id.glasshouse, id.ferry, id.attic].map((stageId) => ({
        stageId,
        userId: id.theo,
        createdAt: joinedAt,
      })),
    ),
    db.insert(ingestCredentials).values([
      credential("performer", id.ada),
      credential("performer", id.juno),
      // A stage's encoder and its listeners use the same stream.
      credential("stage", id.ferry, ferry.streamId),
    ]),
    db.insert(follows).values(demoFollows(now)),
    db.insert(userAwards).values(demoAwards(id, now)),
    db.insert(stageSubscriptions).values({ userId: id.nell, stageId: id.glasshouse, createdAt: now }),
  ]);
  for (const { userId, awardId } of demoShownAwards) {
    await db.update(users).set({ titleAwardId: awardId, badgeAwardId: awardId }).where(eq(users.id, userId));
    await copyShownAwards(db, userId);
  }
}

/** Two-hour sets from the one that is on now: one after the other in the Glasshouse, in the evening in the attic. */
async function seedSchedule(db: Db, now: number): Promise<void> {
  const names = [
    "First light",
    "Through the panes",
    "Long shadows",
    "Lamps on",
    "The late shift",
    "Condensation",
  ];
  const wanted: Pick<typeof sets.$inferInsert, "stageId" | "performerId" | "startsAt" | "name">[] = [];
  for (let startsAt = now - (now % slotMs); startsAt < now + horizonMs; startsAt += slotMs) {
    const name = names[Math.round(startsAt / slotMs) % names.length] ?? "Daylight";
    wanted.push({ stageId: id.glasshouse, performerId: id.ada, startsAt, name });
    if (new Date(startsAt).getUTCHours() === 18)
      wanted.push({ stageId: id.attic, performerId: id.juno, startsAt, name: "Records from the attic" });
  }

  // Sets that visitors have booked, moved or cancelled stay unchanged.
  const demoStages = [id.glasshouse, id.attic];
  const kept = await db.select({ id: stages.id }).from(stages).where(inArray(stages.id, demoStages));
  const performers = await db
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, [id.ada, id.juno]));
  const taken = await db
    .select({ stageId: sets.stageId, startsAt: sets.startsAt, endsAt: sets.endsAt })
    .from(sets)
    .where(and(inArray(sets.stageId, demoStages), gt(sets.endsAt, now - slotMs)));
  const missing = wanted
    .map((set) => ({
      ...set,
      id: fixedId(set.startsAt, set.stageId.slice(-9)),
      endsAt: set.startsAt + slotMs,
      createdAt: now,
    }))
    .filter(
      (set) =>
        kept.some((stage) => stage.id === set.stageId) &&
        performers.some((performer) => performer.id === set.performerId) &&
        !taken.some(
          (other) =>
            other.stageId === set.stageId && other.startsAt < set.endsAt && set.startsAt < other.endsAt,
        ),
    );
  // D1 takes 100 values per statement, and a row is given one for each column.
  const perStatement = Math.floor(100 / Object.keys(getTableColumns(sets)).length);
  for (let from = 0; from < missing.length; from += perStatement)
    await db
      .insert(sets)
      .values(missing.slice(from, from + perStatement))
      .onConflictDoNothing();
}

async function findConnection(
  db: Db,
  kind: "stage" | "performer",
  ownerId: string,
): Promise<DemoConnection | undefined> {
  const [row] = await db
    .select({ mount: ingestCredentials.mount, password: ingestCredentials.password })
    .from(ingestCredentials)
    .where(and(eq(ingestCredentials.kind, kind), eq(ingestCredentials.ownerId, ownerId)));
  return row;
}
