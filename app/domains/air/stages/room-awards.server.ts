import type { AppContext } from "#app/context.ts";
import type { RoomAwardView } from "#app/domains/value/awards/contract.ts";
import { listStageAwards } from "#app/domains/value/awards/queries/awards.ts";
import { toRoomAwardView } from "#app/domains/value/awards/views.ts";
import type { StageInput } from "./contract/stages.ts";
import { requireStageId } from "./require-stage.server.ts";

/** The maximum that a stage shows. */
const maxOfStage = 50;

/** The awards that a stage has given, latest first. Throws `not-found`. */
export async function listRoomAwards(
  ctx: Pick<AppContext, "db" | "viewer">,
  input: StageInput,
): Promise<RoomAwardView[]> {
  const stageId = await requireStageId(ctx, input.room);
  const rows = await listStageAwards(ctx.db, stageId, maxOfStage);
  return rows.map((row) => toRoomAwardView(row, ctx.viewer?.id));
}
