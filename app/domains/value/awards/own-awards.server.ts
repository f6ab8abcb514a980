import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { wearAwards } from "#app/domains/people/people/worn-awards.server.ts";
import { AppError } from "#app/errors.ts";
import type { EarnedAwardView, GeneralAwardView, ManageAwardInput, ShownAwardsView } from "./contract.ts";
import {
  findEarnedAward,
  listEarnedAwards,
  listGeneralAwardRows,
  updateShownAward,
} from "./queries/awards.ts";
import { toEarnedAwardView, toGeneralAwardView } from "./views.ts";

/** Lists the awards that the viewer has earned, latest first. Throws `authorization`. */
export async function listMyAwards(ctx: Pick<AppContext, "db" | "viewer">): Promise<EarnedAwardView[]> {
  const rows = await listEarnedAwards(ctx.db, requireViewer(ctx).id);
  return rows.map(toEarnedAwardView);
}

/** The awards that everyone can earn, and which of them the viewer has. Throws `authorization`. */
export async function listGeneralAwards(ctx: Pick<AppContext, "db" | "viewer">): Promise<GeneralAwardView[]> {
  const rows = await listGeneralAwardRows(ctx.db, requireViewer(ctx).id);
  return rows.map(({ award, earnedAt }) => toGeneralAwardView(award, earnedAt));
}

/**
 * Shows one of the viewer's awards as their title or badge, or none. Throws `not-found` for an award that is not
 * theirs, `bad-input` where none is named or it has no badge.
 */
export async function showAward(
  ctx: Pick<AppContext, "db" | "viewer">,
  input: ManageAwardInput,
): Promise<ShownAwardsView> {
  const viewer = requireViewer(ctx);
  const earnedId = input.remove === true ? null : await requireShowable(ctx, viewer.id, input);
  const shown = input.awardType === "title" ? { titleAwardId: earnedId } : { badgeAwardId: earnedId };
  await updateShownAward(ctx.db, viewer.id, shown);
  return { type: "confirm", message: "Displayed award changed", ...(await wearAwards(ctx, viewer.id)) };
}

async function requireShowable(
  ctx: Pick<AppContext, "db">,
  userId: string,
  input: ManageAwardInput,
): Promise<string> {
  if (input.award == null) throw new AppError("bad-input", { message: "Please choose an award." });
  const row = await findEarnedAward(ctx.db, { userId, earnedId: input.award });
  if (row === undefined) throw new AppError("not-found");
  if (input.awardType === "badge" && row.award.badge === null)
    throw new AppError("bad-input", { message: "This award has no badge." });
  return row.earned.id;
}
