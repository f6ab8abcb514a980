/** Grants what the rules say to users with new history since their last review (docs/awards.md). */
import type { AppContext } from "#app/context.ts";
import {
  countReviews,
  finishReviews,
  listReached,
  postponeReviews,
  takeReviews,
  wantAllReviews,
} from "#db/queries/award-history.ts";
import type { Grant } from "#db/queries/granted-awards.ts";
import { recordGrants, tellAwards } from "./grant.server.ts";
import { type AwardRule, awardRules, ruleBatches } from "./rules.ts";

/** People that one statement looks at. */
const peopleAtOnce = 200;

export interface ReviewReport {
  /** People who were looked at. */
  reviewed: number;
  /** Awards that are new, and those that their owners were told of. */
  granted: number;
  told: number;
  /** People who still wait to be looked at. */
  left: number;
}

/**
 * One run: looks at no more than `people`, tells no more than `notices`. The next goes on from there. Over the same
 * history it grants nothing twice, and it takes nothing away.
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
      // Behind the others, and not in this run again.
      await postponeReviews(ctx.db, run, begunAt + 1);
    }
  }
  const told = await tellAwards(ctx, max.notices);
  return { reviewed, granted, told, left: await countReviews(ctx.db) };
}

/** Puts everyone on the list of those to be looked at. */
export async function requestAllReviews(ctx: AppContext): Promise<void> {
  await wantAllReviews(ctx.db, ctx.clock.now());
}

/** What these people have reached and do not have, by when they reached it. */
async function listDue(
  ctx: AppContext,
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
