import type { Broadcast } from "../memory.ts";
import type { Air } from "../on-air/air.ts";

/** The agent keeps this much sound while it connects: a broadcast may begin with it. */
const leadMs = 2_000;

/**
 * The broadcast whose recording a frame belongs to that is not heard live, by the time of its sound; null: its stream
 * was not on air then. An encoder that was cut off from its room goes on sending: what it sent until it was back belongs
 * to the same performance.
 */
export function recordedAs(air: Air, stream: string, at: number): Broadcast | null {
  const broadcast = air.heardAt(at);
  if (broadcast?.onAir.stream !== stream) return null;
  if (at >= broadcast.startedAt - leadMs) return broadcast;
  const before = air.previous;
  const isCutOff =
    before !== null &&
    before.broadcast.onAir.stream === stream &&
    before.broadcast.performance === broadcast.performance &&
    at >= before.endedAt;
  return isCutOff ? broadcast : null;
}
