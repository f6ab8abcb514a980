import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { searchStages as search, updateStageAlert } from "#db/queries/stages.ts";
import { requireOk, requireViewer } from "../accounts/guards.ts";
import type { StageAlertInput, StageSearchInput } from "./contract/manage.ts";
import type { StageView } from "./contract.ts";
import { getStage, presentStages, requireStageId } from "./operations.server.ts";

const searchRate = { max: 120, perMs: 60_000 };
const mostFound = 20;

/** Booking stages by name, genre or description, in the order of the home page. Empty finds nothing. */
export async function searchStages(ctx: AppContext, input: StageSearchInput): Promise<StageView[]> {
  const viewer = requireViewer(ctx);
  const text = input.search.trim();
  if (text === "") return [];
  requireOk(await ctx.limits.take(`stage-search:${viewer.id}`, searchRate));
  return presentStages(ctx, await search(ctx.db, text, mostFound));
}

/** Alerts of a stage that the viewer subscribes to. Throws `not-found` where they do not. */
export async function toggleStageAlert(ctx: AppContext, input: StageAlertInput): Promise<StageView> {
  const viewer = requireViewer(ctx);
  const stageId = await requireStageId(ctx, input.room);
  if (!(await updateStageAlert(ctx.db, { stageId, userId: viewer.id, hasAlert: input.alert })))
    throw new AppError("not-found");
  return getStage(ctx, { room: stageId });
}
