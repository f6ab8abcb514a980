import type { AppContext } from "#app/context.ts";
import { isIdShaped } from "#db/id-shape.ts";
import * as referrals from "../people/queries/referrals.ts";
import type { ReferralInput } from "./contract/settings.ts";
import { findUser, findUserByUsername, type UserRow } from "./queries/accounts.ts";
import { requireClientRate } from "./rates.server.ts";
import { foldUsername } from "./rules.ts";

const rate = { max: 30, perMs: 3_600_000 } as const;

/**
 * Remembers who referred a visitor, by the visitor's network; the newest referral counts. True whether or not there is
 * such a user: a link with a typo must not stop anyone. Throws `rate-limited`.
 */
export async function keepReferral(ctx: AppContext, input: ReferralInput): Promise<true> {
  await requireClientRate(ctx, "referral:client", rate);
  const referrer = await findReferrer(ctx, input.user);
  if (referrer !== undefined) {
    const createdAt = ctx.clock.now();
    await referrals.keepReferral(ctx.db, { clientKey: ctx.clientKey, userId: referrer.id, createdAt });
  }
  return true;
}

/**
 * Finds a referrer by id or username; text that looks like an id is not a name. A suspended account cannot be a
 * referrer.
 */
export async function findReferrer(ctx: Pick<AppContext, "db">, name: string): Promise<UserRow | undefined> {
  const byName = () => (isIdShaped(name) ? undefined : findUserByUsername(ctx.db, foldUsername(name)));
  const user = (await findUser(ctx.db, name)) ?? (await byName());
  return user?.bannedAt === null ? user : undefined;
}
