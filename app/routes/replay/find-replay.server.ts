import type { AppContext } from "#app/context.ts";
import type { ReplayDetailsView } from "#app/domains/replays/contract.ts";
import { openReplay } from "#app/domains/replays/open.server.ts";
import { AppError } from "#app/errors.ts";

/** A replay for a page that has more to show, or null where it may not be heard any more. */
export async function findReplay(ctx: AppContext, replay: string): Promise<ReplayDetailsView | null> {
  try {
    return await openReplay(ctx, { replay });
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") return null;
    throw error;
  }
}
