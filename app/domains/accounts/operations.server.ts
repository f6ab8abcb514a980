import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import * as accounts from "#db/queries/accounts.ts";
import { deleteSession, insertMailToken, takeMailToken } from "#db/queries/sessions.ts";
import { isCommonPassword } from "./common-passwords.server.ts";
import type {
  AccountView,
  CaptchaView,
  EmailInput,
  NoticeView,
  RegisterInput,
  SessionView,
  UsernameInput,
  VerifyInput,
} from "./contract.ts";
import { requireOk, requireViewer } from "./guards.ts";
import { verificationMail } from "./mails.ts";
import { hashPassword } from "./password.server.ts";
import { requireClientRate, requireRate } from "./rates.server.ts";
import { findReferrerOf, forgetReferral } from "./referrals.server.ts";
import { checkEmail, checkPassword, checkUsername, foldEmail } from "./rules.ts";
import { startSession } from "./sessions.server.ts";
import { hashToken, newToken } from "./token.ts";
import { toUsernameClaims, toUsernameColumns } from "./usernames.ts";
import { toAccountView } from "./views.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const limits = {
  register: { max: 10, perMs: hourMs },
  availability: { max: 60, perMs: minuteMs },
  captcha: { max: 30, perMs: minuteMs },
  verificationMail: { max: 5, perMs: hourMs },
} as const;

/** A mailed link is good for a day. */
const verificationLifeMs = 24 * hourMs;

/** A fresh challenge for `register`. Throws `rate-limited`. */
export async function issueCaptcha(ctx: AppContext): Promise<CaptchaView> {
  await requireClientRate(ctx, "captcha:client", limits.captcha);
  return ctx.captcha.challenge();
}

/** Whether somebody else has this name, or one that looks like it. Throws `username-invalid`, `rate-limited`. */
export async function checkUsernameTaken(ctx: AppContext, input: UsernameInput): Promise<boolean> {
  await requireClientRate(ctx, "availability", limits.availability);
  requireOk(checkUsername(input.username));
  return accounts.isUsernameTaken(ctx.db, toUsernameClaims(input.username), ctx.viewer?.id);
}

/** Whether an account has this address. Throws `email-invalid`, `rate-limited`. */
export async function checkEmailTaken(ctx: AppContext, input: EmailInput): Promise<boolean> {
  await requireClientRate(ctx, "availability", limits.availability);
  requireOk(checkEmail(input.email));
  return accounts.isEmailTaken(ctx.db, foldEmail(input.email));
}

/**
 * Makes an account, signs it in and mails a link that confirms its address. A name or an address that is taken costs
 * a captcha and a hash like any other, so that nothing is learnt here faster or cheaper than by asking for it.
 * Throws the refusals of the rules, `password-common`, `captcha-failed`, `rate-limited`, `username-taken`,
 * `email-taken`.
 */
export async function register(
  ctx: AppContext,
  input: RegisterInput,
  device: { userAgent: string },
): Promise<SessionView> {
  requireOk(checkUsername(input.username));
  requireOk(checkEmail(input.email));
  requireOk(checkPassword(input.password, input.retype));
  if (isCommonPassword(input.password)) throw new AppError("password-common");
  if (!(await ctx.captcha.redeem(input.captcha))) throw new AppError("captcha-failed");
  await requireClientRate(ctx, "register", limits.register);

  const id = ctx.ids.next();
  const claims = toUsernameClaims(input.username);
  const emailKey = foldEmail(input.email);
  const passwordHash = hashPassword(input.password);
  if (await accounts.isUsernameTaken(ctx.db, claims)) throw new AppError("username-taken");
  const isInserted = await accounts.insertUser(ctx.db, {
    id,
    ...toUsernameColumns(input.username),
    email: input.email.trim(),
    emailKey,
    passwordHash,
    createdAt: ctx.clock.now(),
    referrerId: await findReferrerOf(ctx, input.referral?.trim() ?? ""),
  });
  if (!isInserted) {
    // Somebody was faster since the check above, or has the address: say which of the two.
    const isNameTaken = await accounts.isUsernameTaken(ctx.db, claims);
    throw new AppError(isNameTaken ? "username-taken" : "email-taken");
  }
  await forgetReferral(ctx);
  const user = await requireUser(ctx, id);
  await sendVerification(ctx, user);
  return startSession(ctx, user, device);
}

/** Ends the session that asks, and only that: its sockets close, other devices stay signed in. */
export async function logOut(ctx: AppContext): Promise<NoticeView> {
  const viewer = requireViewer(ctx);
  await deleteSession(ctx.db, viewer.sessionHash);
  await ctx.lobby.dropUser(viewer.id, viewer.sessionHash);
  return { type: "confirm", message: "You are logged out." };
}

/** The signed-in user as they see themselves. Throws `authorization`. */
export async function getMe(ctx: AppContext): Promise<AccountView> {
  return toAccountView(await requireUser(ctx, requireViewer(ctx).id));
}

/** Mails the confirming link once more. Throws `authorization`, `rate-limited`. */
export async function resendVerification(ctx: AppContext): Promise<NoticeView> {
  const user = await requireUser(ctx, requireViewer(ctx).id);
  if (user.emailVerifiedAt !== null) {
    return { type: "warning", message: "Your email address is confirmed already." };
  }
  await requireRate(ctx, `verification:${user.id}`, limits.verificationMail);
  await sendVerification(ctx, user);
  return { type: "confirm", message: `A link to confirm your address was sent to ${user.email}.` };
}

/** Uses a mailed link up. True the first time within its day; a link that is used, late or made up is false. */
export async function verifyEmail(ctx: AppContext, input: VerifyInput): Promise<boolean> {
  const now = ctx.clock.now();
  const tokenHash = await hashToken(input.token);
  const userId = await takeMailToken(ctx.db, { tokenHash, purpose: "verify-email", now });
  if (userId === undefined) return false;
  await accounts.updateUser(ctx.db, userId, { emailVerifiedAt: now });
  return true;
}

async function sendVerification(ctx: AppContext, user: accounts.UserRow): Promise<void> {
  const token = newToken();
  await insertMailToken(ctx.db, {
    tokenHash: await hashToken(token),
    userId: user.id,
    purpose: "verify-email",
    expiresAt: ctx.clock.now() + verificationLifeMs,
  });
  await ctx.mail.send(verificationMail(user, `${ctx.config.origin}/verify?token=${token}`));
}

async function requireUser(ctx: AppContext, id: string): Promise<accounts.UserRow> {
  const user = await accounts.findUser(ctx.db, id);
  if (user === undefined) throw new AppError("authorization");
  return user;
}
