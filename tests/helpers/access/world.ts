/** The people and stages that the table of access speaks of, made once. */
import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { openDb } from "#db/client.ts";
import { stageManagers, stageMembers, stages } from "#db/schema/index.ts";
import { makePerformer, makePerson, type Person } from "../people.ts";
import { makeStage } from "../stages.ts";
import type { Asker } from "./table.ts";

const db = openDb(env.DB);
const hourMs = 3_600_000;

/** A stage of the one side or of the other, with its sisters. */
export interface Side {
  manager: Person;
  /** Plays on the booking stage. */
  performer: Person;
  booking: { id: string };
  membersOnly: { id: string };
  onDemand: { id: string };
}

export interface World {
  askers: Record<Exclude<Asker, "signed-out" | "key">, Person>;
  own: Side;
  elses: Side;
  /** Has a thing of every kind that belongs to a person. */
  stranger: Person;
  /** A performer whom managers may invite. */
  guest: Person;
  /** Was just made a manager. */
  newManager: Person;
  /** A new hour for every booking: none is in the way of another. */
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

/** Someone who manages the stage too. */
export async function addCoManager(stageId: string): Promise<Person> {
  const person = await makePerson();
  await db.insert(stageManagers).values({ stageId, userId: person.id, createdAt: Date.now() });
  return person;
}
