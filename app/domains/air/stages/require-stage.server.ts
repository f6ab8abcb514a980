import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { AppError } from "#app/errors.ts";
import { findStage, findStageId, isDeletedStage, isStageManager, type StageRow } from "./queries/stages.ts";

/**
 * A stage that the viewer manages. Throws `not-found` both for a stage that does not exist and for one that is not
 * theirs.
 */
export async function requireManagedStage(
  ctx: Pick<AppContext, "db" | "viewer">,
  stage: string,
): Promise<StageRow> {
  const viewer = requireViewer(ctx);
  const row = await requireStage(ctx, stage);
  if (!(await isStageManager(ctx.db, row.id, viewer.id))) throw new AppError("not-found");
  return row;
}

/** Id of a stage by its id or custom URL. Throws `not-found`. */
export async function requireStageId(ctx: Pick<AppContext, "db">, stage: string): Promise<string> {
  const id = await findStageId(ctx.db, stage);
  if (id === undefined) throw await noStage(ctx, stage);
  return id;
}

/** The error for a missing stage: it was deleted, or never existed. */
async function noStage(ctx: Pick<AppContext, "db">, stage: string): Promise<AppError> {
  return new AppError((await isDeletedStage(ctx.db, stage)) ? "stage-deleted" : "not-found");
}

/** Returns a stage by id or custom URL, including archived ones. Throws `not-found`, `stage-deleted`. */
export async function requireStage(ctx: Pick<AppContext, "db">, stage: string): Promise<StageRow> {
  const row = await findStage(ctx.db, stage);
  if (row === undefined) throw await noStage(ctx, stage);
  return row;
}
