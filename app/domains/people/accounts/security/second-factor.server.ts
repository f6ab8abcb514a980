import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import type {
  CodeInput,
  PasswordInput,
  RecoveryCodesView,
  SecondFactorSetupView,
  SecondFactorView,
} from "../contract/security.ts";
import { requireViewer } from "../guards.ts";
import type { UserRow } from "../queries/accounts.ts";
import * as factors from "../queries/second-factors.ts";
import { mailOwner } from "../rates.server.ts";
import { recoveryCodesMail, secondFactorOffMail, secondFactorOnMail } from "./mails.ts";
import { findStep, newSecret, toSetupUri } from "./one-time-code.server.ts";
import { requireOwner, requirePassword } from "./owner.server.ts";
import { hashRecoveryCode, newRecoveryCodes } from "./recovery-codes.server.ts";
import { securityPage } from "./security-page.ts";
import { type CodePlace, takeCode, takeFirstCode } from "./wrong-codes.server.ts";

const vaultPurpose = "second-factor";

/** Whether log-in requires a code. Throws `authorization`. */
export async function getSecondFactor(ctx: Pick<AppContext, "db" | "viewer">): Promise<SecondFactorView> {
  const { id } = requireViewer(ctx);
  const factor = await factors.findSecondFactor(ctx.db, id);
  const isOn = isConfirmed(factor);
  return { isOn, recoveryCodesLeft: isOn ? await factors.countRecoveryCodes(ctx.db, id) : 0 };
}

/**
 * Returns a secret for the authenticator app. Log-in requires no code until one of this secret has been confirmed;
 * until then each call returns another secret. Throws `authorization`, `wrong-password`, `rate-limited`, `conflict`
 * where it is on.
 */
export async function beginSecondFactor(
  ctx: AppContext,
  input: PasswordInput,
): Promise<SecondFactorSetupView> {
  const user = await requirePassword(ctx, input.password);
  const secret = newSecret();
  const sealedSecret = await ctx.vault.seal(secret, vaultPurpose);
  const offer = { userId: user.id, sealedSecret, createdAt: ctx.clock.now() };
  if (!(await factors.offerSecondFactor(ctx.db, offer))) throw isOnAlready();
  return { secret, uri: toSetupUri(secret, user.username) };
}

/**
 * Turns it on with a first code of the app; returns the recovery codes, which cannot be read again. Throws
 * `authorization`, `not-found` where none was started, `second-factor-wrong`, `rate-limited`, `conflict`.
 */
export async function confirmSecondFactor(ctx: AppContext, input: CodeInput): Promise<RecoveryCodesView> {
  const user = await requireOwner(ctx);
  const factor = await factors.findSecondFactor(ctx.db, user.id);
  if (factor === undefined) throw new AppError("not-found");
  if (isConfirmed(factor)) throw isOnAlready();
  const step = await takeFirstCode(ctx, user.id, () => findStepOf(ctx, factor, input.code));
  const confirmed = { confirmedAt: ctx.clock.now(), lastStep: step };
  if (!(await factors.confirmSecondFactor(ctx.db, factor, confirmed))) throw new AppError("conflict");
  ctx.log.info("second-factor-on", { user: user.id });
  ctx.afterAnswer("second-factor-mail", () =>
    mailOwner(ctx, user, secondFactorOnMail(user, securityPage(ctx))),
  );
  return makeRecoveryCodes(ctx, user.id);
}

/**
 * Replaces all recovery codes by new ones. Throws `authorization`, `not-found` where it is off, `second-factor-wrong`.
 */
export async function renewRecoveryCodes(ctx: AppContext, input: CodeInput): Promise<RecoveryCodesView> {
  const user = await requireOwner(ctx);
  await requireCode(ctx, await requireFactor(ctx, user.id), { user, place: "session", code: input.code });
  ctx.afterAnswer("recovery-codes-mail", () =>
    mailOwner(ctx, user, recoveryCodesMail(user, securityPage(ctx))),
  );
  return makeRecoveryCodes(ctx, user.id);
}

/** Turns it off. Throws `authorization`, `not-found` where it is off, `second-factor-wrong`, `rate-limited`. */
export async function removeSecondFactor(ctx: AppContext, input: CodeInput): Promise<SecondFactorView> {
  const user = await requireOwner(ctx);
  await requireCode(ctx, await requireFactor(ctx, user.id), { user, place: "session", code: input.code });
  await factors.deleteSecondFactor(ctx.db, user.id);
  ctx.log.info("second-factor-off", { user: user.id });
  ctx.afterAnswer("second-factor-mail", () =>
    mailOwner(ctx, user, secondFactorOffMail(user, securityPage(ctx))),
  );
  return { isOn: false, recoveryCodesLeft: 0 };
}

/**
 * Requires a code where this user has turned that on, and uses it up. Only for callers who have checked the password:
 * the result reveals whether there is a second factor. Throws `second-factor-needed` without a code,
 * `second-factor-wrong`, `second-factor-locked`, `rate-limited`.
 */
export async function requireSecondFactor(
  ctx: AppContext,
  { user, place, code }: Omit<GivenCode, "code"> & { code: string | null | undefined },
): Promise<void> {
  const factor = await factors.findSecondFactor(ctx.db, user.id);
  if (factor === undefined || !isConfirmed(factor)) return;
  if (code == null || code.trim() === "") throw new AppError("second-factor-needed");
  await requireCode(ctx, factor, { user, place, code });
}

interface GivenCode {
  user: UserRow;
  place: CodePlace;
  code: string;
}

const isConfirmed = (factor: factors.SecondFactorRow | undefined): boolean =>
  factor !== undefined && factor.confirmedAt !== null;

const isOnAlready = () => new AppError("conflict", { message: "Two-step log-in is already on." });

async function requireFactor(ctx: Pick<AppContext, "db">, userId: string): Promise<factors.SecondFactorRow> {
  const factor = await factors.findSecondFactor(ctx.db, userId);
  if (factor === undefined || !isConfirmed(factor)) throw new AppError("not-found");
  return factor;
}

/** Six digits with any spaces between them. */
const appCode = /^(?:\s*\d){6}\s*$/;

/** Accepts a code of the app, or a recovery code: neither counts twice. */
async function requireCode(
  ctx: AppContext,
  factor: factors.SecondFactorRow,
  { user, place, code }: GivenCode,
): Promise<void> {
  if (appCode.test(code)) {
    await takeCode(ctx, { user, place, kind: "app" }, async () => {
      const step = await findStepOf(ctx, factor, code);
      return (step !== null && (await factors.takeStep(ctx.db, user.id, step))) || null;
    });
    return;
  }
  const codeHash = await hashRecoveryCode(user.id, code);
  const used = { userId: user.id, codeHash, now: ctx.clock.now() };
  await takeCode(ctx, { user, place, kind: "recovery" }, async () => {
    return (await factors.takeRecoveryCode(ctx.db, used)) || null;
  });
}

async function findStepOf(
  ctx: Pick<AppContext, "clock" | "vault">,
  factor: factors.SecondFactorRow,
  code: string,
): Promise<number | null> {
  const secret = await ctx.vault.open(factor.sealedSecret, vaultPurpose);
  return findStep(secret, code.replace(/\s/g, ""), ctx.clock.now());
}

async function makeRecoveryCodes(ctx: Pick<AppContext, "db">, userId: string): Promise<RecoveryCodesView> {
  const recoveryCodes = newRecoveryCodes();
  const hashes = await Promise.all(recoveryCodes.map((code) => hashRecoveryCode(userId, code)));
  await factors.replaceRecoveryCodes(ctx.db, userId, hashes);
  return { recoveryCodes };
}
