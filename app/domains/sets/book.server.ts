import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { insertSetIfFree, listOverlappingSets } from "#db/queries/sets.ts";
import { requireOk } from "../accounts/guards.ts";
import { decideBooking } from "./rules.ts";
import { tellStage } from "./tell-stage.server.ts";

/**
 * Puts a set on a stage's schedule and tells the room. The insert itself repeats the check, so that of two bookings
 * at the same moment one is refused. Throws `bad-input`, `conflict`. No check of who is asking: callers guard.
 */
export async function bookSet(
  ctx: AppContext,
  input: {
    stageId: string;
    performerId: string;
    name: string;
    description: string;
    startsAt: number;
    endsAt: number;
  },
): Promise<{ id: string }> {
  requireOk(decideBooking(input, await listOverlappingSets(ctx.db, input)));
  const set = { id: ctx.ids.next(), createdAt: ctx.clock.now(), ...input };
  if (!(await insertSetIfFree(ctx.db, set))) throw new AppError("conflict");
  await tellStage(ctx, input.stageId);
  return { id: set.id };
}
