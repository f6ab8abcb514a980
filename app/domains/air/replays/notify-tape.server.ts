import type { AppContext } from "#app/context.ts";

/**
 * The rights of a performance have changed. D1 has them already: every request reads them there, and a tape that is not
 * told reads them with its next minute.
 */
export async function notifyTape(ctx: Pick<AppContext, "log" | "tapes">, performance: string): Promise<void> {
  try {
    await ctx.tapes.of(performance).rightsChanged();
  } catch (error) {
    ctx.log.warn("tape-unavailable", { performance, reason: String(error) });
  }
}
