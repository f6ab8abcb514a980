import type { AppContext } from "#app/context.ts";
import { copyShownAwards } from "#db/queries/awards.ts";

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
