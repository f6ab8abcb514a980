import type { AppContext } from "#app/context.ts";
import { countListens, insertListen } from "#db/queries/stats.ts";
import { requireOk } from "../accounts/guards.ts";
import type { ListenInput, ListenView } from "./contract.ts";
import { openRoom } from "./operations.server.ts";

const rate = { max: 60, perMs: 60_000 } as const;

/**
 * Counts the caller as a listener of the performance that is on air: the room says which that is, and one listener
 * counts once for it, however often the call is made. Throws `not-found`, `bad-input`, `rate-limited`.
 */
export async function recordListen(ctx: AppContext, input: ListenInput): Promise<ListenView> {
  const listener = ctx.viewer?.id ?? ctx.clientKey;
  requireOk(await ctx.limits.take(`listen:${listener}`, rate));
  const room = await openRoom(ctx, input);
  const onAir = await room.live.onAir();
  const stageId = room.kind === "stage" ? room.id : null;
  const performerId = onAir.currentDj?.id ?? (room.kind === "profile" ? room.id : null);
  const isCounted =
    onAir.online &&
    (await insertListen(ctx.db, {
      performance: onAir.currentSet?.id ?? `${room.kind}/${room.id}@${onAir.startTime}`,
      listener,
      stageId,
      performerId,
      setId: onAir.currentSet?.id ?? null,
      listenedAt: ctx.clock.now(),
    }));
  const listenCount = await countListens(ctx.db, stageId === null ? { performerId: room.id } : { stageId });
  return { counted: isCounted, listenCount };
}
