import type { AppContext, LiveEntry } from "#app/context.ts";

/**
 * Returns what is on air everywhere, or null where the lobby cannot be reached: a page without it is better than none.
 */
export async function readLive(ctx: Pick<AppContext, "lobby" | "log">): Promise<LiveEntry[] | null> {
  try {
    return await ctx.lobby.live();
  } catch (error) {
    ctx.log.warn("lobby-unavailable", { reason: String(error) });
    return null;
  }
}
