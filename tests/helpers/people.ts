import { env } from "cloudflare:test";
import { ulid } from "ulidx";
import { foldEmail } from "#app/domains/accounts/rules.ts";
import { hashToken, newToken, sessionTerms } from "#app/domains/accounts/token.ts";
import { toUsernameColumns } from "#app/domains/accounts/usernames.ts";
import { openDb } from "#db/client.ts";
import { sessions, users } from "#db/schema/index.ts";

/** Someone with an account and an open session. */
export interface Person {
  id: string;
  username: string;
  token: string;
}

let count = 0;

/**
 * Makes a user with a session, straight in the database: hashing a password takes a fifth of a second. `facts` are
 * columns of the user; one with a password hash of their own can also log in.
 */
export async function makePerson(facts: Partial<typeof users.$inferInsert> = {}): Promise<Person> {
  count++;
  const username = facts.username ?? `person ${count}`;
  const email = facts.email ?? `person${count}@example.com`;
  const now = Date.now();
  const id = ulid();
  const token = newToken();
  const db = openDb(env.DB);
  await db.insert(users).values({
    id,
    ...toUsernameColumns(username),
    email,
    emailKey: foldEmail(email),
    passwordHash: "none",
    createdAt: now,
    ...facts,
  });
  await db.insert(sessions).values({
    tokenHash: await hashToken(token),
    userId: id,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + sessionTerms.idleMs,
  });
  return { id, username, token };
}

/** A performer who has passed the stream test. */
export function makePerformer(facts: Partial<typeof users.$inferInsert> = {}): Promise<Person> {
  return makePerson({ isPerformer: true, hasPassedTest: true, performerType: "dj", ...facts });
}
