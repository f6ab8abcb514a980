import { eq } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Db } from "../client.ts";
import { users } from "../schema/index.ts";
import { referralCountOf } from "./counts.ts";

const referrers = alias(users, "referrers");

/** What only the owner of an account sees on their profile. Throws where there is no such user. */
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
