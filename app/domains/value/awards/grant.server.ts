/** Grants awards: records them first, with the owner's statistics at that time, and notifies the owner after that. */
import type { AppContext } from "#app/context.ts";
import { findUser } from "#app/domains/people/accounts/queries/accounts.ts";
import { AppError } from "#app/errors.ts";
import { noticePath } from "#app/paths.ts";
import { toHours } from "../stats/rules.ts";
import type { AwardView } from "./contract.ts";
import { findAward } from "./queries/awards.ts";
import {
  findHeld,
  type Grant,
  insertEarned,
  listStatsThen,
  listUntold,
  markTold,
} from "./queries/granted-awards.ts";
import { toAwardView } from "./views.ts";
import { awardSentence } from "./wording.ts";

/** The number of rows in one statement: they are passed as one value, and a value has a maximum size. */
const atOnce = 500;

/** Records awards that people do not have yet; those who have one keep it. Returns the ids of those that are new. */
export async function recordGrants(
  ctx: Pick<AppContext, "db" | "ids">,
  grants: readonly Grant[],
  { isManual = false } = {},
): Promise<string[]> {
  const recorded: string[] = [];
  for (let from = 0; from < grants.length; from += atOnce) {
    const some = grants.slice(from, from + atOnce);
    const stats = await listStatsThen(ctx.db, some);
    const earned = some.flatMap(({ at, ...grant }, index) => {
      const then = stats[index];
      if (then === undefined) return [];
      const { onAirMs, ...counts } = then;
      return [{ id: ctx.ids.next(), awardedAt: at, ...grant, ...counts, hours: toHours(onAirMs), isManual }];
    });
    recorded.push(...(await insertEarned(ctx.db, earned)));
  }
  return recorded;
}

/**
 * Notifies people of awards that they have not been notified of; with `ids` only these. A failure is retried by a later
 * run, and no one is notified twice, since the inbox recognizes the notice by its key. Returns how many were notified.
 */
export async function notifyAwards(ctx: AppContext, limit: number, ids?: readonly string[]): Promise<number> {
  let told = 0;
  for (const { id, userId, award, performerType, room } of await listUntold(ctx.db, limit, ids)) {
    const message = awardSentence({ ...award, room }, performerType === "dj");
    const at = ctx.clock.now();
    try {
      await ctx.inboxes
        .of(userId)
        .notify({ kind: "award", message, at, key: `award:${id}`, url: noticePath(id) });
      await markTold(ctx.db, id, at);
      told += 1;
    } catch (error) {
      ctx.log.warn("award-not-told", { award: id, reason: String(error) });
    }
  }
  return told;
}

/**
 * Gives an award to a user manually, and notifies them. Giving it again, by the same stage too, has no further effect.
 * `award` is an id, title or name. Throws `not-found`. Callers guard.
 */
export async function grantAward(
  ctx: AppContext,
  input: { userId: string; award: string; stageId: string | null },
): Promise<{ id: string; award: AwardView; isNew: boolean }> {
  const [award, user] = await Promise.all([findAward(ctx.db, input.award), findUser(ctx.db, input.userId)]);
  if (award === undefined)
    throw new AppError("not-found", { message: `There is no award “${input.award}”.` });
  if (user === undefined) throw new AppError("not-found");
  const grant = { userId: user.id, awardId: award.id, stageId: input.stageId, at: ctx.clock.now() };
  const [recorded] = await recordGrants(ctx, [grant], { isManual: true });
  const id = recorded ?? (await findHeld(ctx.db, grant));
  if (id === undefined) throw new AppError("not-found");
  // Also when it existed before: a grant that failed half way is completed.
  await notifyAwards(ctx, 1, [id]);
  return { id, award: toAwardView(award.id, award), isNew: recorded !== undefined };
}
