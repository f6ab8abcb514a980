import { and, asc, desc, eq, inArray, isNull, ne, notExists, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { stageManagers, users } from "#db/schema/index.ts";
import { deleteKeptReferral, keptReferrer } from "../../people/queries/referrals.ts";

export type UserRow = typeof users.$inferSelect;

/** The values that make a name taken. */
export interface UsernameClaims {
  usernameKey: string;
  /** Its looks: a word that mixes scripts has several. */
  usernameLooks: string[];
  /** Looks that are only kept for performers: AclaMarlow is AdaMarlow at a glance. */
  performerLooks: string[];
}

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row;
}

/** Finds a user by folded username or folded email address. */
export async function findUserByName(
  db: Db,
  keys: { usernameKey: string; emailKey: string },
): Promise<UserRow | undefined> {
  const rows = await db
    .select()
    .from(users)
    .where(or(eq(users.usernameKey, keys.usernameKey), eq(users.emailKey, keys.emailKey)))
    .limit(2);
  // A username cannot contain an @, so the two keys never match two people.
  return rows[0];
}

/** Whether anyone except `exceptId` has this name or one that looks like it. */
export async function isUsernameTaken(
  db: Db,
  claims: UsernameClaims,
  exceptId: string | null = null,
): Promise<boolean> {
  const isAlike = or(
    eq(users.usernameKey, claims.usernameKey),
    inArray(users.usernameLook, claims.usernameLooks),
    and(eq(users.isPerformer, true), inArray(users.usernameLook, claims.performerLooks)),
  );
  return (await db.$count(users, exceptId === null ? isAlike : and(isAlike, ne(users.id, exceptId)))) > 0;
}

/** Whether a performer has a name with one of these looks, except this manager, or the managers of this stage. */
export async function isPerformerNamed(
  db: Db,
  looks: readonly string[],
  except: { managerId: string } | { stageId: string },
): Promise<boolean> {
  const isOther =
    "managerId" in except
      ? ne(users.id, except.managerId)
      : notExists(
          db
            .select({ id: stageManagers.userId })
            .from(stageManagers)
            .where(and(eq(stageManagers.stageId, except.stageId), eq(stageManagers.userId, users.id))),
        );
  const isNamed = and(eq(users.isPerformer, true), inArray(users.usernameLook, [...looks]), isOther);
  return (await db.$count(users, isNamed)) > 0;
}

/** Accounts whose name has no look, performers first, then the oldest. */
export async function listWithoutLook(db: Db, limit: number): Promise<{ id: string; username: string }[]> {
  return db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(isNull(users.usernameLook))
    .orderBy(desc(users.isPerformer), asc(users.createdAt), asc(users.id))
    .limit(limit);
}

/** Sets the looks that no other account has, of names that have not changed meanwhile. Returns how many. */
export async function setUsernameLooks(
  db: Db,
  looks: readonly { id: string; username: string; usernameLook: string }[],
): Promise<number> {
  const rows = await db.all(sql`
    update or ignore ${users} set username_look = given.value ->> 'usernameLook'
    from json_each(${JSON.stringify(looks)}) as given
    where ${users}.id = given.value ->> 'id' and ${users}.username = given.value ->> 'username'
      and ${users}.username_look is null
    returning ${users}.id`);
  return rows.length;
}

export async function findUserByEmail(db: Db, emailKey: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.emailKey, emailKey));
  return row;
}

export async function findUserByUsername(db: Db, usernameKey: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.usernameKey, usernameKey));
  return row;
}

/** The account that has both this name and this address. */
export async function findUserByPair(
  db: Db,
  pair: { usernameKey: string; emailKey: string },
): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.usernameKey, pair.usernameKey), eq(users.emailKey, pair.emailKey)));
  return row;
}

export async function isEmailTaken(db: Db, emailKey: string): Promise<boolean> {
  return (await db.$count(users, eq(users.emailKey, emailKey))) > 0;
}

/**
 * Inserts a user, with the referrer that is kept for the client where `keptSince` is given; a kept referral is used up in
 * any case. False when someone took the name, a lookalike or the address a moment before.
 */
export async function insertUser(
  db: Db,
  user: typeof users.$inferInsert & UsernameColumns,
  { clientKey, keptSince }: { clientKey: string; keptSince: number | null },
): Promise<boolean> {
  const kept = keptSince === null ? null : keptReferrer(db, { clientKey, since: keptSince });
  const [rows] = await db.batch([
    db
      .insert(users)
      .values({ ...user, referrerId: kept ?? user.referrerId })
      .onConflictDoNothing()
      .returning({ id: users.id }),
    deleteKeptReferral(db, clientKey, user.id),
  ]);
  return rows.length === 1;
}

type Change = Partial<Omit<UserRow, "id" | "createdAt">>;
/** They change together, and may be taken: `renameUser` handles both. */
type UsernameColumns = { username: string; usernameKey: string; usernameLook: string };

export async function updateUser(
  db: Db,
  id: string,
  change: Omit<Change, keyof UsernameColumns>,
): Promise<void> {
  await db.update(users).set(change).where(eq(users.id, id));
}

/** Changes the name and other given columns. False when the name or a lookalike was taken a moment before. */
export async function renameUser(db: Db, id: string, change: Change & UsernameColumns): Promise<boolean> {
  try {
    await db.update(users).set(change).where(eq(users.id, id));
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** The query builder wraps the database's error. */
function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /UNIQUE constraint failed: users\.username_/.test(error.message) || isUniqueViolation(error.cause);
}
