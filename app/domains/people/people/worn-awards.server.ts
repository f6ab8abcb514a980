import type { AppContext } from "#app/context.ts";
import { copyShownAwards } from "#app/domains/value/awards/queries/awards.ts";

/**
 * Updates the title and badge that others see from the awards a user has chosen and their kind of performer: to be
 * called after either has changed. Callers guard.
 */
export function wearAwards(
  ctx: Pick<AppContext, "db">,
  userId: string,
): Promise<{ title: string | null; badge: string | null }> {
  return copyShownAwards(ctx.db, userId);
}
