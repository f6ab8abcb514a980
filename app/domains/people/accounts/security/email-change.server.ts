import type { AppContext } from "#app/context.ts";
import { AppError, requireOk } from "#app/errors.ts";
import type { NoticeView } from "../contract/accounts.ts";
import type { ChangeEmailInput, EmailLinkInput, EmailLinkView, EmailView } from "../contract/security.ts";
import { requireEmail } from "../guards.ts";
import { isEmailTaken, type UserRow } from "../queries/accounts.ts";
import * as changes from "../queries/email-changes.ts";
import { requireClientRate, requireRate, takeMailTo } from "../rates.server.ts";
import { checkEmail, foldEmail } from "../rules.ts";
import { hashToken, newToken } from "../token.ts";
import { addressChangedMail, newAddressMail, oldAddressMail } from "./mails.ts";
import { requireOwner, requirePassword } from "./owner.server.ts";

const hourMs = 3_600_000;
/** Both emailed links are valid for a day. */
const linkLifeMs = 24 * hourMs;

const limits = {
  requests: { max: 5, perMs: hourMs },
  links: { max: 60, perMs: hourMs },
} as const;

/** The address in use and the pending one. Throws `authorization`. */
export async function getEmail(ctx: AppContext): Promise<EmailView> {
  return toEmailView(ctx, await requireOwner(ctx));
}

/**
 * Asks both addresses to confirm that the account moves from one to the other; a pending change is replaced. The old
 * address is asked even where it was never verified: a thief of a session and the password must not be able to take the
 * account with only themselves to ask, and an unverified address is still the only one by which its owner can recover
 * it. Throws `authorization`, `email-not-configured`, `wrong-password`, `email-invalid`, `email-taken`, `rate-limited`.
 */
export async function requestEmailChange(ctx: AppContext, input: ChangeEmailInput): Promise<EmailView> {
  requireEmail(ctx);
  const user = await requirePassword(ctx, input.password);
  requireOk(checkEmail(input.email));
  const email = input.email.trim();
  const emailKey = foldEmail(input.email);
  if (await isEmailTaken(ctx.db, emailKey)) throw new AppError("email-taken");
  await requireRate(ctx, `email-change:${user.id}`, limits.requests);
  if (user.emailVerifiedAt === null) requireOk(await takeMailTo(ctx, user.email));
  requireOk(await takeMailTo(ctx, email));

  const tokens = { old: newToken(), new: newToken() };
  const expiresAt = ctx.clock.now() + linkLifeMs;
  const links = { oldHash: await hashToken(tokens.old), newHash: await hashToken(tokens.new) };
  await changes.insertEmailChange(ctx.db, { userId: user.id, email, emailKey, expiresAt }, links);
  const linkTo = (token: string) => `${ctx.config.origin}/confirm-email?token=${token}`;
  await ctx.mail.send(oldAddressMail(user, email, linkTo(tokens.old)));
  await ctx.mail.send(newAddressMail({ username: user.username, email }, linkTo(tokens.new)));
  ctx.log.info("email-change-asked", { user: user.id });
  return toEmailView(ctx, user);
}

/** Cancels the pending change; its links become invalid. Throws `authorization`. */
export async function cancelEmailChange(ctx: AppContext): Promise<EmailView> {
  const user = await requireOwner(ctx);
  await changes.deleteEmailChange(ctx.db, user.id);
  return toEmailView(ctx, user);
}

/**
 * Returns the subject of an emailed link. Opening it does not use it up: email scanners that follow links must not be
 * able to confirm anything. Throws `link-used`, `rate-limited`.
 */
export async function openEmailLink(ctx: AppContext, input: EmailLinkInput): Promise<EmailLinkView> {
  const { purpose, user, email } = await requireLink(ctx, input);
  return { side: purpose === "change-email-old" ? "old" : "new", username: user.username, email };
}

/**
 * One side confirms. Once both have, in either order, the account has its new address, which is thereby verified.
 * Throws `link-used`, `rate-limited`, and `email-taken` where someone else got the address meanwhile.
 */
export async function confirmEmailChange(ctx: AppContext, input: EmailLinkInput): Promise<NoticeView> {
  const { user, email } = await requireLink(ctx, input);
  const link = { tokenHash: await hashToken(input.token), now: ctx.clock.now() };
  const outcome = await changes.confirmEmailLink(ctx.db, link);
  if (outcome === undefined) throw new AppError("link-used");
  if (outcome.isTaken) throw new AppError("email-taken");
  if (!outcome.isApplied)
    return { type: "warning", message: "Thank you. Now open the link we sent to the other address." };
  ctx.afterAnswer("address-changed-mail", () => ctx.mail.send(addressChangedMail(user, email)));
  ctx.log.info("email-changed", { user: user.id });
  return { type: "confirm", message: `Your email address is now ${email}.` };
}

/** The old address refuses the change. Throws `link-used`, also for the other side's link. */
export async function stopEmailChange(ctx: AppContext, input: EmailLinkInput): Promise<NoticeView> {
  const { purpose, user } = await requireLink(ctx, input);
  if (purpose !== "change-email-old") throw new AppError("link-used");
  await changes.deleteEmailChange(ctx.db, user.id);
  ctx.log.info("email-change-stopped", { user: user.id });
  return { type: "confirm", message: "Your email address was not changed." };
}

async function requireLink(ctx: AppContext, { token }: EmailLinkInput) {
  await requireClientRate(ctx, "email-link", limits.links);
  const link = { tokenHash: await hashToken(token), now: ctx.clock.now() };
  const found = await changes.findEmailLink(ctx.db, link);
  if (found === undefined) throw new AppError("link-used");
  return found;
}

async function toEmailView(ctx: Pick<AppContext, "clock" | "db">, user: UserRow): Promise<EmailView> {
  const change = await changes.findEmailChange(ctx.db, user.id, ctx.clock.now());
  return {
    email: user.email,
    emailVerified: user.emailVerifiedAt !== null,
    pending:
      change === undefined
        ? null
        : {
            email: change.email,
            isOldConfirmed: change.oldConfirmedAt !== null,
            isNewConfirmed: change.newConfirmedAt !== null,
            expiresAt: change.expiresAt,
          },
  };
}
