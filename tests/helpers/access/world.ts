/** The users and stages of the access table, created once. */
import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { openDb } from "#db/client.ts";
import { stageManagers, stageMembers, stages } from "#db/schema/index.ts";
import { makePerformer, makePerson, type Person } from "../people.ts";
import { makeStage } from "../stages.ts";
import type { Asker } from "./table.ts";

const db = openDb(env.DB);
const hourMs = 3_600_000;

/** The stages of one manager: those of the own side, or of the other. */
export interface Side {
  manager: Person;
  /** Performs on the booking stage. */
  performer: Person;
  booking: { id: string };
  membersOnly: { id: string };
  onDemand: { id: string };
}

export interface World {
  askers: Record<Exclude<Asker, "signed-out" | "key">, Person>;
  own: Side;
  elses: Side;
  /** Owns an object of every kind that belongs to a user. */
  stranger: Person;
  /** A performer whom managers can invite. */
  guest: Person;
  /** Has just become a manager. */
  newManager: Person;
  /** A new hour for every booking, so that bookings do not conflict. */
  nextSlot(): { startsAt: number; endsAt: number };
}

export async function makeWorld(): Promise<World> {
  const [listener, performer, member, manager, otherManager, operator, stranger, guest, newManager] =
    await Promise.all([
      makePerson(),
      makePerformer(),
      makePerformer(),
      makePerson(),
      makePerson(),
      makePerson({ isOperator: true }),
      makePerformer(),
      makePerformer(),
      makePerson({ isManager: true }),
    ]);
  const [own, elses] = [await makeSide(manager, performer), await makeSide(otherManager, stranger)];
  const createdAt = Date.now();
  await db.insert(stageMembers).values(
    [own.booking, own.membersOnly].map(({ id }) => ({
      id: `${id}-member`,
      stageId: id,
      userId: member.id,
      createdAt,
    })),
  );
  let slots = 0;
  const firstHour = (Math.floor(createdAt / hourMs) + 2) * hourMs;
  return {
    askers: { listener, performer, member, manager, "other-manager": otherManager, operator },
    own,
    elses,
    stranger,
    guest,
    newManager,
    nextSlot() {
      const startsAt = firstHour + slots++ * hourMs;
      return { startsAt, endsAt: startsAt + hourMs };
    },
  };
}

async function makeSide(manager: Person, performer: Person): Promise<Side> {
  const [booking, membersOnly, onDemand] = [
    await makeStage(manager),
    await makeStage(manager),
    await makeStage(manager, { instant: true }),
  ];
  await db.update(stages).set({ isMembersOnly: true }).where(eq(stages.id, membersOnly.id));
  return { manager, performer, booking, membersOnly, onDemand };
}

/** A second manager of the stage. */
export async function addCoManager(stageId: string): Promise<Person> {
  const person = await makePerson();
  await db.insert(stageManagers).values({ stageId, userId: person.id, createdAt: Date.now() });
  return person;
}
