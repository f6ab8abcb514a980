/** A registered user who is signed in, as rows of the database: hashing a password takes a fifth of a second. */
import { ulid } from "ulidx";
import { foldEmail } from "#app/domains/people/accounts/rules.ts";
import { hashToken, newToken, sessionTerms } from "#app/domains/people/accounts/token.ts";
import { toUsernameColumns } from "#app/domains/people/accounts/usernames.ts";
import type { sessions, users } from "#db/schema/index.ts";

export type UserFacts = typeof users.$inferInsert;

export interface PersonRows {
  user: UserFacts;
  session: typeof sessions.$inferInsert;
  /** The session token, as in a browser's cookie. */
  token: string;
}

/** `facts` are columns of the user; without a password hash among them the account cannot log in. */
export async function personRows(
  facts: Partial<UserFacts> & { username: string; email: string },
): Promise<PersonRows> {
  const now = Date.now();
  const id = ulid();
  const token = newToken();
  const user = {
    id,
    ...toUsernameColumns(facts.username),
    emailKey: foldEmail(facts.email),
    passwordHash: "none",
    createdAt: now,
    ...facts,
  };
  const session = {
    tokenHash: await hashToken(token),
    userId: user.id,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + sessionTerms.idleMs,
  };
  return { user, session, token };
}
