/** The start of calls about one's own account: the account itself, and a proof that its owner is present. */
import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { requireViewer } from "../guards.ts";
import { verifyPassword } from "../password.server.ts";
import { findUser, type UserRow } from "../queries/accounts.ts";
import { checkPasswordInTurn, requireRate } from "../rates.server.ts";

/** Limits of wrong attempts; a right one is given back, and has a limit of its own. */
const wrongTries = { max: 25, perMs: 3_600_000 } as const;

/** The signed-in user's own row. Throws `authorization`. */
export async function requireOwner(ctx: AppContext): Promise<UserRow> {
  const user = await findUser(ctx.db, requireViewer(ctx).id);
  if (user === undefined) throw new AppError("authorization");
  return user;
}

/**
 * The signed-in user's own row, once they have entered the password: a session left open is not enough. Wrong attempts
 * share the counter of log-ins from the owner's own devices, so that this is no second way to guess, and strangers'
 * guesses do not lock the owner out. Throws `authorization`, `wrong-password`, `rate-limited`, `unavailable`.
 */
export async function requirePassword(ctx: AppContext, password: string): Promise<UserRow> {
  const user = await requireOwner(ctx);
  const counter = `login:known:${user.id}`;
  await requireRate(ctx, counter, wrongTries);
  const check = () => verifyPassword(password, user.passwordHash);
  const { isRight } = await checkPasswordInTurn(ctx, { id: user.id, isOwner: true }, check).catch(
    async (error) => {
      // Nothing was tried.
      await ctx.limits.giveBack(counter);
      throw error;
    },
  );
  if (!isRight) {
    ctx.log.info("password-refused", { user: user.id });
    throw new AppError("wrong-password");
  }
  await ctx.limits.giveBack(counter);
  return user;
}
