import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { notifyElsewhere } from "#app/domains/people/deliveries/tell.server.ts";
import { profilePath } from "#app/paths.ts";
import type { StageInput, StageView } from "./contract/stages.ts";
import { getStage } from "./list-stages.server.ts";
import { deleteSubscription, insertSubscription } from "./queries/stages.ts";
import { requireStage } from "./require-stage.server.ts";

/** Subscribing twice has no further effect. Throws `authorization`, `not-found`. */
export async function subscribe(ctx: AppContext, input: StageInput): Promise<StageView> {
  const viewer = requireViewer(ctx);
  const row = await requireStage(ctx, input.room);
  const now = ctx.clock.now();
  if (await insertSubscription(ctx.db, { stageId: row.id, userId: viewer.id, createdAt: now }))
    notifyElsewhere(ctx, [`stage/${row.id}`], {
      kind: "follower",
      key: viewer.id,
      at: now,
      path: profilePath(viewer.id),
      performer: null,
      stage: { id: row.id, name: row.name },
      follower: { id: viewer.id, username: viewer.username },
    });
  return getStage(ctx, row.id);
}

/** Throws `authorization`, `not-found`. */
export async function unsubscribe(ctx: AppContext, input: StageInput): Promise<StageView> {
  const viewer = requireViewer(ctx);
  const row = await requireStage(ctx, input.room);
  await deleteSubscription(ctx.db, row.id, viewer.id);
  return getStage(ctx, row.id);
}
