import type { LiveSet } from "#app/domains/air/stages/live/set-updates.ts";

/**
 * The phase of a set. `missing`: its time has come, and its performer is not heard. `over`: its time has passed and it
 * is off the air.
 */
export type SetPhase = "before" | "onAir" | "reconnecting" | "missing" | "over" | "cancelled";

/** `now`: the server's time, epoch ms. A set on the air is `onAir` before its start and past its end too. */
export function phaseOf(
  { isCancelled, air, startTime, endTime }: Pick<LiveSet, "isCancelled" | "air" | "startTime" | "endTime">,
  now: number,
): SetPhase {
  if (isCancelled) return "cancelled";
  if (air !== null) return air.status === "live" ? "onAir" : "reconnecting";
  if (now >= endTime) return "over";
  return now >= startTime ? "missing" : "before";
}
