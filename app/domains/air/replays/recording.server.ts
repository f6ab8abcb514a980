import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import type { ReplayRow } from "./queries/replays.ts";
import type { TapeIndex } from "./tape-index.ts";

/** Indexes of complete recordings. Rights are read from D1 for every request. */
const complete = new Map<string, { index: TapeIndex; readAt: number }>();
/** Chunks that are joined stay where this index has them for an hour after that. */
const keptMs = 10 * 60_000;
/** Maximum number of kept indexes: one of two hours has 40 kB. */
const maxKept = 50;

/** Returns the current parts of a recording. Throws `not-found` where there is no sound of it. */
export async function readRecording(
  ctx: Pick<AppContext, "clock" | "tapes">,
  row: ReplayRow,
): Promise<TapeIndex> {
  const index = row.status === "ready" ? await readComplete(ctx, row) : null;
  const found = index ?? (await ctx.tapes.of(row.performance).index());
  if (found === null || found.chunks.length === 0) throw new AppError("not-found");
  return found;
}

async function readComplete(
  ctx: Pick<AppContext, "clock" | "tapes">,
  row: ReplayRow,
): Promise<TapeIndex | null> {
  // A performance that goes on after its end is complete once more, with more bytes.
  const key = [row.id, row.durationMs, row.opusBytes, row.mp3Bytes].join(" ");
  const now = ctx.clock.now();
  const kept = complete.get(key);
  if (kept !== undefined && Math.abs(now - kept.readAt) < keptMs) return kept.index;
  const index = await ctx.tapes.readIndex(row.id);
  // What the row does not describe is newer or older than the row.
  if (index === null || index.durationMs !== row.durationMs) return index;
  complete.set(key, { index, readAt: now });
  for (const oldest of [...complete.keys()].slice(0, -maxKept)) complete.delete(oldest);
  return index;
}
