import { env } from "cloudflare:test";
import type { Viewer } from "#app/context.ts";
import { openDb } from "#db/client.ts";
import { sessions, users } from "#db/schema/index.ts";
import { personRows, type UserFacts } from "./person-rows.ts";

/** A user with an open session. */
export interface Person {
  id: string;
  username: string;
  token: string;
}

let count = 0;

/** Creates a user with a session directly in the database. `facts` are columns of the user. */
export async function makePerson(facts: Partial<UserFacts> = {}): Promise<Person> {
  count++;
  const named = { username: `person ${count}`, email: `person${count}@example.com` };
  const { user, session, token } = await personRows({ ...named, ...facts });
  const db = openDb(env.DB);
  await db.batch([db.insert(users).values(user), db.insert(sessions).values(session)]);
  return { id: user.id, username: user.username, token };
}

/** Creates a performer who has passed the stream test. */
export function makePerformer(facts: Partial<UserFacts> = {}): Promise<Person> {
  return makePerson({ isPerformer: true, hasPassedTest: true, performerType: "dj", ...facts });
}

/** The viewer that a request of a performer's has. */
export function viewerOf({ id, username }: Pick<Person, "id" | "username">): Viewer {
  return {
    id,
    username,
    photo: null,
    badge: null,
    performerType: "dj",
    isPerformer: true,
    hasPassedTest: true,
    isManager: false,
    isOperator: false,
    sessionHash: "none",
  };
}
