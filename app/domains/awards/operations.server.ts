import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import {
  copyShownAwards,
  findAward,
  findAwardStats,
  findEarnedAward,
  insertEarnedOnce,
  listEarnedAwards,
  listGeneralAwardRows,
  updateShownAward,
} from "#db/queries/awards.ts";
import { requireViewer } from "../accounts/guards.ts";
import { toHours } from "../stats/rules.ts";
import type { AwardView, EarnedAwardView, ManageAwardInput, ShownAwardsView } from "./contract.ts";
import { toAwardView, toEarnedAwardView } from "./views.ts";

/** What the viewer has earned, latest first. Throws `authorization`. */
export async function listMyAwards(ctx: AppContext): Promise<EarnedAwardView[]> {
  const rows = await listEarnedAwards(ctx.db, requireViewer(ctx).id);
  return rows.map(toEarnedAwardView);
}

/** What everybody can earn. */
export async function listGeneralAwards(ctx: AppContext): Promise<AwardView[]> {
  const rows = await listGeneralAwardRows(ctx.db);
  return rows.map((row) => toAwardView(row.id, row));
}

/**
 * Shows one of the viewer's awards as their title or badge, or none. Throws `not-found` for an award that is not
 * theirs, `bad-input` where none is named or it has no badge.
 */
export async function showAward(ctx: AppContext, input: ManageAwardInput): Promise<ShownAwardsView> {
  const viewer = requireViewer(ctx);
  const earnedId = input.remove === true ? null : await requireShowable(ctx, viewer.id, input);
  const shown = input.awardType === "title" ? { titleAwardId: earnedId } : { badgeAwardId: earnedId };
  await updateShownAward(ctx.db, viewer.id, shown);
  return { type: "confirm", message: "Displayed award changed", ...(await wearAwards(ctx, viewer.id)) };
}

async function requireShowable(ctx: AppContext, userId: string, input: ManageAwardInput): Promise<string> {
  if (input.award == null) throw new AppError("bad-input", { message: "Please choose an award." });
  const row = await findEarnedAward(ctx.db, { userId, earnedId: input.award });
  if (row === undefined) throw new AppError("not-found");
  if (input.awardType === "badge" && row.award.badge === null)
    throw new AppError("bad-input", { message: "This award has no badge." });
  return row.earned.id;
}

/**
 * Keeps the title and badge that others see in step with the awards a user has chosen and with what kind of
 * performer they are: to be called after either has changed. Callers guard.
 */
export function wearAwards(
  ctx: AppContext,
  userId: string,
): Promise<{ title: string | null; badge: string | null }> {
  return copyShownAwards(ctx.db, userId);
}

/**
 * Gives an award to a user, with what they have done by now, and tells them. Given again, also by the same stage, it
 * stays the one it was. `award` is an id, title or name. Throws `not-found`. Callers guard.
 */
export async function grantAward(
  ctx: AppContext,
  input: { userId: string; award: string; stageId: string | null },
): Promise<{ id: string; award: AwardView; isNew: boolean }> {
  const [award, stats] = await Promise.all([
    findAward(ctx.db, input.award),
    findAwardStats(ctx.db, input.userId),
  ]);
  if (award === undefined)
    throw new AppError("not-found", { message: `There is no award “${input.award}”.` });
  if (stats === undefined) throw new AppError("not-found");
  const { performerType, onAirMs, ...counts } = stats;
  const at = ctx.clock.now();
  const { id, isNew } = await insertEarnedOnce(ctx.db, {
    id: ctx.ids.next(),
    awardId: award.id,
    userId: input.userId,
    stageId: input.stageId,
    awardedAt: at,
    hours: toHours(onAirMs),
    ...counts,
  });
  // Also when it was there before: whoever repeats a grant that failed half way wants the rest of it.
  await ctx.inboxes.of(input.userId).notify({
    kind: "award",
    message: `You have earned an award: ${performerType === "dj" ? award.title : award.musicianTitle}`,
    at,
    key: `award:${id}`,
  });
  return { id, award: toAwardView(award.id, award), isNew };
}
