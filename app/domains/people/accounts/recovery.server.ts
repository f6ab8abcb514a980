import type { AppContext } from "#app/context.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { isCommonPassword } from "./common-passwords.server.ts";
import type {
  RecoveredView,
  RecoveryInput,
  RecoveryRequestInput,
  RecoveryView,
} from "./contract/recovery.ts";
import { requireEmail } from "./guards.ts";
import { hashInTurn } from "./hash-queue.ts";
import { recoveryMail } from "./mails.ts";
import { hashPassword } from "./password.server.ts";
import { findUserByPair, type UserRow } from "./queries/accounts.ts";
import { findRecovery, isRecoveryOpen, resetPassword } from "./queries/recovery.ts";
import { insertMailToken } from "./queries/sessions.ts";
import { rateOfClient, requireClientRate, requireRate } from "./rates.server.ts";
import { checkPassword, foldEmail, foldUsername } from "./rules.ts";
import { recoveredMail } from "./security/mails.ts";
import { securityPage } from "./security/security-page.ts";
import { hashToken, newToken } from "./token.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** An emailed link is valid for ten minutes. */
const linkLifeMs = 10 * minuteMs;

const limits = {
  /** Rate above which a captcha is required. */
  withoutCaptcha: { max: 5, perMs: hourMs },
  requests: { max: 60, perMs: hourMs },
  perAccount: { max: 5, perMs: hourMs },
  resets: { max: 60, perMs: hourMs },
} as const;

/**
 * Emails a link that sets a new password, where the name and the address belong to one account. The work before the
 * response is the same for everyone; the link is made after it. Throws `email-not-configured`, `recovery-unknown`,
 * `captcha-failed` after many requests from one client, `rate-limited`.
 */
export async function requestRecovery(ctx: AppContext, input: RecoveryRequestInput): Promise<true> {
  requireEmail(ctx);
  await requireClientRate(ctx, "recovery:client", limits.requests);
  await requireCaptchaAfterMany(ctx, input.captcha ?? "");
  const pair = { usernameKey: foldUsername(input.username), emailKey: foldEmail(input.email) };
  // Counted by the pair, so that someone who knows only an address cannot use up its owner's requests.
  await requireRate(ctx, `recovery:pair:${await hashToken(JSON.stringify(pair))}`, limits.perAccount);
  const user = await findUserByPair(ctx.db, pair);
  if (user === undefined || user.bannedAt !== null) throw new AppError("recovery-unknown");
  ctx.afterAnswer("recovery-link", () => sendLink(ctx, user));
  return true;
}

async function requireCaptchaAfterMany(ctx: AppContext, captcha: string): Promise<void> {
  const rate = rateOfClient(ctx, limits.withoutCaptcha);
  const { ok } = await ctx.limits.take(`recovery:free:${ctx.clientKey}`, rate);
  if (!ok && !(await ctx.captcha.redeem(captcha, 1))) throw new AppError("captcha-failed");
}

async function sendLink(ctx: AppContext, user: UserRow): Promise<void> {
  const token = newToken();
  await insertMailToken(ctx.db, {
    tokenHash: await hashToken(token),
    userId: user.id,
    purpose: "recover",
    expiresAt: ctx.clock.now() + linkLifeMs,
  });
  await ctx.mail.send(recoveryMail(user, `${ctx.config.origin}/recover?token=${token}`));
}

/**
 * Returns the other ways into the account of an emailed link, or null where the link is no longer valid. Opening it
 * does not use it up: email scanners follow links.
 */
export async function openRecovery(
  ctx: Pick<AppContext, "clock" | "db">,
  input: { token: string },
): Promise<RecoveryView | null> {
  const link = { tokenHash: await hashToken(input.token), now: ctx.clock.now() };
  return (await findRecovery(ctx.db, link)) ?? null;
}

/**
 * Sets a new password by an emailed link. The link works once, all other links of the account become invalid, every
 * session ends, and passkeys are deleted where the password alone lets their owner in and add them again (decision 9).
 * The owner is told by email which ways in are left. A refused password does not use the link up. Throws the refusals
 * of the rules, `password-common`, `link-used`, `rate-limited`, `unavailable`.
 */
export async function recover(ctx: AppContext, input: RecoveryInput): Promise<RecoveredView> {
  requireOk(checkPassword(input.password, input.retype));
  if (isCommonPassword(input.password)) throw new AppError("password-common");
  await requireClientRate(ctx, "recovery:reset", limits.resets);
  const link = { tokenHash: await hashToken(input.token), now: ctx.clock.now() };
  // Checked first: an invalid link must not cost a hash.
  if (!(await isRecoveryOpen(ctx.db, link))) throw new AppError("link-used");
  const passwordHash = await hashInTurn(() => hashPassword(input.password));
  const keepsPasskeys = input.keepPasskeys === true;
  const recovered = await resetPassword(ctx.db, { ...link, passwordHash, keepsPasskeys });
  if (recovered === undefined) throw new AppError("link-used");
  const { user, ...ways } = recovered;
  ctx.afterAnswer("recovered-mail", () => ctx.mail.send(recoveredMail(user, ways, securityPage(ctx))));
  await ctx.lobby.dropUser(user.id);
  ctx.log.info("password-recovered", { user: user.id });
  return { type: "confirm", message: "Password changed", ...ways };
}
