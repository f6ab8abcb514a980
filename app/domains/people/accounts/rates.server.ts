/** Rate limits, with exact counters. */

import type { AppContext } from "#app/context.ts";
import { requireOk } from "#app/errors.ts";
import { hashInTurn } from "./hash-queue.ts";
import { foldEmail } from "./rules.ts";

export interface Rate {
  max: number;
  perMs: number;
}

/** Counts one use of `key`. Throws `rate-limited`. */
export async function requireRate(ctx: Pick<AppContext, "limits">, key: string, rate: Rate): Promise<void> {
  requireOk(await ctx.limits.take(key, rate));
}

/** Counts one use by the caller; `rate` is the limit for one client. Throws `rate-limited`. */
export function requireClientRate(
  ctx: Pick<AppContext, "clientKey" | "clientShare" | "limits">,
  name: string,
  rate: Rate,
): Promise<void> {
  return requireRate(ctx, `${name}:${ctx.clientKey}`, rateOfClient(ctx, rate));
}

/** The limit for this client's address, which others may share. */
export function rateOfClient(ctx: Pick<AppContext, "clientShare">, { max, perMs }: Rate): Rate {
  return { max: max * ctx.clientShare, perMs };
}

/** Checks of one account's password, right or not: each takes a good part of a second of processor time. */
const passwordChecks = { max: 60, perMs: 3_600_000 } as const;

/** Checks of passwords at once of one network. */
const checksAtOnce = { max: 40, perMs: 10_000 } as const;

/**
 * Makes one check of the password of `account` in its turn, and counts it before. A wrong one does not count for the
 * account: strangers' guesses have limits of their own, and do not lock the owner out. `isOwner`: the caller has a
 * session or a device of this account, and shares no limit with others in their network. Throws `rate-limited`,
 * `unavailable`.
 */
export async function checkPasswordInTurn<Check extends { isRight: boolean }>(
  ctx: AppContext,
  account: { id: string; isOwner: boolean },
  check: () => Check,
): Promise<Check> {
  if (!account.isOwner) await requireClientRate(ctx, "password:now", checksAtOnce);
  const counter = `password:${account.id}`;
  await requireRate(ctx, counter, rateOfClient(ctx, passwordChecks));
  let isRight = false;
  try {
    const checked = await hashInTurn(check);
    isRight = checked.isRight;
    return checked;
  } finally {
    if (!isRight) await ctx.limits.giveBack(counter);
  }
}

/** Emails in a day to an address that its account has not confirmed: it may be a stranger's. */
const unconfirmedMails = { max: 10, perMs: 24 * 3_600_000 } as const;

/** Counts an email to an address that no one has confirmed, from whatever account. */
export function takeMailTo(ctx: AppContext, email: string): ReturnType<AppContext["limits"]["take"]> {
  return ctx.limits.take(`mail-to:${foldEmail(email)}`, unconfirmedMails);
}

/** Sends an email to the address of an account; nothing where no one has confirmed it and it has had many today. */
export async function mailOwner(
  ctx: AppContext,
  user: { email: string; emailVerifiedAt: number | null },
  mail: Parameters<AppContext["mail"]["send"]>[0],
): Promise<void> {
  if (user.emailVerifiedAt !== null || (await takeMailTo(ctx, user.email)).ok) await ctx.mail.send(mail);
}
