/** Grants awards by the rules to users with new history since their last review (docs/awards.md). */
import type { AppContext } from "#app/context.ts";
import { notifyAwards, recordGrants } from "./grant.server.ts";
import {
  countReviews,
  finishReviews,
  listReached,
  postponeReviews,
  takeReviews,
  wantAllReviews,
} from "./queries/award-history.ts";
import type { Grant } from "./queries/granted-awards.ts";
import { type AwardRule, awardRules, ruleBatches } from "./rules.ts";

/** The number of people that one statement reviews. */
const peopleAtOnce = 200;

export interface ReviewReport {
  /** The number of people reviewed. */
  reviewed: number;
  /** Awards that are new, and those whose owners were notified. */
  granted: number;
  told: number;
  /** People who still wait for a review. */
  left: number;
}

/**
 * One run: reviews at most `people`, notifies at most `notices`. The next run continues from there. It grants nothing
 * twice for the same history, and revokes nothing.
 */
export async function reviewAwards(
  ctx: AppContext,
  max: { people: number; notices: number },
  rules: readonly AwardRule[] = awardRules,
): Promise<ReviewReport> {
  const begunAt = ctx.clock.now();
  let [reviewed, granted] = [0, 0];
  while (reviewed < max.people) {
    const run = ctx.ids.next();
    const limit = Math.min(peopleAtOnce, max.people - reviewed);
    const userIds = await takeReviews(ctx.db, { run, until: begunAt, limit });
    if (userIds.length === 0) break;
    reviewed += userIds.length;
    try {
      granted += (await recordGrants(ctx, await listDue(ctx, userIds, rules))).length;
      await finishReviews(ctx.db, run);
    } catch (error) {
      ctx.log.warn("awards-not-reviewed", { people: userIds.length, reason: String(error) });
      // They are moved behind the others, and not reviewed again in this run.
      await postponeReviews(ctx.db, run, begunAt + 1);
    }
  }
  const told = await notifyAwards(ctx, max.notices);
  return { reviewed, granted, told, left: await countReviews(ctx.db) };
}

/** Adds everyone to the list of those to be reviewed. */
export async function requestAllReviews(ctx: Pick<AppContext, "clock" | "db">): Promise<void> {
  await wantAllReviews(ctx.db, ctx.clock.now());
}

/** Lists the awards that these people have reached and do not have, by when they reached it. */
async function listDue(
  ctx: Pick<AppContext, "config" | "db">,
  userIds: readonly string[],
  all: readonly AwardRule[],
): Promise<Grant[]> {
  const { pioneersUntil } = ctx.config;
  const due: Grant[] = [];
  for (const rules of ruleBatches(all)) {
    const [first] = rules;
    if (first === undefined || (first.count === "pioneerDays" && pioneersUntil === null)) continue;
    const { count, isOfStage = false } = first;
    due.push(
      ...(await listReached(ctx.db, { userIds, count, isOfStage, rules, pioneersUntil: pioneersUntil ?? 0 })),
    );
  }
  return due.toSorted((a, b) => a.at - b.at);
}
