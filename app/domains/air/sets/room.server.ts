import type { AppContext } from "#app/context.ts";
import type { StageInput } from "../stages/contract/stages.ts";
import { openStage } from "../stages/list-stages.server.ts";
import { listMembers, listRoles } from "../stages/members.server.ts";
import { isStageManager } from "../stages/queries/stages.ts";
import { listRoomAwards } from "../stages/room-awards.server.ts";
import type { RoomView } from "./contract/room.ts";
import { listStageRequests } from "./requests.server.ts";

/** A stage with everything that the specification's room contains. Throws `not-found`. */
export async function openRoomView(ctx: AppContext, input: StageInput): Promise<RoomView> {
  const { stage, lineup, managers, about } = await openStage(ctx, input);
  const of = { room: stage.id };
  const [members, roles, awards, isManager] = await Promise.all([
    listMembers(ctx, of),
    listRoles(ctx, of),
    listRoomAwards(ctx, of),
    ctx.viewer !== null && isStageManager(ctx.db, stage.id, ctx.viewer.id),
  ]);
  const requests = isManager ? await listStageRequests(ctx, of) : [];
  const bio = about?.bio ?? "";
  return { ...stage, lineup, managers, memberCount: members.length, members, roles, awards, requests, bio };
}
