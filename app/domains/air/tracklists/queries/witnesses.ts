/** Performers who have broadcast the sound of a reference under its name. */
import { and, asc, eq, exists, gt, inArray, isNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Db } from "#db/client.ts";
import { trackReferences, users } from "#db/schema/index.ts";

interface Broadcaster {
  id: string;
  createdAt: number;
  referrerId: string | null;
  /** The reference that stands for what they have broadcast. */
  reference: string;
}

const standing = sql<string>`coalesce(${trackReferences.sameAs}, ${trackReferences.id})`;

/**
 * Lists performers who have broadcast the sound of these references under their name: each performer once, however
 * often. A file of a crate was not broadcast by anybody: neither is its owner one of them, nor does anybody agree with
 * all of it. Nobody who is banned, or has left.
 */
export async function listBroadcasters(db: Db, references: readonly string[]): Promise<Broadcaster[]> {
  const known = alias(trackReferences, "known");
  return db
    .selectDistinct({
      reference: standing,
      id: users.id,
      createdAt: users.createdAt,
      referrerId: users.referrerId,
    })
    .from(trackReferences)
    .innerJoin(users, eq(users.id, trackReferences.ownerId))
    .innerJoin(
      known,
      and(eq(known.id, standing), eq(known.grade, "B"), eq(known.trackId, trackReferences.trackId)),
    )
    .where(
      and(
        inArray(standing, sql`(select value from json_each(${JSON.stringify(references)}))`),
        eq(trackReferences.grade, "B"),
        isNull(trackReferences.expiresAt),
        isNull(users.bannedAt),
      ),
    );
}

/** These accounts, as far as they may agree with anything. */
export async function listVoices(db: Db, ids: readonly string[]): Promise<Omit<Broadcaster, "reference">[]> {
  return db
    .select({ id: users.id, createdAt: users.createdAt, referrerId: users.referrerId })
    .from(users)
    .where(and(inArray(users.id, [...ids]), isNull(users.bannedAt)));
}

/** References that stand for others or once were agreed with, after this one, by id. */
export async function listCounted(db: Db, after: string, limit: number) {
  const same = alias(trackReferences, "same");
  const others = db.select({ id: same.id }).from(same).where(eq(same.sameAs, trackReferences.id));
  return db
    .select({ id: trackReferences.id, witnesses: trackReferences.witnesses })
    .from(trackReferences)
    .where(
      and(
        gt(trackReferences.id, after),
        isNull(trackReferences.expiresAt),
        isNull(trackReferences.sameAs),
        or(gt(trackReferences.witnesses, 1), exists(others)),
      ),
    )
    .orderBy(asc(trackReferences.id))
    .limit(limit);
}

export const setWitnesses = (db: Db, id: string, witnesses: number) =>
  db.update(trackReferences).set({ witnesses }).where(eq(trackReferences.id, id));
