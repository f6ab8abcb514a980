import type { AppContext } from "#app/context.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { isCommonPassword } from "../common-passwords.server.ts";
import type { ChangePasswordInput, PasswordChangedView } from "../contract/security.ts";
import { hashInTurn } from "../hash-queue.ts";
import { passwordChangedMail } from "../mails.ts";
import { hashPassword } from "../password.server.ts";
import { replacePassword } from "../queries/passwords.ts";
import { withdrawLinks } from "../queries/recovery.ts";
import { mailOwner } from "../rates.server.ts";
import { checkPassword } from "../rules.ts";
import { startSession } from "../sessions.server.ts";
import { requirePassword } from "./owner.server.ts";

/**
 * Sets another password. Every session ends, every emailed link into the account becomes invalid, and the requesting
 * device continues with a new session; the owner is notified by email. Throws `authorization`, `wrong-password`,
 * `rate-limited`, `unavailable`, `new-password-short`, `password-long`, `password-mismatch`, `password-common`, and
 * `conflict` where two changes collide.
 */
export async function changePassword(
  ctx: AppContext,
  input: ChangePasswordInput,
  device: { userAgent: string },
): Promise<PasswordChangedView> {
  const user = await requirePassword(ctx, input.current);
  const verdict = checkPassword(input.new, input.retype);
  if (!verdict.ok && verdict.code === "password-short") throw new AppError("new-password-short");
  requireOk(verdict);
  if (isCommonPassword(input.new)) throw new AppError("password-common");
  const passwordHash = await hashInTurn(() => hashPassword(input.new));
  if (!(await replacePassword(ctx.db, user, passwordHash))) throw new AppError("conflict");
  await withdrawLinks(ctx.db, user.id);
  const { token } = await startSession(ctx, { ...user, passwordHash }, device);
  // After the response: the pages of this browser lose their sockets too, and reopen them with its new cookie.
  ctx.afterAnswer("drop-sockets", () => ctx.lobby.dropUser(user.id));
  ctx.afterAnswer("password-changed-mail", () => mailOwner(ctx, user, passwordChangedMail(user)));
  ctx.log.info("password-changed", { user: user.id });
  return { type: "confirm", message: "Password changed", token };
}
