import type { AppContext } from "#app/context.ts";
import { waitText } from "#app/domains/base/text/wait-text.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { isCommonPassword } from "./common-passwords.server.ts";
import type {
  CaptchaView,
  EmailInput,
  RegisterInput,
  SessionView,
  UsernameInput,
} from "./contract/accounts.ts";
import { paidHashInTurn } from "./hash-queue.ts";
import { requireUser } from "./own-session.server.ts";
import { hashPassword } from "./password.server.ts";
import * as accounts from "./queries/accounts.ts";
import { rateOfClient, requireClientRate } from "./rates.server.ts";
import { findReferrer } from "./referrals.server.ts";
import { isReservedName } from "./reserved-names.ts";
import {
  accountLimits,
  captchaEffort,
  checkEmail,
  checkPassword,
  checkUsername,
  foldEmail,
  foldUsername,
} from "./rules.ts";
import { startSession } from "./sessions.server.ts";
import { toUsernameClaims, toUsernameColumns } from "./usernames.ts";
import { sendVerification } from "./verification.server.ts";

const minuteMs = 60_000;

const hourMs = 60 * minuteMs;

const limits = {
  /** Many people may share one address: programs are kept out by the rising work, and this is the upper limit. */
  register: { max: 200, perMs: hourMs },
  /** Enough for a whole class at the same time, but not for many names in the long run. */
  availability: { max: 240, perMs: minuteMs },
  availabilityLong: { max: 1_200, perMs: hourMs },
  captcha: { max: 120, perMs: minuteMs },
} as const;

/** A new challenge for `register`. Throws `rate-limited`. */
export async function issueCaptcha(ctx: AppContext): Promise<CaptchaView> {
  await requireClientRate(ctx, "captcha:client", limits.captcha);
  return ctx.captcha.challenge(captchaEffort((await countRegistrations(ctx)) / ctx.clientShare));
}

/** Counts the registrations from this address within the last hour. */
function countRegistrations(ctx: Pick<AppContext, "clientKey" | "limits">): Promise<number> {
  return ctx.limits.uses(`register:${ctx.clientKey}`, limits.register.perMs);
}

/**
 * Redeems the captcha of a registration that is counted already: those that arrive together cost what they would one after the other. It
 * is not counted where the captcha is refused. Throws `captcha-failed`.
 */
async function requireCaptcha(ctx: AppContext, captcha: string): Promise<void> {
  const others = (await countRegistrations(ctx)) - 1;
  if (await ctx.captcha.redeem(captcha, captchaEffort(others / ctx.clientShare))) return;
  await ctx.limits.giveBack(`register:${ctx.clientKey}`);
  throw new AppError("captcha-failed");
}

async function requireAvailabilityRate(
  ctx: Pick<AppContext, "clientKey" | "clientShare" | "limits">,
): Promise<void> {
  await requireClientRate(ctx, "availability", limits.availability);
  await requireClientRate(ctx, "availability-long", limits.availabilityLong);
}

/**
 * Whether someone else has this name, or one that looks like it, or it is reserved. Throws `username-invalid`,
 * `username-mixed`, `username-like-id`, `rate-limited`.
 */
export async function checkUsernameTaken(ctx: AppContext, input: UsernameInput): Promise<boolean> {
  await requireAvailabilityRate(ctx);
  requireOk(checkUsername(input.username));
  const isOwn = ctx.viewer !== null && foldUsername(ctx.viewer.username) === foldUsername(input.username);
  if (isReservedName(input.username) && !isOwn) return true;
  return accounts.isUsernameTaken(ctx.db, toUsernameClaims(input.username), ctx.viewer?.id);
}

/** Whether an account has this address. Throws `email-invalid`, `rate-limited`. */
export async function checkEmailTaken(ctx: AppContext, input: EmailInput): Promise<boolean> {
  await requireAvailabilityRate(ctx);
  requireOk(checkEmail(input.email));
  return accounts.isEmailTaken(ctx.db, foldEmail(input.email));
}

/**
 * Creates an account, signs it in and emails a link that confirms its address. A taken name or address costs a captcha
 * and a hash like any other, so that nothing is learned here faster or more cheaply than by the availability checks.
 * Throws the refusals of the rules, `password-common`, `captcha-failed`, `rate-limited`, `unavailable`,
 * `username-taken`, `email-taken`.
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
  await requireRegisterRate(ctx);
  await requireCaptcha(ctx, input.captcha);

  const id = ctx.ids.next();
  const claims = toUsernameClaims(input.username);
  const emailKey = foldEmail(input.email);
  const passwordHash = await paidHashInTurn(() => hashPassword(input.password));
  if (isReservedName(input.username) || (await accounts.isUsernameTaken(ctx.db, claims)))
    throw new AppError("username-taken");
  const now = ctx.clock.now();
  // According to their link, otherwise as remembered for them, which counts for one account.
  const referral = input.referral?.trim() ?? "";
  const user = {
    id,
    ...toUsernameColumns(input.username),
    email: input.email.trim(),
    emailKey,
    passwordHash,
    createdAt: now,
    referrerId: referral === "" ? null : ((await findReferrer(ctx, referral))?.id ?? null),
  };
  const isInserted = await accounts.insertUser(ctx.db, user, {
    clientKey: ctx.clientKey,
    keptSince: referral === "" ? now - accountLimits.referralKeepMs : null,
  });
  if (!isInserted) {
    // Someone was faster since the check above, or has the address: report which of the two.
    const isNameTaken = await accounts.isUsernameTaken(ctx.db, claims);
    throw new AppError(isNameTaken ? "username-taken" : "email-taken");
  }
  const made = await requireUser(ctx, id);
  await sendVerification(ctx, made);
  return startSession(ctx, made, device);
}

async function requireRegisterRate(
  ctx: Pick<AppContext, "clientKey" | "clientShare" | "limits">,
): Promise<void> {
  const verdict = await ctx.limits.take(`register:${ctx.clientKey}`, rateOfClient(ctx, limits.register));
  if (verdict.ok) return;
  const { code, retryAfterMs = limits.register.perMs } = verdict;
  const message = `Too many accounts were created from your network. Try again in ${waitText(retryAfterMs)}.`;
  throw new AppError(code, { retryAfterMs, message });
}
