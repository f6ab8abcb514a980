import type { AppContext } from "#app/context.ts";
import { AppError, requireOk } from "#app/errors.ts";
import type { LogInInput, SessionView } from "./contract/accounts.ts";
import { hashInTurn } from "./hash-queue.ts";
import { hashPassword, verifyPassword } from "./password.server.ts";
import { findUserByName, type UserRow } from "./queries/accounts.ts";
import { replaceHash } from "./queries/passwords.ts";
import { checkPasswordInTurn, rateOfClient } from "./rates.server.ts";
import { foldEmail, foldUsername } from "./rules.ts";
import { requireSecondFactor } from "./security/second-factor.server.ts";
import { startSession } from "./sessions.server.ts";

const hourMs = 3_600_000;

/** Limits of wrong attempts; a successful log-in is given back, and has a limit of its own. */
const wrongTries = {
  perAccount: { max: 25, perMs: hourMs },
  perClient: { max: 60, perMs: hourMs },
} as const;

/**
 * Signs in by username or email address. An account that does not exist costs as much work and gets the same response
 * as a wrong password. The use is counted before the password is checked, so that parallel attempts count too. Throws
 * `login-failed`, `rate-limited`, `unavailable`, and to a caller with the right password `banned`,
 * `second-factor-needed`, `second-factor-wrong`, `second-factor-locked`.
 */
export async function logIn(
  ctx: AppContext,
  input: LogInInput,
  device: { userAgent: string; isKnownTo: (userId: string) => boolean },
): Promise<SessionView> {
  const keys = { usernameKey: foldUsername(input.user), emailKey: foldEmail(input.user) };
  const user = await findUserByName(ctx.db, keys);
  // A browser that was signed in before is counted separately: strangers' attempts do not lock the owner out.
  const isKnown = user !== undefined && device.isKnownTo(user.id);
  const counters = {
    account: `login:${isKnown ? "known" : "account"}:${user?.id ?? keys.emailKey}`,
    client: `login:client:${ctx.clientKey}`,
  };
  // Nor do attempts of others at the same address, at a school or an office, lock such a browser out.
  if (!isKnown) requireOk(await ctx.limits.take(counters.client, rateOfClient(ctx, wrongTries.perClient)));
  requireOk(await ctx.limits.take(counters.account, wrongTries.perAccount));
  const giveBack = () =>
    Promise.all([isKnown || ctx.limits.giveBack(counters.client), ctx.limits.giveBack(counters.account)]);

  const account = { id: user?.id ?? keys.emailKey, isOwner: isKnown };
  const check = () => verifyPassword(input.password, user?.passwordHash ?? null);
  const { isRight, isOutdated } = await checkPasswordInTurn(ctx, account, check).catch(async (error) => {
    // Nothing was tried.
    await giveBack();
    throw error;
  });
  if (!isRight || user === undefined) {
    ctx.log.info("login-failed", { user: user?.id ?? null, client: ctx.clientKey });
    throw new AppError("login-failed");
  }
  await giveBack();
  if (user.bannedAt !== null) throw new AppError("banned");
  await requireSecondFactor(ctx, { user, place: isKnown ? "known" : "new", code: input.code });
  return startSession(ctx, isOutdated ? await strengthen(ctx, user, input.password) : user, device);
}

/**
 * The parameters were raised since this hash was made; the password is available only now. A password that was changed
 * meanwhile stays.
 */
async function strengthen(ctx: Pick<AppContext, "db">, user: UserRow, password: string): Promise<UserRow> {
  const passwordHash = await hashInTurn(() => hashPassword(password));
  await replaceHash(ctx.db, user, passwordHash);
  return { ...user, passwordHash };
}
