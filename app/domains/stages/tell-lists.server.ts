import type { AppContext } from "#app/context.ts";

/**
 * A stage is new, or another than it was: open lists of stages are out of date. One that is not told now reads the
 * stage when it is next opened.
 */
export async function tellLists(ctx: AppContext, stageId: string): Promise<void> {
  await ctx.lobby.upcomingChanged().catch((error: unknown) => {
    ctx.log.warn("lobby-not-told", { stage: stageId, reason: String(error) });
  });
}
