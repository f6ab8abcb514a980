/** Deleting an account, as described in docs/decisions/007. */
import type { AppContext } from "#app/context.ts";
import { sleep } from "#app/domains/base/time/sleep.ts";
import { AppError } from "#app/errors.ts";
import type { NoticeView } from "./contract/accounts.ts";
import type { DeleteAccountInput } from "./contract/settings.ts";
import { eraseEverywhere } from "./erase-everywhere.server.ts";
import { goodbyeMail } from "./mails.ts";
import * as erasures from "./queries/erasure.ts";
import { listReasonsNaming, type Reason } from "./queries/named-reasons.ts";
import { foldUsername } from "./rules.ts";
import { requirePassword } from "./security/owner.server.ts";
import { requireSecondFactor } from "./security/second-factor.server.ts";
import { bareName, type Called, withoutName } from "./without-name.ts";

/** Delays before retries after a failure (ms); after that the hourly job retries. */
const triesAfterMs = [0, 1_000, 5_000];
/** Time after which everything that was in progress when the account was deleted has arrived. */
const secondPassMs = 3_600_000;

/**
 * Deletes the viewer's account permanently. It is gone from the database when this returns; data elsewhere is deleted
 * immediately afterwards, and that is repeated until nothing is left. Throws `authorization`, `bad-input` where the
 * username is not typed, `wrong-password`, `second-factor-needed`, `second-factor-wrong`, `second-factor-locked`,
 * `rate-limited`.
 */
export async function deleteAccount(ctx: AppContext, input: DeleteAccountInput): Promise<NoticeView> {
  const user = await requirePassword(ctx, input.password);
  if (foldUsername(input.username) !== user.usernameKey)
    throw new AppError("bad-input", { message: "Type your username to delete your account." });
  await requireSecondFactor(ctx, { user, place: "session", code: input.code });

  const goodbyeId = ctx.ids.next();
  const { id: userId, username } = user;
  const reasons = await reasonsWithout(ctx, user);
  const frozen = reasons.flatMap(({ table, id, reason }) =>
    table === "wallets" ? [{ wallet: id, reason }] : [],
  );
  const now = ctx.clock.now();
  await erasures.beginErasure(ctx.db, { userId, username, goodbyeId, reasons, frozen, now });
  ctx.log.info("account-deleted", { user: userId });
  ctx.afterAnswer("goodbye-mail", () => ctx.mail.send({ id: goodbyeId, ...goodbyeMail(user) }));
  // After the response; otherwise this page would learn that its session has ended before it learns why.
  ctx.afterAnswer("erasure", () => finishSoon(ctx, userId));
  return { type: "confirm", message: "Your account has been deleted." };
}

/** The reasons of operators' acts that name them, without the name, the address and the id. */
async function reasonsWithout(ctx: Pick<AppContext, "db">, user: Called): Promise<Reason[]> {
  const { id, email, username } = user;
  return (await listReasonsNaming(ctx.db, { id, email, bareName: bareName(username) })).flatMap((named) => {
    const reason = withoutName(named.reason, user);
    return reason === named.reason ? [] : [{ ...named, reason }];
  });
}

async function finishSoon(ctx: AppContext, userId: string): Promise<void> {
  for (const waitMs of triesAfterMs) {
    await sleep(waitMs);
    const erasure = await erasures.findErasure(ctx.db, userId);
    if (erasure === undefined || (await finishErasure(ctx, erasure))) return;
  }
}

/** Continues every unfinished erasure, and makes the second pass of finished ones. For the hourly job. */
export async function finishErasures(ctx: AppContext, limit: number): Promise<void> {
  const open = await erasures.listOpenErasures(ctx.db, ctx.clock.now() - secondPassMs, limit);
  for (const erasure of open) await finishErasure(ctx, erasure);
}

/** Runs all of it, however much was done before. Returns false where something has to be repeated. */
async function finishErasure(ctx: AppContext, erasure: erasures.ErasureRow): Promise<boolean> {
  const { userId, doneAt } = erasure;
  const failed = await eraseEverywhere(ctx, erasure);
  if (failed.length > 0) {
    await erasures.countErasureAttempt(ctx.db, userId);
    ctx.log.warn("erasure-unfinished", { user: userId, attempts: erasure.attempts + 1, failed });
    return false;
  }
  if (doneAt === null) await erasures.markErasureDone(ctx.db, userId, ctx.clock.now());
  else await erasures.endErasure(ctx.db, erasure);
  return true;
}
