import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import type { SessionView } from "./contract/accounts.ts";
import type { UserRow } from "./queries/accounts.ts";
import { deleteOldestSessions } from "./queries/devices.ts";
import { insertSession } from "./queries/sessions.ts";
import { hashToken, newToken, sessionTerms } from "./token.ts";
import { toAccountView } from "./views.ts";

/** More devices than anyone has; beyond that those that were used the longest ago are signed out. */
const maxSessions = 100;

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
  for (const ended of await deleteOldestSessions(ctx.db, user.id, maxSessions))
    ctx.afterAnswer("drop-sockets", () => ctx.lobby.dropUser(user.id, ended));
  return { token, user: toAccountView(user), version: ctx.config.version };
}
