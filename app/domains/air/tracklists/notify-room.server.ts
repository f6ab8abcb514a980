import type { AppContext } from "#app/context.ts";
import type { CorrectedPlayId } from "../stages/port.ts";
import type { PerformanceRow } from "./queries/tracklists.ts";

/**
 * Plays of a performance were corrected. D1 has them already: while it is on air, its room shows them at once, and one
 * that is not told shows them from the next track on.
 */
export async function notifyRoom(
  { rooms, log }: Pick<AppContext, "rooms" | "log">,
  { id, stageId, performerId, endsAt }: PerformanceRow,
  plays: CorrectedPlayId[],
): Promise<void> {
  if (endsAt !== null || plays.length === 0) return;
  const room = stageId === null ? rooms.profile(performerId) : rooms.stage(stageId);
  try {
    await room.tracksCorrected(id, plays);
  } catch (error) {
    log.warn("room-unavailable", { performance: id, reason: String(error) });
  }
}
