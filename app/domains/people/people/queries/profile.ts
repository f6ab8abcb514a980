import { and, eq, gt, inArray, ne, notExists, or, sql } from "drizzle-orm";
import { alias, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import { referralCountOf } from "#app/domains/value/stats/queries/counts.ts";
import type { Db } from "#db/client.ts";
import { sets, users } from "#db/schema/index.ts";
import type { UsernameClaims, UserRow } from "../../accounts/queries/accounts.ts";

const referrers = alias(users, "referrers");
const others = alias(users, "others");

/** The part of a profile that only its owner sees. Throws where there is no such user. */
export async function getOwnPart(db: Db, userId: string) {
  const [row] = await db
    .select({
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      referrer: { id: referrers.id, username: referrers.username, photo: referrers.photo },
      referralCount: referralCountOf(db, users.id),
    })
    .from(users)
    .leftJoin(referrers, eq(referrers.id, users.referrerId))
    .where(eq(users.id, userId));
  if (row === undefined) throw new Error(`there is no user ${userId}`);
  return row;
}

export type ProfileChange = Partial<
  Pick<
    UserRow,
    | "username"
    | "usernameKey"
    | "usernameLook"
    | "usernameChangedAt"
    | "photo"
    | "banner"
    | "first"
    | "last"
    | "bio"
    | "location"
    | "tags"
    | "hideFollows"
    | "badgeDisplayChat"
    | "disableDms"
  >
>;

/**
 * Writes the given columns in a single statement, unless the name that goes with `claims` belongs to someone else by
 * now, or another request has changed the name or a picture since `before` was read: then nothing is written, and the
 * result is false.
 */
export async function updateProfile(
  db: Db,
  before: UserRow,
  change: ProfileChange,
  claims: UsernameClaims | null,
): Promise<boolean> {
  const isUnchanged = (column: SQLiteColumn, value: string | number | null) => sql`${column} is ${value}`;
  const rows = await db
    .update(users)
    .set(change)
    .where(
      and(
        eq(users.id, before.id),
        claims === null ? undefined : notExists(namedAlike(db, before.id, claims)),
        claims === null ? undefined : isUnchanged(users.usernameChangedAt, before.usernameChangedAt),
        change.photo === undefined ? undefined : isUnchanged(users.photo, before.photo),
        change.banner === undefined ? undefined : isUnchanged(users.banner, before.banner),
      ),
    )
    .returning({ id: users.id });
  return rows.length === 1;
}

function namedAlike(db: Db, userId: string, claims: UsernameClaims) {
  const isAlike = or(
    eq(others.usernameKey, claims.usernameKey),
    inArray(others.usernameLook, claims.usernameLooks),
    and(eq(others.isPerformer, true), inArray(others.usernameLook, claims.performerLooks)),
  );
  return db
    .select({ id: others.id })
    .from(others)
    .where(and(ne(others.id, userId), isAlike));
}

/** The stages on which a performer is booked now or later; forty at most. */
export async function listStagesAhead(db: Db, performerId: string, now: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ stageId: sets.stageId })
    .from(sets)
    .where(and(eq(sets.performerId, performerId), eq(sets.status, "accepted"), gt(sets.endsAt, now)))
    .limit(40);
  return rows.map(({ stageId }) => stageId);
}
