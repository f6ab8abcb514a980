import type { AppContext } from "#app/context.ts";
import { listStageAwards } from "#db/queries/awards.ts";
import type { RoomAwardView } from "../awards/contract.ts";
import { toRoomAwardView } from "../awards/views.ts";
import type { StageInput } from "./contract/stages.ts";
import { requireStageId } from "./require-stage.server.ts";

/** The maximum that a stage shows. */
const maxOfStage = 50;

/** The awards that a stage has given, latest first. Throws `not-found`. */
export async function listRoomAwards(ctx: AppContext, input: StageInput): Promise<RoomAwardView[]> {
  const stageId = await requireStageId(ctx, input.room);
  const rows = await listStageAwards(ctx.db, stageId, maxOfStage);
  return rows.map((row) => toRoomAwardView(row, ctx.viewer?.id));
}
