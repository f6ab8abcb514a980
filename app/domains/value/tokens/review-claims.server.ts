/** Finds what people have earned and makes it claimable, within the tokens of the day. */
import type { AppContext } from "#app/context.ts";
import { awardTiers, isForBeingThere } from "../awards/rules.ts";
import { payClaims } from "./claims.server.ts";
import { areTokensPaused, listUnfinishedClaimants, ripenClaims } from "./queries/token-claims.ts";
import {
  type DueReview,
  finishTokenReviews,
  insertClaims,
  listDueReviews,
  listHeard,
  listReviewed,
  listRuleAwards,
  listSteadyWeeks,
  postponeTokenReviews,
} from "./queries/token-reviews.ts";
import { claimRules, decideClaims, type History, tokenLimits, utcDayOf, utcMonthOf } from "./rules.ts";

const peopleAtOnce = 200;
const ripenedAtOnce = 2_000;

export interface ClaimsReport {
  isPaused: boolean;
  reviewed: number;
  /** New claims, and those that may be claimed from now on. */
  earned: number;
  ripened: number;
  /** Users whose interrupted claims were paid. */
  completed: number;
}

/**
 * One run: searches at most `people`, completes at most `claimants`. The next run continues from there. It adds nothing
 * twice, and does nothing while the books are being checked.
 */
export async function reviewClaims(
  ctx: AppContext,
  max: { people: number; claimants: number },
): Promise<ClaimsReport> {
  const report = { isPaused: false, reviewed: 0, earned: 0, ripened: 0, completed: 0 };
  if (await areTokensPaused(ctx.db)) return { ...report, isPaused: true };
  const begunAt = ctx.clock.now();
  while (report.reviewed < max.people) {
    const limit = Math.min(peopleAtOnce, max.people - report.reviewed);
    const due = await listDueReviews(ctx.db, begunAt, limit);
    if (due.length === 0) break;
    report.reviewed += due.length;
    try {
      report.earned += await review(ctx, due);
    } catch (error) {
      ctx.log.warn("claims-not-reviewed", { people: due.length, reason: String(error) });
      // They are moved behind the others, and not searched again in this run.
      await postponeTokenReviews(
        ctx.db,
        due.map(({ userId }) => userId),
        begunAt + 1,
      );
    }
  }
  report.ripened = await ripen(ctx);
  report.completed = await completeClaims(ctx, max.claimants);
  return report;
}

async function review(ctx: AppContext, due: readonly DueReview[]): Promise<number> {
  const now = ctx.clock.now();
  const histories = await readHistories(
    ctx,
    due.map(({ userId }) => userId),
    now,
  );
  const decided = new Map(histories.map((history) => [history.userId, decideClaims(history, now)]));
  const claims = [...decided.values()].flatMap((each) => each.claims);
  const earned = await insertClaims(
    ctx.db,
    claims.map((claim) => ({ id: ctx.ids.next(), ...claim })),
    { now, monthStart: utcMonthOf(now), perMonth: claimRules.referral.perMonth },
  );
  await finishTokenReviews(
    ctx.db,
    due.map((each) => ({ ...each, nextAt: decided.get(each.userId)?.nextAt ?? null })),
  );
  return earned;
}

async function readHistories(
  ctx: Pick<AppContext, "db">,
  userIds: readonly string[],
  now: number,
): Promise<History[]> {
  const { days, sinceMs } = claimRules.steady;
  const [people, heard, weeks, awards] = await Promise.all([
    listReviewed(ctx.db, userIds),
    listHeard(ctx.db, userIds),
    listSteadyWeeks(ctx.db, { userIds, since: now - sinceMs, days }),
    listRuleAwards(ctx.db, userIds),
  ]);
  const heardBy = new Map(heard.map((each) => [each.userId, each]));
  const weeksOf = Map.groupBy(weeks, ({ userId }) => userId);
  const awardsOf = Map.groupBy(awards, ({ userId }) => userId);
  return people.map(({ id, createdAt, verifiedAt, referrerId }) => ({
    userId: id,
    createdAt,
    verifiedAt,
    performances: heardBy.get(id)?.performances ?? 0,
    days: heardBy.get(id)?.days ?? 0,
    weeks: (weeksOf.get(id) ?? []).map(({ week }) => week),
    awards: (awardsOf.get(id) ?? []).flatMap(({ awardId, title }) => {
      const tier = awardTiers.get(awardId);
      return tier === undefined
        ? []
        : [{ id: awardId, title, tier, needsListening: isForBeingThere(awardId) }];
    }),
    referrerId,
  }));
}

/**
 * Makes the oldest waiting claims claimable, as far as today's tokens reach, and their share of young accounts. Returns
 * how many.
 */
export async function ripen(ctx: Pick<AppContext, "clock" | "config" | "db">): Promise<number> {
  const now = ctx.clock.now();
  const { tokensPerDay } = ctx.config;
  // A day has room for so many of the smallest claims: the loop ends.
  for (let ripened = 0; ; ) {
    const some = await ripenClaims(ctx.db, {
      now,
      dayStart: utcDayOf(now),
      perDay: tokensPerDay,
      claimMs: tokenLimits.claimMs,
      young: { since: now - tokenLimits.youngMs, perDay: tokensPerDay * tokenLimits.youngShare },
      limit: ripenedAtOnce,
    });
    ripened += some;
    if (some < ripenedAtOnce) return ripened;
  }
}

/** Pays what calls that died have left. Returns for how many users. */
async function completeClaims(ctx: AppContext, limit: number): Promise<number> {
  let completed = 0;
  for (const userId of await listUnfinishedClaimants(ctx.db, limit)) {
    try {
      await payClaims(ctx, userId);
      completed += 1;
    } catch (error) {
      ctx.log.warn("claims-not-paid", { reason: String(error) });
    }
  }
  return completed;
}
