import { eq, or } from "drizzle-orm";
import type { Db } from "../client.ts";
import { users } from "../schema/index.ts";

export type UserRow = typeof users.$inferSelect;

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row;
}

/** By folded username or folded mail address. */
export async function findUserByName(
  db: Db,
  keys: { usernameKey: string; emailKey: string },
): Promise<UserRow | undefined> {
  const rows = await db
    .select()
    .from(users)
    .where(or(eq(users.usernameKey, keys.usernameKey), eq(users.emailKey, keys.emailKey)))
    .limit(2);
  // A username cannot hold an @, so the two keys never name two people.
  return rows[0];
}

export async function isUsernameTaken(db: Db, usernameKey: string): Promise<boolean> {
  return (await db.$count(users, eq(users.usernameKey, usernameKey))) > 0;
}

export async function isEmailTaken(db: Db, emailKey: string): Promise<boolean> {
  return (await db.$count(users, eq(users.emailKey, emailKey))) > 0;
}

/** False when somebody took the name or the address a moment before. */
export async function insertUser(db: Db, user: typeof users.$inferInsert): Promise<boolean> {
  const rows = await db.insert(users).values(user).onConflictDoNothing().returning({ id: users.id });
  return rows.length === 1;
}

export async function updateUser(
  db: Db,
  id: string,
  change: Partial<Omit<UserRow, "id" | "createdAt">>,
): Promise<void> {
  await db.update(users).set(change).where(eq(users.id, id));
}
