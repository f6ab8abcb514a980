import { and, desc, eq, gt, isNull, lt, notExists, or } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Db } from "#db/client.ts";
import { ingestCredentials } from "#db/schema/index.ts";

export type Credential = typeof ingestCredentials.$inferSelect;
export type CredentialOwner = Pick<Credential, "kind" | "ownerId">;

const ownedBy = (owner: CredentialOwner) =>
  and(eq(ingestCredentials.kind, owner.kind), eq(ingestCredentials.ownerId, owner.ownerId));

/** The credential of a mount, also when it has expired: compare `expiresAt`. */
export async function findCredential(db: Db, mount: string): Promise<Credential | undefined> {
  const [row] = await db.select().from(ingestCredentials).where(eq(ingestCredentials.mount, mount));
  return row;
}

/** The owner's newest credential that is still valid. */
export async function findCredentialOf(
  db: Db,
  owner: CredentialOwner,
  now: number,
): Promise<Credential | undefined> {
  const [row] = await db
    .select()
    .from(ingestCredentials)
    .where(and(ownedBy(owner), or(isNull(ingestCredentials.expiresAt), gt(ingestCredentials.expiresAt, now))))
    .orderBy(desc(ingestCredentials.createdAt))
    .limit(1);
  return row;
}

/** Replaces all of this owner's credentials by `next` (or nothing) in one step; returns the mounts that ended. */
export async function replaceCredentials(
  db: Db,
  owner: CredentialOwner,
  next: Credential | null,
): Promise<string[]> {
  const remove = db
    .delete(ingestCredentials)
    .where(ownedBy(owner))
    .returning({ mount: ingestCredentials.mount });
  const [removed] =
    next === null
      ? await db.batch([remove])
      : await db.batch([remove, db.insert(ingestCredentials).values(next)]);
  return removed.map((row) => row.mount);
}

/**
 * The mount of a test is its performer's own from now on, and does not expire. False where they have one, or the test is
 * over.
 */
export async function adoptTestCredential(db: Db, mount: string, now: number): Promise<boolean> {
  const own = alias(ingestCredentials, "own");
  const hasOwn = db
    .select({ mount: own.mount })
    .from(own)
    .where(and(eq(own.kind, "performer"), eq(own.ownerId, ingestCredentials.ownerId)));
  const { kind, expiresAt } = ingestCredentials;
  const rows = await db
    .update(ingestCredentials)
    .set({ kind: "performer", expiresAt: null })
    .where(and(eq(ingestCredentials.mount, mount), eq(kind, "test"), gt(expiresAt, now), notExists(hasOwn)))
    .returning({ mount: ingestCredentials.mount });
  return rows.length === 1;
}

/** Deletes test credentials whose hour is over; returns their mounts. */
export async function deleteExpiredCredentials(db: Db, now: number): Promise<string[]> {
  const rows = await db
    .delete(ingestCredentials)
    .where(lt(ingestCredentials.expiresAt, now))
    .returning({ mount: ingestCredentials.mount });
  return rows.map((row) => row.mount);
}
