import type { AppContext } from "#app/context.ts";

/** A stage's schedule has changed: its room reads it again, and so does every open list of coming sets. */
export async function notifyStage(ctx: Pick<AppContext, "lobby" | "rooms">, stageId: string): Promise<void> {
  await ctx.rooms.stage(stageId).refresh();
  await ctx.lobby.upcomingChanged();
}
