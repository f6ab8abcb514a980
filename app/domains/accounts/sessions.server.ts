import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import type { UserRow } from "#db/queries/accounts.ts";
import { insertSession } from "#db/queries/sessions.ts";
import type { SessionView } from "./contract/accounts.ts";
import { hashToken, newToken, sessionTerms } from "./token.ts";
import { toAccountView } from "./views.ts";

/**
 * Starts a session with a new token: nothing that was known before log-in identifies it. The last check of every way
 * in: throws `banned`, and `login-failed` where the password of `user` was changed since that row was read.
 */
export async function startSession(
  ctx: AppContext,
  user: UserRow,
  device: { userAgent: string },
): Promise<SessionView> {
  if (user.bannedAt !== null) throw new AppError("banned");
  const token = newToken();
  const now = ctx.clock.now();
  const session = {
    tokenHash: await hashToken(token),
    userId: user.id,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + sessionTerms.idleMs,
    userAgent: device.userAgent.slice(0, 200),
    country: ctx.country,
  };
  if (!(await insertSession(ctx.db, session, user.passwordHash))) throw new AppError("login-failed");
  return { token, user: toAccountView(user), version: ctx.config.version };
}
