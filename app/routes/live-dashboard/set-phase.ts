import type { LiveSet } from "#app/domains/stages/live/set-updates.ts";

/**
 * Where a set stands. `missing`: its time has come, and nothing is heard of its performer. `over`: its time has passed
 * and it is off the air.
 */
export type SetPhase = "before" | "onAir" | "reconnecting" | "missing" | "over" | "cancelled";

/** `now`: the server's time, epoch ms. On the air is on the air, also before the start and past the end. */
export function phaseOf(
  { isCancelled, air, startTime, endTime }: Pick<LiveSet, "isCancelled" | "air" | "startTime" | "endTime">,
  now: number,
): SetPhase {
  if (isCancelled) return "cancelled";
  if (air !== null) return air.status === "live" ? "onAir" : "reconnecting";
  if (now >= endTime) return "over";
  return now >= startTime ? "missing" : "before";
}
