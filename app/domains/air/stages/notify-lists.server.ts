import type { AppContext } from "#app/context.ts";

/**
 * A stage was created or changed: open lists of stages are out of date. A list that cannot be notified reads the stage
 * when it is next opened.
 */
export async function notifyLists(ctx: Pick<AppContext, "lobby" | "log">, stageId: string): Promise<void> {
  await ctx.lobby.upcomingChanged().catch((error: unknown) => {
    ctx.log.warn("lobby-not-told", { stage: stageId, reason: String(error) });
  });
}
