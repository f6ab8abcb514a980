/** Limits wrong attempts at a second step, and notifies the owner of them. */

import type { AppContext } from "#app/context.ts";
import { waitText } from "#app/domains/base/text/wait-text.ts";
import { AppError } from "#app/errors.ts";
import { requireRate } from "../rates.server.ts";
import { wrongCodesMail } from "./mails.ts";
import { securityPage } from "./security-page.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const limits = {
  /** Limit of wrong codes of one kind at one place; a right one is given back. */
  short: { max: 10, perMs: 600_000 },
  /** Limit of wrong codes of the app: after these none is accepted until the oldest of them is a day old. */
  day: { max: 20, perMs: dayMs },
  /** This many in a day may be the owner's typos; the next one is reported to them. */
  untold: { max: 4, perMs: dayMs },
} as const;

/**
 * The place where a code is entered. Each is counted separately, so that guesses at one do not lock the owner out of
 * another: `known` is a browser that was signed in to the account before, `new` any other, `session` one that is signed
 * in.
 */
export type CodePlace = "known" | "new" | "session";

interface Given {
  user: { id: string; username: string; email: string };
  place: CodePlace;
  /** Codes of the app have six digits and are limited per day; recovery codes are too long to be guessed. */
  kind: "app" | "recovery";
}

/**
 * Returns the result of `check`; null is a wrong code. The use is counted first, so that parallel attempts count too.
 * Throws `second-factor-wrong`, `rate-limited`, and `second-factor-locked` after many wrong codes of the app in a day.
 */
export async function takeCode<Found>(
  ctx: AppContext,
  { user, place, kind }: Given,
  check: () => Promise<Found | null>,
): Promise<Found> {
  const counters = {
    short: `second-factor:${kind}:${place}:${user.id}`,
    day: `second-factor:day:${place}:${user.id}`,
  };
  await requireRate(ctx, counters.short, limits.short);
  if (kind === "app") await requireDay(ctx, counters);
  const found = await check();
  if (found === null) {
    ctx.log.info("second-factor-refused", { user: user.id, place });
    await notifyOwner(ctx, user);
    throw new AppError("second-factor-wrong");
  }
  await ctx.limits.giveBack(counters.short);
  if (kind === "app") await ctx.limits.giveBack(counters.day);
  return found;
}

/** A code with which the owner turns the second step on: there is nothing to guess yet. Throws as `takeCode` does. */
export async function takeFirstCode<Found>(
  ctx: Pick<AppContext, "limits">,
  userId: string,
  check: () => Promise<Found | null>,
): Promise<Found> {
  const counter = `second-factor:first:${userId}`;
  await requireRate(ctx, counter, limits.short);
  const found = await check();
  if (found === null) throw new AppError("second-factor-wrong");
  await ctx.limits.giveBack(counter);
  return found;
}

async function requireDay(
  ctx: Pick<AppContext, "limits">,
  counters: { short: string; day: string },
): Promise<void> {
  const verdict = await ctx.limits.take(counters.day, limits.day);
  if (verdict.ok) return;
  // It was not checked, so it is not a guess.
  await ctx.limits.giveBack(counters.short);
  const retryAfterMs = verdict.retryAfterMs ?? dayMs;
  throw new AppError("second-factor-locked", {
    retryAfterMs,
    message: `Too many wrong codes. You can use codes from your app again in ${waitText(retryAfterMs)}. Until then, use a recovery code or a passkey.`,
  });
}

/** Notifies the owner once a day at most, and only after more wrong codes than typos explain. */
async function notifyOwner(ctx: AppContext, user: Given["user"]): Promise<void> {
  if ((await ctx.limits.take(`second-factor:untold:${user.id}`, limits.untold)).ok) return;
  if (!(await ctx.limits.once(`second-factor:told:${user.id}`, dayMs))) return;
  ctx.log.warn("second-factor-guessed", { user: user.id });
  ctx.afterAnswer("wrong-codes-mail", () => ctx.mail.send(wrongCodesMail(user, securityPage(ctx))));
}
