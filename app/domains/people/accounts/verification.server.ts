/** Confirms that an address belongs to its account: by an emailed link, and a button on the page that it leads to. */
import type { AppContext } from "#app/context.ts";
import { AppError, requireOk } from "#app/errors.ts";
import type { NoticeView, VerifyInput, VerifyView } from "./contract/accounts.ts";
import { requireEmail, requireViewer } from "./guards.ts";
import { verificationMail } from "./mails.ts";
import { findUser, type UserRow, updateUser } from "./queries/accounts.ts";
import { findMailTokenOwner, insertMailToken, takeMailToken } from "./queries/sessions.ts";
import { requireRate, takeMailTo } from "./rates.server.ts";
import { hashToken, newToken } from "./token.ts";

const hourMs = 3_600_000;
/** An emailed link is valid for a day. */
const linkLifeMs = 24 * hourMs;
const mailRate = { max: 5, perMs: hourMs } as const;

/** Emails a new account the link that confirms its address, where email can be sent and it has not had many today. */
export async function sendVerification(ctx: AppContext, user: UserRow): Promise<void> {
  if (ctx.config.canSendEmail && (await takeMailTo(ctx, user.email)).ok) await sendLink(ctx, user);
}

async function sendLink(ctx: AppContext, user: UserRow): Promise<void> {
  const token = newToken();
  await insertMailToken(ctx.db, {
    tokenHash: await hashToken(token),
    userId: user.id,
    purpose: "verify-email",
    expiresAt: ctx.clock.now() + linkLifeMs,
  });
  await ctx.mail.send(verificationMail(user, `${ctx.config.origin}/verify?token=${token}`));
}

/** Emails the confirmation link once more. Throws `authorization`, `email-not-configured`, `rate-limited`. */
export async function resendVerification(ctx: AppContext): Promise<NoticeView> {
  const user = await findUser(ctx.db, requireViewer(ctx).id);
  if (user === undefined) throw new AppError("authorization");
  if (user.emailVerifiedAt !== null) {
    return { type: "warning", message: "Your email address is already confirmed." };
  }
  requireEmail(ctx);
  await requireRate(ctx, `verification:${user.id}`, mailRate);
  requireOk(await takeMailTo(ctx, user.email));
  await sendLink(ctx, user);
  return { type: "confirm", message: `A link to confirm your address was sent to ${user.email}.` };
}

/**
 * Returns the address that an emailed link would confirm, or null where the link is used, expired or invalid. Opening
 * it does not use it up: email scanners follow links.
 */
export async function openVerification(
  ctx: Pick<AppContext, "clock" | "db">,
  input: VerifyInput,
): Promise<VerifyView | null> {
  const link = {
    tokenHash: await hashToken(input.token),
    purpose: "verify-email",
    now: ctx.clock.now(),
  } as const;
  const user = await findMailTokenOwner(ctx.db, link);
  return user === undefined ? null : { username: user.username, email: user.email };
}

/** Uses an emailed link up. True the first time within its day; false for a link that is used, expired or invalid. */
export async function verifyEmail(
  ctx: Pick<AppContext, "clock" | "db">,
  input: VerifyInput,
): Promise<boolean> {
  const now = ctx.clock.now();
  const tokenHash = await hashToken(input.token);
  const userId = await takeMailToken(ctx.db, { tokenHash, purpose: "verify-email", now });
  if (userId === undefined) return false;
  await updateUser(ctx.db, userId, { emailVerifiedAt: now });
  return true;
}
