import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import type { PerformanceRow } from "../tracklists/queries/tracklists.ts";
import { findReplay } from "./queries/replays.ts";
import { readRecording } from "./recording.server.ts";
import { clockOf, type RecordingClock } from "./recording-clock.ts";

/** Returns the clock of the recording of a performance; where there is none, that of its broadcasts. */
export async function readClock(
  ctx: AppContext,
  { id, broadcasts }: Pick<PerformanceRow, "id" | "broadcasts">,
): Promise<RecordingClock> {
  return (await readAnchors(ctx, id)) ?? clockOf(broadcasts);
}

async function readAnchors(ctx: AppContext, performance: string): Promise<RecordingClock | null> {
  const row = await findReplay(ctx.db, performance);
  if (row?.status !== "recording" && row?.status !== "ready") return null;
  try {
    const { anchors } = await readRecording(ctx, row);
    return anchors.map(({ position, at }) => ({ position, at }));
  } catch (error) {
    const isThere = !(error instanceof AppError && error.code === "not-found");
    if (isThere) ctx.log.warn("recording-unavailable", { performance, reason: String(error) });
    return null;
  }
}
